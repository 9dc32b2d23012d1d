import type { CallerCache } from '../../engine/auth/authenticate.ts';
import { issuerKeys } from '../../engine/auth/issuer-keys.ts';
import type { IdentityProvider } from '../../engine/auth/oauth/exchange-assertion.ts';
import { clientDirectory } from '../../engine/auth/oauth/identify-client.ts';
import { proveAccess } from '../../engine/auth/prove-access.ts';
import { proveOutside } from '../../engine/auth/prove-outside.ts';
import type { Caller, Proof } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import type { OauthAuthority } from '../../model/oauth/authority.ts';
import { isOauthScope, workingScopes } from '../../model/oauth/scopes.ts';
import {
  scopesAllow,
  type TokenRecord,
  type TokenScope,
  tokenPrefix,
} from '../../model/organization/token.ts';
import { mcpPath, metadataChallenge } from '../http/protected-resource.ts';
import { type HttpAnswer, jsonAnswer, jsonHeaders, type Route } from '../http/request-response.ts';
import { authorizeRoutes } from './authorize-routes.ts';
import { registerRoutes } from './register-routes.ts';
import { tokenRoutes } from './token-routes.ts';

/** OAuth 2.1 for MCP: access tokens besides API tokens, and metadata for clients. */
export type AuthorizationServer = {
  routes: Route[];
  /** Authenticates callers of `/mcp` by API token or by an access token for that resource. Use it only for that route. */
  prove: CallerCache['prove'];
  /** RFC 9728 section 2. */
  metadata: Readonly<Record<string, unknown>>;
  /** RFC 9728 section 5.1. */
  challenge: string;
  cameByOauth(caller: Caller): boolean;
  /** RFC 6750 section 3.1: returns a 403 `insufficient_scope`, or null if the caller has the scope or cannot get it. */
  stepUp(caller: Caller, needed: TokenScope): HttpAnswer | null;
};

const insufficient = 403;

export function authorizationServer({
  engine,
  callers,
  authority,
}: {
  engine: Engine;
  callers: CallerCache;
  authority: OauthAuthority;
}): AuthorizationServer {
  const urlOf = (path: string): string => new URL(path, engine.settings.baseUrl).href;
  const resource = urlOf(mcpPath);
  const registration = authority.kind === 'embedded' && authority.registration === true;
  const issuer = new URL(engine.settings.baseUrl).origin;
  const clients = clientDirectory(engine);
  const identityProvider = providerOf(authority, engine, { audience: issuer, resource });
  const place = { engine, callers, clients, registration, issuer, identityProvider, resource, urlOf };
  const challenge = metadataChallenge(engine.settings.baseUrl);
  const proveOauth = proofBy(authority, engine, resource);
  /** Token records of callers with OAuth. Each exists for a single request. */
  const granted = new WeakSet<TokenRecord>();

  async function proveGranted(secret: string, ip: string): Promise<Proof> {
    const proof = await proveOauth(secret, ip);
    if (proof.kind === 'proved') granted.add(proof.token);
    return proof;
  }

  const cameByOauth = ({ token }: Caller): boolean => token !== null && granted.has(token);

  return {
    routes:
      authority.kind === 'embedded'
        ? [...authorizeRoutes(place), ...tokenRoutes(place), ...registerRoutes(place)]
        : [],
    prove: (secret, ip) =>
      secret.startsWith(tokenPrefix) ? callers.prove(secret, ip) : proveGranted(secret, ip),
    metadata: {
      resource,
      resource_name: 'Posthouse',
      bearer_methods_supported: ['header'],
      ...(authority.kind === 'none'
        ? {}
        : {
            authorization_servers: [authority.kind === 'embedded' ? place.issuer : authority.issuer],
            scopes_supported: workingScopes,
          }),
    },
    challenge: authority.kind === 'none' ? challenge : `${challenge}, scope="${workingScopes.join(' ')}"`,
    cameByOauth,
    stepUp(caller, needed) {
      if (!cameByOauth(caller) || !isOauthScope(needed) || scopesAllow(caller.scopes, needed)) return null;
      const scope = [...caller.scopes, needed].join(' ');
      const wanted = `${challenge}, error="insufficient_scope", scope="${scope}"`;
      const body = {
        error: 'insufficient_scope',
        error_description: `This needs the scope ${needed}`,
        scope,
      };
      return jsonAnswer(insufficient, body, { ...jsonHeaders, 'WWW-Authenticate': wanted });
    },
  };
}

function providerOf(
  authority: OauthAuthority,
  engine: Engine,
  ours: Pick<IdentityProvider, 'audience' | 'resource'>,
): IdentityProvider | null {
  if (authority.kind !== 'embedded' || authority.identityProvider === undefined) return null;
  const issuer = authority.identityProvider;
  return { issuer, keys: issuerKeys(engine, issuer), ...ours };
}

function proofBy(
  authority: OauthAuthority,
  engine: Engine,
  resource: string,
): (secret: string, ip: string) => Promise<Proof> {
  switch (authority.kind) {
    case 'none':
      return async () => ({ kind: 'unknown' });
    case 'embedded':
      return (secret, ip) =>
        proveAccess(engine, secret, ip, { resource, identityProvider: authority.identityProvider ?? null });
    case 'outside': {
      const { issuer } = authority;
      const keys = issuerKeys(engine, issuer);
      return (secret) => proveOutside(engine, keys, secret, { issuer, audience: resource });
    }
  }
}
