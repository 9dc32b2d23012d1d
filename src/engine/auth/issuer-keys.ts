import { z } from 'zod';
import { secondMs } from '../../model/instant.ts';
import type { Engine } from '../context/scope.ts';
import { isJson } from './oauth/identify-client.ts';
import { publishedKeys } from './published-keys.ts';

export type IssuerKeys = {
  signed(token: string): Promise<boolean>;
};

/** Only asymmetric algorithms: `none` and the shared secrets of HS256 are rejected, whatever the token's header says. */
const algorithms = ['RS256', 'ES256', 'EdDSA'];

const documentOctetsMax = 256 * 1024;
const fetchMsMax = 5 * secondMs;

/** Discovers the keys through the issuer's metadata (RFC 8414 3, or OpenID Connect Discovery 4). */
export function issuerKeys(engine: Engine, issuer: string): IssuerKeys {
  const { log, fetchDocument } = engine.world;

  const Metadata = z.object({
    issuer: z.literal(issuer),
    jwks_uri: z.string().refine((uri) => URL.parse(uri)?.protocol === 'https:'),
  });

  /** Private networks are allowed, because the operator chose the issuer. */
  async function fetched(url: string): Promise<string | null> {
    const document = await fetchDocument?.({
      url,
      takes: isJson,
      octetsMax: documentOctetsMax,
      withinMs: fetchMsMax,
      allowPrivate: true,
    });
    if (document && 'text' in document) return document.text;
    log.warn({ url, why: document?.why ?? 'fetching is disabled' }, 'the OAuth issuer did not answer');
    return null;
  }

  const keys = publishedKeys(engine, {
    cacheKey: `issuer-keys ${issuer}`,
    async fetchKeys() {
      for (const url of metadataUrls(issuer)) {
        const metadata = Metadata.safeParse(parsed(await fetched(url)));
        if (metadata.success) return parsed(await fetched(metadata.data.jwks_uri));
      }
      return null;
    },
  });
  return { signed: (token) => keys.signed(token, algorithms) };
}

/** RFC 8414 3.1 inserts the well-known segment before the issuer's path, OpenID Connect appends it. */
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
