/**
 * The OAuth authorization server: none, this program, or a trusted external issuer. With `registration`, clients may
 * register themselves. With `identityProvider`, the program exchanges that issuer's identity assertions for its own
 * access tokens.
 */
export type OauthAuthority =
  | { kind: 'none' }
  | { kind: 'embedded'; registration?: true; identityProvider?: string }
  | { kind: 'outside'; issuer: string };
