import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { integrationExample } from './integration-example.ts';

export const deleteIntegration = defineTool({
  name: 'delete_integration',
  title: 'Delete integration',
  summary: 'Delete an integration. Its URL stops working at once; its events are deleted within the hour.',
  advice: 'Subscribers and tracked events stay.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ id: IdInput }),
  output: z.object({ object: z.literal('integration'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'webhooks.write',
  rest: { route: 'DELETE /integrations/{id}' },
  example: {
    input: { id: integrationExample.id },
    output: { object: 'integration', id: integrationExample.id, deleted: true },
  },
  async run(scope, { id }) {
    return await scope.commit(async ({ integrations }) => {
      const known = (await integrations.hold(id)) ?? scope.fail('not_found');
      // The secrets are removed now. A worker deletes the row after its events.
      await integrations.update({ ...known, secret: null, pathHash: null, deletedAt: scope.now });
      return { object: 'integration' as const, id: known.id, deleted: true as const };
    });
  },
});
