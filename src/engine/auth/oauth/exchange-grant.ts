import {
  accessTokenMs,
  type GrantRecord,
  judgeCode,
  judgeRefresh,
  narrowedScopes,
  revoked,
  withNewTokens,
} from '../../../model/oauth/grant.ts';
import { clientIdShape } from '../../../model/oauth/oauth-client.ts';
import type { OauthFault } from '../../../model/oauth/oauth-error.ts';
import { scopesWithin } from '../../../model/oauth/scopes.ts';
import type { TokenScope } from '../../../model/organization/token.ts';
import type { Queries } from '../../../store/database.ts';
import { GrantRecords, grantById } from '../../../store/records/access/oauth.ts';
import { holdClient } from '../../../store/records/access/oauth-clients.ts';
import type { Engine } from '../../context/scope.ts';
import { auditGrant } from './audit-grant.ts';
import { findApprover } from './grant-approver.ts';
import { makeSecret, readSecret, type SecretKind } from './grant-secrets.ts';
import { noteUseOfClient } from './identify-client.ts';

/** Secrets in plain text; only their hashes are stored. */
export type IssuedTokens = {
  accessToken: string;
  lifeMs: number;
  refreshToken: string | null;
  scopes: readonly TokenScope[];
};

/** Authenticates a grant's client before anything else happens. Returns null on success. */
export type ProveClient = (
  grant: Pick<GrantRecord, 'clientId' | 'clientAuthentication'>,
) => Promise<OauthFault | null>;

export async function exchangeCode(
  engine: Engine,
  presented: {
    code: string;
    clientId: string;
    redirectUri: string;
    verifier: string;
    resource: string | null;
    requestId: string;
    prove: ProveClient;
  },
): Promise<IssuedTokens | OauthFault> {
  return await onGrant(engine, 'code', presented.code, presented.prove, async (queries, grant, hash, now) => {
    if (grant.code.hash !== hash) return unknown;
    const asked = { scopes: null, requestId: presented.requestId };
    return await settle(engine, queries, grant, judgeCode(grant, presented, now), now, asked);
  });
}

export async function exchangeRefresh(
  engine: Engine,
  presented: {
    refreshToken: string;
    clientId: string;
    resource: string | null;
    scopes: readonly string[] | null;
    requestId: string;
    prove: ProveClient;
  },
): Promise<IssuedTokens | OauthFault> {
  return await onGrant(
    engine,
    'refresh',
    presented.refreshToken,
    presented.prove,
    async (queries, grant, hash, now) => {
      const judgement = judgeRefresh(grant, { ...presented, hash }, now);
      return await settle(engine, queries, grant, judgement, now, presented);
    },
  );
}

/** Revokes the grant of an access or refresh token. An unknown token counts as revoked (RFC 7009 2.1). */
export async function endGrant(
  engine: Engine,
  presented: { token: string; clientId: string; requestId: string; prove: ProveClient },
): Promise<OauthFault | null> {
  const { token, clientId, requestId, prove } = presented;
  for (const kind of ['refresh', 'access'] as const) {
    const ended = await onGrant(engine, kind, token, prove, async (queries, grant, _hash, now) => {
      if (grant.clientId !== clientId) return othersToken;
      if (grant.revokedAt === null) await revoke(engine, queries, grant, now, requestId);
      return null;
    });
    if (ended !== unknown) return ended;
  }
  return null;
}

const othersToken: OauthFault = { error: 'invalid_grant', why: 'The token belongs to another client' };
const unknown: OauthFault = { error: 'invalid_grant', why: 'It is unknown or has expired' };

/** Runs `act` with the grant's row locked. Secrets with an invalid MAC fail first, without a fetch. */
async function onGrant<Answer>(
  engine: Engine,
  kind: SecretKind,
  secret: string,
  prove: ProveClient,
  act: (queries: Queries, grant: GrantRecord, hash: string, now: number) => Promise<Answer>,
): Promise<Answer | OauthFault> {
  const read = readSecret(engine, kind, secret);
  if (!read) return unknown;
  const found = await grantById(engine.store.database.reader, read.grant);
  if (!found) return unknown;
  const unproved = await prove(found);
  if (unproved) return unproved;
  return await engine.store.database.transaction(async (queries) => {
    const grant = await new GrantRecords(queries, found.organization).hold(read.grant);
    return grant ? await act(queries, grant, read.hash, engine.world.clock.now()) : unknown;
  });
}

async function settle(
  engine: Engine,
  queries: Queries,
  grant: GrantRecord,
  judgement: ReturnType<typeof judgeCode>,
  now: number,
  { scopes: asked, requestId }: { scopes: readonly string[] | null; requestId: string },
): Promise<IssuedTokens | OauthFault> {
  if (judgement.kind === 'refuse') {
    if (judgement.revoke && grant.revokedAt === null) {
      await revoke(engine, queries, grant, now, requestId);
      engine.world.log.warn({ grant: grant.id, why: judgement.why }, 'a grant was revoked');
    }
    return { error: judgement.error, why: judgement.why };
  }
  const token = await findApprover(queries, grant, now);
  if (!token) {
    await revoke(engine, queries, grant, now, requestId);
    return { error: 'invalid_grant', why: 'The API token or person that approved this no longer has access' };
  }
  if (!(await isClientThere(queries, grant.clientId, now))) {
    await revoke(engine, queries, grant, now, requestId);
    return { error: 'invalid_client', why: 'The client is no longer registered on this server' };
  }
  const access = makeSecret(engine, 'access', grant.id);
  const refresh = grant.renewable ? makeSecret(engine, 'refresh', grant.id) : null;
  // The refresh token keeps the full scope, so that the next refresh may request it again.
  const scopes = narrowedScopes(grant, asked);
  const issued = { accessHash: access.hash, refreshHash: refresh?.hash ?? null, scopes };
  await new GrantRecords(queries, grant.organization).update(withNewTokens(grant, issued, now));
  return {
    accessToken: access.secret,
    lifeMs: accessTokenMs,
    refreshToken: refresh?.secret ?? null,
    scopes: scopesWithin(scopes ?? grant.scopes, token.scopes),
  };
}

/** Records the use. A client with a metadata document exists as long as its grants. */
export async function isClientThere(queries: Queries, clientId: string, now: number): Promise<boolean> {
  if (!clientIdShape.test(clientId)) return true;
  const client = await holdClient(queries, clientId, now);
  if (client) await noteUseOfClient(queries, client, now);
  return client !== undefined;
}

async function revoke(
  engine: Engine,
  queries: Queries,
  grant: GrantRecord,
  now: number,
  requestId: string,
): Promise<void> {
  await new GrantRecords(queries, grant.organization).update(revoked(grant, now));
  await auditGrant(engine, queries, grant, { tool: 'revoke_grant', requestId });
}
