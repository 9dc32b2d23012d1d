import type { CallerCache } from '../../engine/auth/authenticate.ts';
import type { IdentityProvider } from '../../engine/auth/exchange-assertion.ts';
import type { ClientDirectory } from '../../engine/auth/identify-client.ts';
import type { Engine } from '../../engine/context/scope.ts';

/** A client's metadata URL, a redirect_uri, a state and a sealed copy of them all. */
export const formBytesMax = 32 * 1024;

/** What the routes of the authorization server stand on. */
export type OauthPlace = {
  engine: Engine;
  callers: CallerCache;
  clients: ClientDirectory;
  /** Whether clients may register themselves (RFC 7591). */
  registration: boolean;
  /** What this server calls itself as an authorization server. */
  issuer: string;
  /** Whose identity assertions are exchanged for access tokens; null for none. */
  identityProvider: IdentityProvider | null;
  /** The URL that access tokens are for. */
  resource: string;
  /** That of a path of ours. */
  urlOf(path: string): string;
};
