import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { Webhook, webhookAnswer } from '../../src/model/webhook/webhook.ts';
import { webhookExample } from './webhook-example.ts';

export const getWebhook = defineTool({
  name: 'get_webhook',
  title: 'Get webhook',
  summary: 'Show one webhook.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ id: IdInput }),
  output: Webhook,
  failures: ['not_found'],
  effect: 'read',
  needs: 'webhooks.read',
  rest: { route: 'GET /webhooks/{id}' },
  example: { input: { id: webhookExample.id }, output: webhookExample },
  async run(scope, { id }) {
    return webhookAnswer((await scope.store.webhooks.byId(id)) ?? scope.fail('not_found'));
  },
});
