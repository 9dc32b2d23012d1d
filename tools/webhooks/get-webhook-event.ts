import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { samplePayload } from '../../src/model/webhook/kinds.ts';
import { DeliveryWithPayload, deliveryAnswer } from '../../src/model/webhook/webhook.ts';
import { WebhookHistory } from '../../src/store/records/webhooks/webhook-history.ts';
import { messageById } from '../../src/store/records/webhooks/webhook-messages.ts';
import { deliveryExample } from './webhook-example.ts';

const attemptsShownMax = 100;

export const getWebhookEvent = defineTool({
  name: 'get_webhook_event',
  title: 'Get webhook event',
  summary: 'Show one delivery of a webhook: its message and every attempt.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ webhook: IdInput, message: IdInput.describe('msg_…') }),
  output: DeliveryWithPayload,
  failures: ['not_found'],
  effect: 'read',
  needs: 'webhooks.read',
  rest: { route: 'GET /webhooks/{webhook}/events/{message}' },
  example: {
    input: { webhook: deliveryExample.webhook_id, message: deliveryExample.id },
    output: { ...deliveryExample, payload: samplePayload('email.bounced') },
  },
  async run(scope, { webhook: id, message: named }) {
    const { store } = scope;
    const webhook = (await store.webhooks.byId(id)) ?? scope.fail('not_found');
    const history = new WebhookHistory(store, webhook);
    const message = await messageById(store.queries, store.organization, named);
    const delivery = message && (await history.delivery(message.key));
    if (!delivery) return scope.fail('not_found');
    const attempts = await history.attempts([message.key], attemptsShownMax);
    return {
      ...deliveryAnswer(delivery, attempts.get(message.key)),
      payload: JSON.parse(message.payload) as Record<string, unknown>,
    };
  },
});
