import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { sendTestMessage } from '../../src/engine/webhooks/send-test-message.ts';
import { endPause } from '../../src/engine/webhooks/webhook-status.ts';
import { IdInput } from '../../src/model/id.ts';
import { Delivery, deliveryAnswer } from '../../src/model/webhook/webhook.ts';
import { lockWebhooks } from '../../src/store/records/webhooks/webhook-outbox.ts';
import { deliveryExample } from './webhook-example.ts';

export const testWebhook = defineTool({
  name: 'test_webhook',
  title: 'Test webhook',
  summary: 'Send a test event to a webhook.',
  advice: 'For the result, call get_webhook_event.',
  toolset: 'automation',
  input: z.strictObject({ webhook: IdInput }),
  output: Delivery,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  adds: true,
  needs: 'webhooks.write',
  rest: { route: 'POST /webhooks/{webhook}/test' },
  example: {
    input: { webhook: deliveryExample.webhook_id },
    output: {
      ...deliveryExample,
      type: 'webhook.test',
      object_id: deliveryExample.webhook_id,
      status: 'pending',
      attempts: 0,
      next_attempt_at: deliveryExample.created_at,
      ended_at: null,
      last_attempts: undefined,
    },
  },
  async run(scope, { webhook: id }) {
    const answer = await scope.commit(async (store) => {
      const { queries, organization, webhooks } = store;
      const webhook = (await lockWebhooks(queries, organization)) && (await webhooks.hold(id));
      if (!webhook) return scope.fail('not_found');
      if (webhook.state.status !== 'enabled') {
        return scope.fail('conflict', {
          message: 'The webhook is disabled. Save it with enabled: true first',
        });
      }
      await endPause(store, webhook);
      return deliveryAnswer(await sendTestMessage(scope.engine.world, store, webhook, scope.now));
    });
    scope.engine.wake();
    return answer;
  },
});
