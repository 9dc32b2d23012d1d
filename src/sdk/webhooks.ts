import type { WebhookMessage } from './printed/webhook-events.ts';

export type { WebhookMessage } from './printed/webhook-events.ts';

/** Request headers: a fetch `Headers`, Node’s headers, or a plain object. */
export type HeadersGiven =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** Maximum difference between the timestamp and this clock, in seconds; 300 by default. */
  tolerance?: number;
  /** Current time in milliseconds, for tests. */
  now?: number;
};

export type Verified =
  | { event: WebhookMessage; id: string; error: null }
  | { event: null; id: null; error: WebhookFault };

/** Why verification failed. Respond with 401 or 400. */
export type WebhookFault = {
  name: 'missing_headers' | 'invalid_timestamp' | 'invalid_signature' | 'unreadable_payload';
  message: string;
};

const faults = {
  missing_headers: 'webhook-id, webhook-timestamp and webhook-signature are needed',
  invalid_timestamp: 'webhook-timestamp is not within the tolerance: an old request, or a wrong clock',
  invalid_signature: 'No signature fits: another secret, or the payload is not the raw body',
  unreadable_payload: 'The payload is signed and is not JSON',
} as const;

/**
 * Verifies that a delivery comes from Posthouse (Standard Webhooks 1.0), and returns its message.
 * @param payload the raw body; after parsing and serializing, the signature would no longer match
 * @param secrets `whsec_…`; pass two during a rotation
 */
export async function verify(
  payload: string | Uint8Array | ArrayBuffer,
  headers: HeadersGiven,
  secrets: string | readonly string[],
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<Verified> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) return fault('missing_headers');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > tolerance) {
    return fault('invalid_timestamp');
  }
  const body =
    typeof payload === 'string' ? new TextEncoder().encode(payload) : new Uint8Array(payload as ArrayBuffer);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  let fits = false;
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await crypto.subtle.importKey(
      'raw',
      bytesOf(secret.replace(/^whsec_/, '')),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    );
    for (const signature of signatures.split(' ')) {
      // WebCrypto compares in constant time.
      if (/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) {
        fits = (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed)) || fits;
      }
    }
  }
  if (!fits) return fault('invalid_signature');
  try {
    return { event: JSON.parse(new TextDecoder().decode(body)), id, error: null };
  } catch {
    return fault('unreadable_payload');
  }
}

/** Like `verify`, for a fetch handler. Reads the body of the request. */
export async function verifyRequest(
  request: Pick<Request, 'arrayBuffer' | 'headers'>,
  secrets: string | readonly string[],
  options?: VerifyOptions,
): Promise<Verified> {
  return await verify(await request.arrayBuffer(), request.headers, secrets, options);
}

function fault(name: WebhookFault['name']): Verified {
  return { event: null, id: null, error: { name, message: faults[name] } };
}

function headerOf(headers: HeadersGiven, name: string): string | null | undefined {
  if (typeof headers.get === 'function') return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found as readonly string[] | undefined)?.[0];
}

/** @throws TypeError for a secret that is not base64, because that is a programming error */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    throw new TypeError('A webhook secret is whsec_ and base64');
  }
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
