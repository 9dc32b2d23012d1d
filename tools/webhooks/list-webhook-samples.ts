import { z } from 'zod';
import { listOf } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { samplePayload, webhookKindNames, webhookKinds } from '../../src/model/webhook/kinds.ts';

const sampleOf = (kind: (typeof webhookKindNames)[number]) => ({
  type: kind,
  description: webhookKinds[kind].sentence,
  payload: samplePayload(kind),
});

export const listWebhookSamples = defineTool({
  name: 'list_webhook_samples',
  title: 'List webhook samples',
  summary: 'List every kind of event with a sample of what a webhook is sent.',
  toolset: 'automation',
  input: z.strictObject({}),
  output: listOf(
    z.object({
      type: z.string(),
      description: z.string(),
      payload: z.record(z.string(), z.unknown()),
    }),
  ),
  failures: [],
  effect: 'read',
  needs: 'webhooks.read',
  // For programs that build a form of it; the docs have the table.
  doors: ['v2', 'tools', 'cli'],
  rest: { route: 'GET /webhooks/samples' },
  example: { input: {}, output: { object: 'list', data: [sampleOf('email.bounced')], has_more: false } },
  async run() {
    return { object: 'list' as const, data: webhookKindNames.map(sampleOf), has_more: false };
  },
});
