import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { lockWebhooks } from '../../src/store/records/webhooks/webhook-outbox.ts';
import { webhookExample } from './webhook-example.ts';

export const deleteWebhook = defineTool({
  name: 'delete_webhook',
  title: 'Delete webhook',
  summary: 'Delete a webhook and its pending deliveries.',
  advice: 'To only stop deliveries, call save_webhook with status: disabled.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ id: IdInput }),
  output: z.object({ object: z.literal('webhook'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'webhooks.write',
  // Only people and programs delete webhooks.
  rest: { route: 'DELETE /webhooks/{id}' },
  example: {
    input: { id: webhookExample.id },
    output: { object: 'webhook', id: webhookExample.id, deleted: true },
  },
  async run(scope, { id }) {
    return await scope.commit(async ({ queries, organization, webhooks }) => {
      const known = (await lockWebhooks(queries, organization)) && (await webhooks.hold(id));
      if (!known) return scope.fail('not_found');
      await webhooks.remove(known.key, scope.now);
      return { object: 'webhook' as const, id, deleted: true as const };
    });
  },
});
