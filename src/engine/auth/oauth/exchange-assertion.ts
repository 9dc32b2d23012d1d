import { hash } from 'node:crypto';
import { assertionsRememberedMax } from '../../../model/oauth/client-assertion.ts';
import { accessTokenMs, type GrantRecord } from '../../../model/oauth/grant.ts';
import {
  assertedGrantsPerOrganizationMax,
  assertedGrantsPerPersonMax,
  assertedScopes,
  type IdentityAssertion,
  identityAssertionCharactersMax,
  isIdentityAssertionType,
  readIdentityAssertion,
} from '../../../model/oauth/identity-assertion.ts';
import type { OauthClient } from '../../../model/oauth/oauth-client.ts';
import type { OauthFault } from '../../../model/oauth/oauth-error.ts';
import type { OauthScope } from '../../../model/oauth/scopes.ts';
import type { Queries } from '../../../store/database.ts';
import { GrantRecords, noteAssertion } from '../../../store/records/access/oauth.ts';
import type { Engine } from '../../context/scope.ts';
import type { IssuerKeys } from '../issuer-keys.ts';
import { noRow, organizationNamed } from '../subject-record.ts';
import { auditGrant } from './audit-grant.ts';
import { type IssuedTokens, isClientThere, type ProveClient } from './exchange-grant.ts';
import { grantId, makeSecret } from './grant-secrets.ts';
import type { ClientDirectory } from './identify-client.ts';
import { unknownClient } from './prove-client.ts';

export type IdentityProvider = {
  issuer: string;
  keys: IssuerKeys;
  audience: string;
  resource: string;
};

type Presented = {
  assertion: string;
  clientId: string;
  resource: string | null;
  scope: string | null;
  ip: string;
  requestId: string;
  prove: ProveClient;
};

/**
 * Exchanges an identity assertion for an access token, once. Unsigned assertions never trigger a fetch. There
 * is no refresh token, so that the identity provider decides again within the hour
 * (draft-ietf-oauth-identity-assertion-authz-grant-04 4.4.2).
 */
export async function exchangeAssertion(
  engine: Engine,
  clients: ClientDirectory,
  provider: IdentityProvider,
  presented: Presented,
): Promise<IssuedTokens | OauthFault> {
  const { clientId } = presented;
  const { clock, log } = engine.world;
  const refuse = (why: string): OauthFault => {
    log.info({ clientId, why }, 'an identity assertion was refused');
    return { error: 'invalid_grant', why: `The assertion was rejected: ${why}` };
  };
  if ((presented.resource ?? provider.resource) !== provider.resource) {
    return { error: 'invalid_target', why: `resource must be ${provider.resource}` };
  }
  const unverified = await readUnverified(presented.assertion);
  if (!unverified) return refuse('it is not an oauth-id-jag+jwt, or it is too long');
  const now = clock.now();
  const said = readIdentityAssertion(unverified.claims, { ...provider, clientId, now });
  if ('fault' in said) return refuse(said.fault);
  if (!(await provider.keys.signed(presented.assertion)))
    return refuse('its signature matches no key of the issuer');
  const client = await clients.identify(clientId, presented.ip);
  if ('fault' in client) return unknownClient(clientId, client.fault);
  const unproved = await presented.prove({ clientId, clientAuthentication: client.authentication });
  if (unproved) return unproved;
  const scopes = assertedScopes(said, presented.scope);
  if ('error' in scopes) return scopes;
  const organization = await organizationNamed(engine, said.organization);
  if (!organization) return refuse('it names no organization on this server');
  return await engine.store.database.transaction(async (queries) => {
    const used = {
      client: `issuer ${provider.issuer}`,
      mark: hash('sha256', said.jti),
      expiresAt: said.expiresAt,
      max: assertionsRememberedMax,
    };
    const noted = await noteAssertion(queries, used, now);
    if (noted === 'used') return refuse('its jti was already used');
    if (noted === 'full') return tooMany;
    if (!(await isClientThere(queries, clientId, now))) {
      return unknownClient(clientId, 'it is not registered here');
    }
    return await issue(engine, queries, {
      organization: organization.key,
      provider,
      client,
      said,
      scopes,
      ...presented,
    });
  });
}

type Verified = Pick<Presented, 'requestId'> & {
  organization: number;
  provider: IdentityProvider;
  client: OauthClient;
  said: IdentityAssertion;
  scopes: OauthScope[];
};

async function issue(
  engine: Engine,
  queries: Queries,
  { organization, provider, client, said, scopes, requestId }: Verified,
): Promise<IssuedTokens | OauthFault> {
  const now = engine.world.clock.now();
  const grants = new GrantRecords(queries, organization);
  const live = await grants.countToAdd(now, 'identity providers');
  const asserted = { issuer: provider.issuer, subject: said.subject };
  const ended = await grants.endOfPerson(
    { asserted, clientId: client.clientId },
    now,
    assertedGrantsPerPersonMax - 1,
  );
  if (live - ended.length >= assertedGrantsPerOrganizationMax) return tooMany;
  const id = grantId(engine);
  const { secret, hash: accessHash } = makeSecret(engine, 'access', id);
  const expiresAt = now + accessTokenMs;
  const grant: Omit<GrantRecord, 'key' | 'organization'> = {
    id,
    token: noRow,
    approvedBy: '',
    asserted,
    person: null,
    clientId: client.clientId,
    clientName: client.name,
    clientAuthentication: client.authentication,
    redirectUri: '',
    resource: provider.resource,
    scopes,
    renewable: false,
    // No authorization code exists, and no code has an empty hash.
    code: { hash: '', challenge: '', expiresAt: now, usedAt: now },
    access: { hash: accessHash, expiresAt, scopes: null },
    earlierAccess: null,
    refreshHash: null,
    createdAt: now,
    refreshedAt: now,
    endsAt: expiresAt,
    revokedAt: null,
  };
  await grants.add(grant);
  await auditGrant(engine, queries, { ...grant, organization }, { tool: 'approve_grant', requestId });
  return { accessToken: secret, lifeMs: accessTokenMs, refreshToken: null, scopes };
}

const tooMany: OauthFault = {
  error: 'temporarily_unavailable',
  why: 'Too many assertions or grants of this identity provider are in use; try again later',
};

async function readUnverified(text: string): Promise<{ claims: unknown } | null> {
  if (text.length > identityAssertionCharactersMax) return null;
  const { decodeJwt, decodeProtectedHeader } = await import('jose');
  try {
    return isIdentityAssertionType(decodeProtectedHeader(text).typ) ? { claims: decodeJwt(text) } : null;
  } catch {
    return null;
  }
}
