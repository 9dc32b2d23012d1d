import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { countOfSegment } from '../../src/engine/audience/count-segment.ts';
import { ruleWarnings } from '../../src/engine/audience/rule-warnings.ts';
import { IdInput } from '../../src/model/id.ts';
import { SegmentWithWarnings, segmentAnswer } from '../../src/model/segment/segment.ts';
import { segmentExample } from './segment-example.ts';

export const getSegment = defineTool({
  name: 'get_segment',
  title: 'Get segment',
  summary: 'Show one segment and its subscriber count.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject({ segmentId: IdInput }),
  output: SegmentWithWarnings,
  failures: ['not_found'],
  effect: 'read',
  needs: 'subscribers.read',
  rest: { route: 'GET /segments/{segmentId}' },
  example: { input: { segmentId: segmentExample.id }, output: { ...segmentExample, used_by: [] } },
  async run({ store, engine, now, fail }, { segmentId }) {
    const segment = (await store.segments.byId(segmentId)) ?? fail('not_found');
    const warnings = await ruleWarnings(store, segment.rule, 'rule', now);
    const campaignId = await store.segments.campaignUsing(segment.id);
    const workflowId = await store.segments.workflowUsing(segment.id);
    const users = [
      ...(campaignId === undefined ? [] : [{ object: 'campaign' as const, id: campaignId }]),
      ...(workflowId === undefined ? [] : [{ object: 'workflow' as const, id: workflowId }]),
    ];
    return {
      ...segmentAnswer(segment, await countOfSegment(engine, store, segment, now), warnings),
      used_by: users,
    };
  },
});
