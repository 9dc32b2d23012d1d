/**
 * The authorization server for OAuth: none, this program, or an issuer that the operator trusts. `registration`: clients may
 * register themselves here; left out, they may not. `identityProvider`: the issuer whose identity assertions this program takes
 * for access tokens of its own; left out, it takes none.
 */
export type OauthAuthority =
  | { kind: 'none' }
  | { kind: 'embedded'; registration?: true; identityProvider?: string }
  | { kind: 'outside'; issuer: string };
