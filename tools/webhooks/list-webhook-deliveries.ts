import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { InstantInput } from '../../src/model/instant.ts';
import { Delivery, deliveryAnswer, deliveryStatuses } from '../../src/model/webhook/webhook.ts';
import { WebhookHistory } from '../../src/store/records/webhooks/webhook-history.ts';
import { deliveryExample } from './webhook-example.ts';

/** Newest attempts per delivery; get_webhook_event returns all. */
const attemptsShown = 3;

export const listWebhookDeliveries = defineTool({
  name: 'list_webhook_deliveries',
  title: 'List webhook deliveries',
  summary: 'List the deliveries of a webhook, newest first.',
  advice: 'With detail: full, it shows why they failed.',
  toolset: 'automation',
  input: z.strictObject({
    webhook: IdInput,
    status: z.enum(deliveryStatuses).optional(),
    since: InstantInput.optional(),
    ...listFields,
  }),
  output: listSchema(Delivery),
  failures: ['not_found'],
  effect: 'read',
  needs: 'webhooks.read',
  rest: { route: 'GET /webhooks/{webhook}/events' },
  example: {
    input: { webhook: deliveryExample.webhook_id, status: 'failed', limit: 1 },
    output: { object: 'list', data: [deliveryExample], has_more: true },
  },
  async run(scope, { webhook: id, status, since, ...paging }) {
    const { store } = scope;
    const { queries } = store;
    const webhook = (await store.webhooks.byId(id)) ?? scope.fail('not_found');
    const history = new WebhookHistory(store, webhook);
    const request = await pageRequest(paging, queries, 'webhook_messages');
    const page = await history.page(
      { status, since: since === undefined ? undefined : Date.parse(since) },
      request,
    );
    const attempts = await history.attempts(
      page.rows.map(({ message }) => message.key),
      attemptsShown,
    );
    return listAnswer(page, (delivery) => deliveryAnswer(delivery, attempts.get(delivery.message.key)));
  },
});
