import { hash, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '../../../model/bounded-map.ts';
import { secondMs } from '../../../model/instant.ts';
import {
  assertionCharactersMax,
  assertionsRememberedMax,
  claimedClient,
  isAssertionType,
  readAssertionClaims,
} from '../../../model/oauth/client-assertion.ts';
import {
  assertionAlgorithms,
  type ClientKeys,
  isAssertionAlgorithm,
} from '../../../model/oauth/client-keys.ts';
import type { GrantRecord } from '../../../model/oauth/grant.ts';
import { clientIdShape, type OauthClient } from '../../../model/oauth/oauth-client.ts';
import type { OauthFault } from '../../../model/oauth/oauth-error.ts';
import { noteAssertion } from '../../../store/records/access/oauth.ts';
import type { Engine } from '../../context/scope.ts';
import { isSigned, keyFinder, type PublishedKeys, publishedKeys } from '../published-keys.ts';
import { type ClientDirectory, isJson } from './identify-client.ts';

/** Not verified yet. */
export type ClientCredential =
  | { kind: 'none' }
  | { kind: 'secret'; secret: string }
  | { kind: 'assertion'; assertion: string };

type Presented = {
  clientId: string;
  credential: ClientCredential;
  audiences: readonly string[];
  ip: string;
};

type ProvedGrant = Pick<GrantRecord, 'clientId' | 'clientAuthentication'>;

export type ClientProver = {
  /** Authenticates the client of a grant. Returns null on success. */
  prove(grant: ProvedGrant, presented: Presented): Promise<OauthFault | null>;
};

const keySetOctetsMax = 64 * 1024;
const fetchMsMax = 5 * secondMs;
/** Only clients approved by a person get here. */
const keySetsRememberedMax = 500;

export function clientProver(engine: Engine, clients: ClientDirectory): ClientProver {
  const keySets = new BoundedMap<string, PublishedKeys>(keySetsRememberedMax);

  /** Never in a private network, because the client chose the URL. */
  function keysAt(url: string): PublishedKeys {
    const known = keySets.get(url);
    if (known) return known;
    const made = publishedKeys(engine, {
      cacheKey: `client-keys ${url}`,
      fetchKeys: () => fetchKeySet(engine, url),
    });
    keySets.set(url, made);
    return made;
  }

  async function isSignedBy(
    keys: ClientKeys,
    assertion: string,
    algorithms: readonly string[],
  ): Promise<boolean> {
    if ('jwksUri' in keys) return await keysAt(keys.jwksUri).signed(assertion, algorithms);
    return (await isSigned(assertion, await keyFinder(keys.jwks), algorithms)) ?? false;
  }

  async function proveAssertion(
    assertion: string,
    client: OauthClient,
    audiences: readonly string[],
  ): Promise<OauthFault | null> {
    const { world, store } = engine;
    const refuse = (why: string): OauthFault => {
      world.log.info({ clientId: client.clientId, why }, 'a client assertion was refused');
      return { error: 'invalid_client', why: `The client_assertion was rejected: ${why}` };
    };
    const unverified = await readUnverified(assertion);
    if (!unverified) return refuse('it is not a client JWT, or is too long');
    const { algorithm } = unverified;
    if (!isAssertionAlgorithm(algorithm))
      return refuse(`it must be signed with ${assertionAlgorithms.join(', ')}`);
    if (client.algorithm !== null && algorithm !== client.algorithm) {
      return refuse('its alg is not the client’s token_endpoint_auth_signing_alg');
    }
    const now = world.clock.now();
    const claims = readAssertionClaims(unverified.claims, { clientId: client.clientId, audiences, now });
    if ('fault' in claims) return refuse(claims.fault);
    // Only this algorithm, so that a key of another type cannot be made to fit.
    if (!client.keys || !(await isSignedBy(client.keys, assertion, [algorithm]))) {
      return refuse('its signature matches no key of the client');
    }
    const used = {
      client: client.clientId,
      mark: hash('sha256', claims.jti),
      expiresAt: claims.expiresAt,
      max: assertionsRememberedMax,
    };
    const noted = await store.database.transaction((queries) => noteAssertion(queries, used, now));
    if (noted === 'used') return refuse('its jti was already used');
    return noted === 'full' ? refuse('the client has too many unexpired assertions') : null;
  }

  return {
    async prove(grant, { clientId, credential, audiences, ip }) {
      // The grant's own check rejects another client's secret.
      if (grant.clientId !== clientId) return null;
      const { clientAuthentication } = grant;
      if (clientAuthentication === 'none') return credential.kind === 'none' ? null : publicOnly;
      if (credential.kind === 'none') return unauthenticated;
      const client = await clients.identify(clientId, ip);
      if ('fault' in client) return unknownClient(clientId, client.fault);
      // After a change of its authentication method, a client needs a new approval.
      if (client.authentication !== clientAuthentication) return unauthenticated;
      if (credential.kind === 'assertion' && clientAuthentication === 'private_key_jwt') {
        return await proveAssertion(credential.assertion, client, audiences);
      }
      if (credential.kind === 'secret' && clientAuthentication === 'client_secret') {
        return isSecretOf(client, credential.secret) ? null : wrongSecret;
      }
      return unauthenticated;
    },
  };
}

/** Clients discard their credentials after an `invalid_client`, so an unreadable metadata document gets a retryable error. */
export function unknownClient(clientId: string, fault: string): OauthFault {
  const error = clientIdShape.test(clientId) ? 'invalid_client' : 'temporarily_unavailable';
  return { error, why: `The client is unknown: ${fault}` };
}

const publicOnly: OauthFault = {
  error: 'invalid_client',
  why: 'This client is public; send only client_id',
};
const unauthenticated: OauthFault = {
  error: 'invalid_client',
  why: 'This client must use its registered authentication method',
};
const wrongSecret: OauthFault = {
  error: 'invalid_client',
  why: 'The client_secret is wrong',
};

function isSecretOf({ secretHash }: OauthClient, secret: string): boolean {
  if (secretHash === null) return false;
  return timingSafeEqual(Buffer.from(hash('sha256', secret)), Buffer.from(secretHash));
}

async function readUnverified(text: string): Promise<{ algorithm: unknown; claims: unknown } | null> {
  if (text.length > assertionCharactersMax) return null;
  const { decodeJwt, decodeProtectedHeader } = await import('jose');
  try {
    const { alg, typ } = decodeProtectedHeader(text);
    return isAssertionType(typ) ? { algorithm: alg, claims: decodeJwt(text) } : null;
  } catch {
    return null;
  }
}

async function fetchKeySet({ world }: Engine, url: string): Promise<unknown> {
  const fetched = await world.fetchDocument?.({
    url,
    takes: isJson,
    octetsMax: keySetOctetsMax,
    withinMs: fetchMsMax,
  });
  try {
    if (fetched && 'text' in fetched) return JSON.parse(fetched.text);
  } catch {}
  const why = fetched && 'why' in fetched ? fetched.why : 'it is not JSON';
  world.log.info({ url, why }, 'the keys of an OAuth client could not be fetched');
  return null;
}

/** Reads the client from an unverified assertion, because client_id may be left out (RFC 7521 4.2). */
export async function clientOfAssertion(assertion: string): Promise<string | null> {
  const unverified = await readUnverified(assertion);
  return unverified && claimedClient(unverified.claims);
}
