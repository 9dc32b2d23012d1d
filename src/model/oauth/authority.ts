/**
 * The authorization server for OAuth: none, this program, or an issuer that the operator trusts. `registration`: clients may
 * register themselves here; left out, they may not.
 */
export type OauthAuthority =
  | { kind: 'none' }
  | { kind: 'embedded'; registration?: true }
  | { kind: 'outside'; issuer: string };
