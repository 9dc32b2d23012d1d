import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { segmentExample } from './segment-example.ts';

export const deleteSegment = defineTool({
  name: 'delete_segment',
  title: 'Delete segment',
  summary: 'Delete a segment; its subscribers stay.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject({ segmentId: IdInput }),
  output: z.object({ object: z.literal('segment'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found', 'conflict'],
  effect: 'destroy',
  needs: 'subscribers.write',
  rest: { route: 'DELETE /segments/{segmentId}' },
  example: {
    input: { segmentId: segmentExample.id },
    output: { object: 'segment', id: segmentExample.id, deleted: true },
  },
  async run(scope, { segmentId }) {
    return await scope.commit(async ({ segments }) => {
      const { id } = (await segments.hold(segmentId)) ?? scope.fail('not_found');
      const campaignId = await segments.campaignUsing(id);
      if (campaignId !== undefined) {
        scope.fail('conflict', {
          message: `The campaign ${campaignId} is scheduled or sending to this segment; cancel it or wait until it ends`,
          details: { campaignId },
        });
      }
      const workflowId = await segments.workflowUsing(id);
      if (workflowId !== undefined) {
        scope.fail('conflict', {
          message: `The trigger of workflow ${workflowId} uses this segment; archive the workflow, or activate it with another trigger`,
          details: { workflowId },
        });
      }
      await segments.remove(id);
      return { object: 'segment' as const, id, deleted: true as const };
    });
  },
});
