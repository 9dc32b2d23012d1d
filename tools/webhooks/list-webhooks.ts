import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { Webhook, webhookAnswer } from '../../src/model/webhook/webhook.ts';
import { webhookExample } from './webhook-example.ts';

export const listWebhooks = defineTool({
  name: 'list_webhooks',
  title: 'List webhooks',
  summary: 'List webhooks with their status and failures.',
  toolset: 'automation',
  input: z.strictObject(listFields),
  output: listSchema(Webhook),
  failures: [],
  effect: 'read',
  needs: 'webhooks.read',
  rest: { route: 'GET /webhooks' },
  example: { input: {}, output: { object: 'list', data: [webhookExample], has_more: false } },
  async run({ store }, input) {
    const request = await pageRequest(input, store.queries, 'webhooks');
    return listAnswer(await store.webhooks.page(request), webhookAnswer);
  },
});
