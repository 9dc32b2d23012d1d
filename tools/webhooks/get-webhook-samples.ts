import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { samplePayload, webhookKindNames, webhookKinds } from '../../src/model/webhook/kinds.ts';

const sampleOf = (kind: (typeof webhookKindNames)[number]) => ({
  type: kind,
  description: webhookKinds[kind].sentence,
  payload: samplePayload(kind),
});

export const getWebhookSamples = defineTool({
  name: 'get_webhook_samples',
  title: 'Get webhook samples',
  summary: 'Show every webhook event type with a sample.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({}),
  output: z.object({
    object: z.literal('webhook_samples'),
    data: z.array(
      z.object({
        type: z.string(),
        description: z.string(),
        payload: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  failures: [],
  effect: 'read',
  needs: 'webhooks.read',
  // For programs that build a form; the docs contain the table.
  rest: { route: 'GET /webhooks/samples' },
  example: { input: {}, output: { object: 'webhook_samples', data: [sampleOf('email.bounced')] } },
  async run() {
    return { object: 'webhook_samples' as const, data: webhookKindNames.map(sampleOf) };
  },
});
