import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { secondMs } from '../instant.ts';

/** Signatures cover the raw bytes; only Mailgun signs body fields. The scheme determines the algorithm. */

/** Header names are in lower case; a repeated header is joined by `, `. */
export type ProvableRequest = {
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
};

export const refusals = ['missing_signature', 'wrong_signature', 'too_old', 'in_the_future'] as const;
export type Refusal = (typeof refusals)[number];

/** @property at signed time of sending (epoch ms), if the scheme signs it */
export type Proof = { proved: true; at: number | null } | { proved: false; why: Refusal };

export type TimeWindow = { pastMs: number; aheadMs: number };

/** A sender that rotates its secret sends two signatures. */
const signaturesMax = 10;

const digits = /^\d{1,13}$/;
const hexSha256 = /^[0-9a-f]{64}$/i;
const hexSha1 = /^[0-9a-f]{40}$/i;
const base64Sha256 = /^[A-Za-z0-9+/]{43}=$/;
const base64Der = /^[A-Za-z0-9+/]{80,140}={0,2}$/;
/** Excludes the dot, which separates signed parts, and the comma, which joins repeated headers. */
const idShape = /^[!-+\-/-~]{1,256}$/;

const missing: Proof = { proved: false, why: 'missing_signature' };
const wrong: Proof = { proved: false, why: 'wrong_signature' };

/** `Stripe-Signature: t=…,v1=…`, hex HMAC-SHA256 of `t.body`. Other versions, such as v0, are ignored. */
export function proveStripe(
  request: ProvableRequest,
  secret: string,
  window: TimeWindow,
  now: number,
): Proof {
  const header = request.headers['stripe-signature'];
  if (header === undefined) return missing;
  const items = header.split(',').map((item) => item.trim());
  const times = items.filter((item) => item.startsWith('t=')).map((item) => item.slice(2));
  const signatures = items.filter((item) => item.startsWith('v1=')).map((item) => item.slice(3));
  const [time] = times;
  if (times.length !== 1 || time === undefined || !digits.test(time)) return wrong;
  const expected = hmac('sha256', secret, `${time}.`, request.body);
  if (!anyEquals(expected, signatures, hexSha256, 'hex')) return wrong;
  return inWindow(Number(time) * secondMs, window, now);
}

/** Standard Webhooks, version `v1`. Supabase adds commas between signatures. All headers share a prefix. */
export function proveStandard(
  request: ProvableRequest,
  key: Buffer,
  prefixes: readonly string[],
  window: TimeWindow,
  now: number,
): Proof {
  const prefix = signedPrefix(request, prefixes);
  if (prefix === undefined) return missing;
  const id = request.headers[`${prefix}-id`] ?? '';
  const time = request.headers[`${prefix}-timestamp`] ?? '';
  if (!idShape.test(id) || !digits.test(time)) return wrong;
  const signatures = request.headers[`${prefix}-signature`]!.split(/[\s]+/)
    .map((one) => one.replace(/,$/, ''))
    .filter((one) => one.startsWith('v1,'))
    .map((one) => one.slice(3));
  const expected = hmac('sha256', key, `${id}.${time}.`, request.body);
  if (!anyEquals(expected, signatures, base64Sha256, 'base64')) return wrong;
  return inWindow(Number(time) * secondMs, window, now);
}

/** Headers with other prefixes are untrusted, because anyone may add them. */
export function signedPrefix({ headers }: ProvableRequest, prefixes: readonly string[]): string | undefined {
  return prefixes.find((prefix) => headers[`${prefix}-signature`] !== undefined);
}

/** Returns the base64 key after `whsec_`; null for an invalid secret. */
export function standardKey(secret: string): Buffer | null {
  const text = secret.replace(/^v1,/, '').replace(/^whsec_/, '');
  if (!/^[A-Za-z0-9+/_-]{16,128}={0,2}$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.length >= 12 && key.length <= 96 ? key : null;
}

/** Shopify: base64 HMAC-SHA256 of the body. Its time and its id are not signed. */
export function proveShopify(request: ProvableRequest, secret: string): Proof {
  const header = request.headers['x-shopify-hmac-sha256'];
  if (header === undefined) return missing;
  const expected = hmac('sha256', secret, '', request.body);
  return anyEquals(expected, [header], base64Sha256, 'base64') ? { proved: true, at: null } : wrong;
}

/** Segment: hex HMAC-SHA1 of the body. */
export function proveSegment(request: ProvableRequest, secret: string): Proof {
  const header = request.headers['x-signature'];
  if (header === undefined) return missing;
  const expected = hmac('sha1', secret, '', request.body);
  return anyEquals(expected, [header], hexSha1, 'hex') ? { proved: true, at: null } : wrong;
}

/** SendGrid: ECDSA over P-256 of `timestamp + body`, in DER and base64. */
export function proveSendgrid(
  request: ProvableRequest,
  publicKey: string,
  window: TimeWindow,
  now: number,
): Proof {
  const header = request.headers['x-twilio-email-event-webhook-signature'];
  const time = request.headers['x-twilio-email-event-webhook-timestamp'];
  if (header === undefined || time === undefined) return missing;
  const key = sendgridKey(publicKey);
  if (key === null || !base64Der.test(header) || !digits.test(time)) return wrong;
  const signed = Buffer.concat([Buffer.from(time), request.body]);
  if (!verify('sha256', signed, { key, dsaEncoding: 'der' }, Buffer.from(header, 'base64'))) return wrong;
  return inWindow(Number(time) * secondMs, window, now);
}

/** The public key as SendGrid shows it: base64 of its SPKI. Null for anything but a key on P-256. */
export function sendgridKey(text: string): KeyObject | null {
  if (!/^[A-Za-z0-9+/]{100,200}={0,2}$/.test(text)) return null;
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
      ? key
      : null;
  } catch {
    // OpenSSL reports an invalid key only by throwing.
    return null;
  }
}

/** Mailgun signs the time and a single-use token, both in the body. */
export type MailgunSignature = { timestamp: string; token: string; signature: string };

/** Mailgun: hex HMAC-SHA256 of `timestamp + token`. The rest of the body is not covered. */
export function proveMailgun(
  given: MailgunSignature | null,
  secret: string,
  window: TimeWindow,
  now: number,
): Proof {
  if (given === null) return missing;
  if (!digits.test(given.timestamp) || !/^[0-9a-zA-Z]{20,100}$/.test(given.token)) return wrong;
  const expected = hmac('sha256', secret, given.timestamp + given.token, Buffer.alloc(0));
  if (!anyEquals(expected, [given.signature], hexSha256, 'hex')) return wrong;
  return inWindow(Number(given.timestamp) * secondMs, window, now);
}

export function inWindow(at: number, { pastMs, aheadMs }: TimeWindow, now: number): Proof {
  if (at < now - pastMs) return { proved: false, why: 'too_old' };
  if (at > now + aheadMs) return { proved: false, why: 'in_the_future' };
  return { proved: true, at };
}

function hmac(algorithm: 'sha1' | 'sha256', key: string | Buffer, before: string, body: Buffer): Buffer {
  return createHmac(algorithm, key).update(before).update(body).digest();
}

/** Compares every candidate in constant time, so that timing does not reveal the match. */
function anyEquals(
  expected: Buffer,
  candidates: readonly string[],
  shape: RegExp,
  encoding: 'hex' | 'base64',
): boolean {
  let isEqual = false;
  for (const candidate of candidates.slice(0, signaturesMax)) {
    if (!shape.test(candidate)) continue;
    if (timingSafeEqual(expected, Buffer.from(candidate, encoding))) isEqual = true;
  }
  return isEqual;
}
