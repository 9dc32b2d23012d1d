/** The authorization server for OAuth: none, this program, or an issuer that the operator trusts. */
export type OauthAuthority = { kind: 'none' } | { kind: 'embedded' } | { kind: 'outside'; issuer: string };
