import type { CallerCache } from '../../engine/auth/authenticate.ts';
import type { IdentityProvider } from '../../engine/auth/oauth/exchange-assertion.ts';
import type { ClientDirectory } from '../../engine/auth/oauth/identify-client.ts';
import type { Engine } from '../../engine/context/scope.ts';

/** Fits a client's metadata URL, a redirect_uri, a state and their sealed copy. */
export const formBytesMax = 32 * 1024;

export type OauthPlace = {
  engine: Engine;
  callers: CallerCache;
  clients: ClientDirectory;
  /** True if clients may register themselves (RFC 7591). */
  registration: boolean;
  issuer: string;
  /** Identity provider whose assertions are exchanged for access tokens; null for none. */
  identityProvider: IdentityProvider | null;
  resource: string;
  urlOf(path: string): string;
};
