import { createHash } from 'node:crypto';
import { valueAt } from './payload-path.ts';
import { type ProofScheme, type ProviderName, providers, type Repeats, type Scheme } from './providers.ts';
import {
  type MailgunSignature,
  type Proof,
  type ProvableRequest,
  proveMailgun,
  proveSegment,
  proveSendgrid,
  proveShopify,
  proveStandard,
  proveStripe,
  sendgridKey,
  signedPrefix,
  standardKey,
} from './signatures.ts';
import { isTopicArn } from './sns.ts';

/** @returns null for SNS, whose key must be fetched first */
export function proveRequest(
  scheme: Scheme,
  secret: string,
  request: ProvableRequest,
  payload: () => unknown,
  now: number,
): Proof | null {
  switch (scheme.by) {
    case 'stripe':
      return proveStripe(request, secret, scheme.window, now);
    case 'standard': {
      const key = scheme.key === 'text' ? Buffer.from(secret) : standardKey(secret);
      if (key === null) return { proved: false, why: 'wrong_signature' };
      return proveStandard(request, key, scheme.prefixes, scheme.window, now);
    }
    case 'shopify':
      return proveShopify(request, secret);
    case 'segment':
      return proveSegment(request, secret);
    case 'sendgrid':
      return proveSendgrid(request, secret, scheme.window, now);
    case 'mailgun':
      return proveMailgun(...mailgunProof(payload(), secret, scheme.window, now));
    case 'none':
      return { proved: true, at: null };
    case 'sns':
      return null;
  }
}

function mailgunProof(
  payload: unknown,
  ...rest: [secret: string, window: { pastMs: number; aheadMs: number }, now: number]
): Parameters<typeof proveMailgun> {
  // A subaccount's events carry its own signature and its parent account's.
  const given = ['signature', 'parent-signature']
    .map((name) => mailgunSignature(valueAt(payload, name)))
    .filter((one) => one !== null);
  const proved = given.find((one) => proveMailgun(one, ...rest).proved);
  return [proved ?? given[0] ?? null, ...rest];
}

function mailgunSignature(value: unknown): MailgunSignature | null {
  const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) =>
    valueAt(value, name),
  );
  const time = typeof timestamp === 'number' ? String(timestamp) : timestamp;
  if (typeof time !== 'string' || typeof token !== 'string' || typeof signature !== 'string') return null;
  return { timestamp: time, token, signature };
}

export function secretFault(provider: ProviderName, secret: string): string | null {
  const { signed, secretIs } = providers[provider];
  const expected = `must be ${secretIs}`;
  if (signed === null) return 'must be left out: this provider signs nothing';
  const { scheme } = signed;
  if (scheme.by === 'sns') return isTopicArn(secret) ? null : expected;
  if (scheme.by === 'sendgrid') return sendgridKey(secret) === null ? expected : null;
  if (scheme.by === 'standard' && scheme.key === 'base64')
    return standardKey(secret) === null ? expected : null;
  return secret.length < 8 ? expected : null;
}

/** 192 bits, which reveal nothing about their source. */
const markCharacters = 32;

/** A request with any mark of an earlier one is a repetition. */
export function repeatMarks(
  { scheme, repeats }: ProofScheme,
  request: ProvableRequest,
  payload: unknown,
): string[] {
  const { id, body } = repeats;
  const marks = idsOf(id, scheme, request, payload).map((given) => markOf('id', Buffer.from(given)));
  return body || marks.length === 0 ? [...marks, markOf('body', request.body)] : marks;
}

function idsOf(id: Repeats['id'], scheme: Scheme, request: ProvableRequest, payload: unknown): string[] {
  if (id === null) return [];
  if (id === 'signed') {
    const prefix = scheme.by === 'standard' ? signedPrefix(request, scheme.prefixes) : undefined;
    return [request.headers[`${prefix}-id`] ?? []].flat();
  }
  if ('header' in id) return [request.headers[id.header] ?? []].flat();
  const parts = id.fields
    .map((field) => valueAt(payload, field))
    .map((part) => (typeof part === 'string' ? part : ''));
  if (parts.every((part) => part === '')) return [];
  return id.each === true ? parts.filter((part) => part !== '') : [JSON.stringify(parts)];
}

function markOf(kind: 'id' | 'body', octets: Buffer): string {
  const digest = createHash('sha256').update(`${kind}\n`).update(octets).digest('base64url');
  return digest.slice(0, markCharacters);
}
