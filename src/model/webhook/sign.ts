import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const secretPrefix = 'whsec_';

export type SignedMessage = {
  /** Constant over all attempts, so that receivers recognize a repetition. */
  id: string;
  /** Epoch ms of this attempt, so that receivers may refuse old requests. */
  at: number;
  body: string;
};

/** Receivers accept a request if any listed signature of `id.timestamp.body` matches their secret. */
export function webhookHeaders(
  { id, at, body }: SignedMessage,
  keys: readonly KeyObject[],
): { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = keys.map((key) => {
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8');
    return `v1,${mac.digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** Returns a key object to cache, because converting bytes for each signature takes longer than signing. */
export function signingKey(secret: string): KeyObject {
  const text = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  return createSecretKey(Buffer.from(text, 'base64'));
}
