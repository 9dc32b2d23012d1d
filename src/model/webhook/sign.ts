import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Standard Webhooks 1.0: which headers a delivery carries, and how it is signed. */

const secretPrefix = 'whsec_';

/** One request to an endpoint, as it is signed. */
export type SignedMessage = {
  /** The message: the same in every attempt, so that a receiver recognises one it has seen. */
  id: string;
  /** Epoch milliseconds of this attempt, so that a receiver may refuse old requests. */
  at: number;
  body: string;
};

/**
 * The headers of the specification. The signed text is `id.timestamp.body`, where the id has no dot; a receiver takes the
 * request if any signature of the list is by its secret.
 */
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

/** As a key object, to be kept: bytes would be made into one for each signature, which takes longer than the signature. */
export function signingKey(secret: string): KeyObject {
  const text = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  return createSecretKey(Buffer.from(text, 'base64'));
}
