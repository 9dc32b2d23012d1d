import type { CompactVerifyGetKey, JWK } from 'jose';
import { z } from 'zod';
import { hourMs, minuteMs, secondMs } from '../../model/instant.ts';
import type { Engine } from '../context/scope.ts';
import { isJson } from './identify-client.ts';

export type IssuerKeys = {
  /** Whether a key of the issuer signed this token; false when the issuer has no such key or cannot be asked. */
  signed(token: string): Promise<boolean>;
};

/** Asymmetric only: `none` and the shared secrets of HS256 are refused whatever the token's header says. */
const algorithms = ['RS256', 'ES256', 'EdDSA'];
const keysMax = 100;
/** A JWK Set (RFC 7517 5). A key that cannot sign, or is too weak, is refused by jose when a token names it. */
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(keysMax) });

const documentOctetsMax = 256 * 1024;
const fetchMsMax = 5 * secondMs;
/** How long the issuer's keys are used before they are asked for again. */
const believedMs = 10 * minuteMs;
/** An issuer that does not answer is believed so much longer. */
const believedAtMostMs = hourMs;
/** Between two requests, whatever keys tokens name: an attacker can name any number that do not exist. */
const restMs = 30 * secondMs;

/** The keys of an issuer, found by its metadata (RFC 8414 3, or OpenID Connect Discovery 4). */
export function issuerKeys(engine: Engine, issuer: string): IssuerKeys {
  const { clock, log, fetchDocument, lastingCache } = engine.world;
  let keyFor: CompactVerifyGetKey | null = null;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;
  const cacheKey = `issuer-keys ${issuer}`;
  let reading: Promise<void> | null = null;

  const Metadata = z.object({
    issuer: z.literal(issuer),
    jwks_uri: z.string().refine((uri) => URL.parse(uri)?.protocol === 'https:'),
  });

  /** The operator chose the issuer, and the issuer says where its keys are: both may stand in a private network. */
  async function fetched(url: string): Promise<string | null> {
    const document = await fetchDocument?.({
      url,
      takes: isJson,
      octetsMax: documentOctetsMax,
      withinMs: fetchMsMax,
      allowPrivate: true,
    });
    if (document && 'text' in document) return document.text;
    log.warn({ url, why: document?.why ?? 'nothing is fetched here' }, 'the OAuth issuer did not answer');
    return null;
  }

  async function ask(): Promise<void> {
    askedAt = clock.monotonic();
    const at = askedAt;
    for (const url of metadataUrls(issuer)) {
      const metadata = Metadata.safeParse(parsed(await fetched(url)));
      if (!metadata.success) continue;
      const read = KeySet.safeParse(parsed(await fetched(metadata.data.jwks_uri)));
      if (!read.success) return;
      await believe(read.data, at);
      await lastingCache?.set(cacheKey, read.data, believedAtMostMs);
      return;
    }
  }

  async function believe({ keys }: z.infer<typeof KeySet>, at: number): Promise<void> {
    const { createLocalJWKSet } = await import('jose');
    keyFor = createLocalJWKSet({ keys: keys as JWK[] });
    fetchedAt = at;
  }

  /** Keys from before a restart, so that callers get in while the issuer cannot be reached. */
  async function readKept(): Promise<void> {
    const kept = await lastingCache?.get(cacheKey);
    const read = KeySet.safeParse(kept?.value);
    if (kept && read.success) await believe(read.data, clock.monotonic() - (believedAtMostMs - kept.msLeft));
  }

  async function askAgain(): Promise<void> {
    if (asking === null && clock.monotonic() - askedAt < restMs) return;
    asking ??= ask().finally(() => {
      asking = null;
    });
    await asking;
  }

  /** Null when the issuer has no key that the token could be signed with. */
  async function isSigned(token: string): Promise<boolean | null> {
    if (keyFor === null) return null;
    const { compactVerify, errors } = await import('jose');
    try {
      await compactVerify(token, keyFor, { algorithms });
      return true;
    } catch (error) {
      return error instanceof errors.JWKSNoMatchingKey ? null : false;
    }
  }

  return {
    async signed(token) {
      reading ??= readKept();
      await reading;
      if (clock.monotonic() - fetchedAt >= believedMs) await askAgain();
      if (clock.monotonic() - fetchedAt >= believedAtMostMs) return false;
      const signed = await isSigned(token);
      if (signed !== null) return signed;
      await askAgain();
      return (await isSigned(token)) ?? false;
    },
  };
}

/** Where an issuer's metadata may stand: RFC 8414 3.1 puts the well-known name before the path, OpenID behind it. */
function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
