import type { CallerCache } from '../../engine/auth/authenticate.ts';
import type { IdentityProvider } from '../../engine/auth/exchange-assertion.ts';
import type { ClientDirectory } from '../../engine/auth/identify-client.ts';
import type { Engine } from '../../engine/context/scope.ts';

/** Fits a client's metadata URL, a redirect_uri, a state and their sealed copy. */
export const formBytesMax = 32 * 1024;

/** Dependencies of the authorization server's routes. */
export type OauthPlace = {
  engine: Engine;
  callers: CallerCache;
  clients: ClientDirectory;
  /** True if clients may register themselves (RFC 7591). */
  registration: boolean;
  /** Issuer identifier of this server. */
  issuer: string;
  /** Identity provider whose assertions are exchanged for access tokens; null for none. */
  identityProvider: IdentityProvider | null;
  /** Resource URL of the access tokens. */
  resource: string;
  /** Returns the URL of a path of this server. */
  urlOf(path: string): string;
};
