import { minuteMs } from '../../model/instant.ts';
import { isLive, scopesOfAccess } from '../../model/oauth/grant.ts';
import { scopesWithin } from '../../model/oauth/scopes.ts';
import { grantById } from '../../store/records/access/oauth.ts';
import { noteTokensUsed, type TokenRecord } from '../../store/records/access/tokens.ts';
import type { Proof } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { findApprover, usableFrom } from './oauth/grant-approver.ts';
import { readSecret } from './oauth/grant-secrets.ts';

const useNotedEveryMs = minuteMs;

/**
 * Authenticates an access token as the API token that approved its grant. Caches nothing, so that a
 * revocation takes effect immediately. Grants of an issuer other than `identityProvider` stop working.
 */
export async function proveAccess(
  engine: Engine,
  secret: string,
  ip: string,
  expected: { resource: string; identityProvider: string | null },
): Promise<Proof> {
  const read = readSecret(engine, 'access', secret);
  if (!read) return { kind: 'unknown' };
  const { database, organizations } = engine.store;
  const now = engine.world.clock.now();
  const grant = await grantById(database.reader, read.grant);
  const isFor =
    grant?.resource === expected.resource &&
    (grant.asserted === null || grant.asserted.issuer === expected.identityProvider);
  const scopes = grant && isFor ? scopesOfAccess(grant, read.hash, now) : null;
  if (!grant || !scopes) return { kind: 'unknown' };
  const token = await findApprover(database.reader, grant, now);
  const organization = token && (await organizations.byKey(token.organization));
  if (!token || !organization) return { kind: 'unknown' };
  if (!usableFrom(token, ip)) return { kind: 'wrong address', organization };
  await noteUse(engine, token, now);
  return {
    kind: 'proved',
    token: { ...token, scopes: scopesWithin(scopes, token.scopes) },
    organization,
    grant: grant.id,
  };
}

export async function grantStillWorks({ store, world }: Engine, id: string): Promise<boolean> {
  const now = world.clock.now();
  const grant = await grantById(store.database.reader, id);
  if (!grant || !isLive(grant, now)) return false;
  return (await findApprover(store.database.reader, grant, now)) !== undefined;
}

async function noteUse({ store, world }: Engine, token: TokenRecord, now: number): Promise<void> {
  if (token.lastUsedAt !== null && now - token.lastUsedAt < useNotedEveryMs) return;
  try {
    await store.database.transaction((queries) => noteTokensUsed(queries, new Map([[token.key, now]])));
  } catch (error) {
    // The next use of the token repeats the write.
    world.log.warn({ err: error }, 'the last use of a token could not be recorded');
  }
}
