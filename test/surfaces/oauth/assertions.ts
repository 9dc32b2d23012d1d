import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { secondMs } from '../../../src/model/instant.ts';
import { baseUrl, type SimulatedPlatform } from '../../world/platform.ts';
import { clientId } from './scene.ts';

/** Client assertions signed with Node's crypto, independently of the library that verifies them. */

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
export const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
export const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const ed = generateKeyPairSync('ed25519');
export const outsider = generateKeyPairSync('rsa', { modulusLength: 2_048 });

type Claims = Record<string, unknown>;
export type Terms = { header?: Claims; claims?: Claims; key?: KeyObject | string };

export function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

let assertions = 0;

/**
 * A valid client assertion with the given changes; undefined omits a claim, and a string key makes an HMAC.
 */
export function assertionOf(
  { clock }: SimulatedPlatform,
  { header = {}, claims = {}, key = rsa.privateKey }: Terms = {},
): string {
  const now = Math.floor(clock.now() / secondMs);
  assertions += 1;
  const head = { alg: 'RS256', typ: 'JWT', kid: 'r1', ...header };
  const body = {
    iss: clientId,
    sub: clientId,
    aud: baseUrl,
    iat: now,
    exp: now + 60,
    jti: `assertion ${assertions}`,
    ...claims,
  };
  const signed = `${part(head)}.${part(body)}`;
  return `${signed}.${signatureOf(head.alg, signed, key)}`;
}

function signatureOf(alg: unknown, signed: string, key: KeyObject | string): string {
  if (alg === 'none') return '';
  if (typeof key === 'string') return createHmac('sha256', key).update(signed).digest('base64url');
  if (key.asymmetricKeyType === 'ed25519') return sign(null, Buffer.from(signed), key).toString('base64url');
  const pss = alg === 'PS256' ? { padding: 6, saltLength: 32 } : {};
  return sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363', ...pss }).toString(
    'base64url',
  );
}

export function keySet(keys: readonly [string, KeyObject, Claims?][]): { keys: Claims[] } {
  return { keys: keys.map(([kid, key, more = {}]) => ({ ...key.export({ format: 'jwk' }), kid, ...more })) };
}

export const publicKeys = keySet([
  ['r1', rsa.publicKey, { use: 'sig' }],
  ['e1', ec.publicKey],
  ['o1', ed.publicKey],
]);
