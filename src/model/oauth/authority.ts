/**
 * The OAuth server: none, this program, or a trusted external issuer. With `registration`, clients may
 * register themselves; with `identityProvider`, its identity assertions are exchanged for our access tokens.
 */
export type OauthAuthority =
  | { kind: 'none' }
  | { kind: 'embedded'; registration?: true; identityProvider?: string }
  | { kind: 'outside'; issuer: string };
