import type { WebhookRecord } from '../../model/webhook/webhook.ts';
import type { World } from '../../world/world.ts';
import type { SecretBox } from '../context/secret-box.ts';

/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;
const purpose = 'webhook secret';

export function newWebhookSecret({ ids }: Pick<World, 'ids'>): string {
  return `whsec_${ids.bytes(secretBytes).toString('base64')}`;
}

export function sealWebhookSecret(box: SecretBox, secret: string): string {
  return box.seal(purpose, secret);
}

/** Newest first. The previous secret keeps signing for a day after a rotation. */
export function signingSecrets(
  box: SecretBox,
  webhook: Pick<WebhookRecord, 'secret' | 'oldSecret' | 'oldSecretUntil'>,
  now: number,
): string[] {
  const { secret, oldSecret, oldSecretUntil } = webhook;
  const old = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now ? [oldSecret] : [];
  return [secret, ...old].map((sealed) => box.open(purpose, sealed));
}
