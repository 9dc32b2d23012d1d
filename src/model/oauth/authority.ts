/**
 * The OAuth server: none, this program, or a trusted external issuer. With `registration`, clients may
 * register themselves. With `identityProvider`, an issuer, this program exchanges the identity assertions
 * of that issuer for its own access tokens.
 */
export type OauthAuthority =
  | { kind: 'none' }
  | { kind: 'embedded'; registration?: true; identityProvider?: string }
  | { kind: 'outside'; issuer: string };
