import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../src/engine/webhooks/webhook-secret.ts';
import { IdInput } from '../../src/model/id.ts';
import { isoInstant } from '../../src/model/instant.ts';
import { oldSecretKeptMs, WebhookRotated, webhookAnswer } from '../../src/model/webhook/webhook.ts';
import { newWebhookExample } from './webhook-example.ts';

export const rotateWebhookSecret = defineTool({
  name: 'rotate_webhook_secret',
  title: 'Rotate webhook secret',
  summary: 'Create a new signing secret for a webhook, shown once. The old secret also signs for 24 hours.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ id: IdInput }),
  output: WebhookRotated,
  failures: ['not_found'],
  effect: 'write',
  needs: 'webhooks.write',
  rest: { route: 'POST /webhooks/{id}/rotate-secret' },
  secretAnswer: true,
  example: {
    input: { id: newWebhookExample.id },
    output: { ...newWebhookExample, old_secret_expires_at: '2026-11-22T09:30:00.000Z' },
  },
  async asks({ store, fail }, { id }) {
    const { url } = (await store.webhooks.byId(id)) ?? fail('not_found');
    return [`Replaces the signing secret of the webhook to ${url} and shows the new one to the assistant`];
  },
  async run(scope, { id }) {
    const { engine, now } = scope;
    const secret = newWebhookSecret(engine.world);
    return await scope.commit(async ({ webhooks }) => {
      const known = (await webhooks.hold(id)) ?? scope.fail('not_found');
      const rotated = {
        ...known,
        secret: sealWebhookSecret(engine.secretBox, secret),
        oldSecret: known.secret,
        oldSecretUntil: now + oldSecretKeptMs,
        updatedAt: now,
      };
      const { state: _, ...row } = rotated;
      await webhooks.update(row);
      return {
        ...webhookAnswer(rotated),
        signing_secret: secret,
        old_secret_expires_at: isoInstant(rotated.oldSecretUntil),
      };
    });
  },
});
