/** Who says what a client may do here over OAuth: nobody, this program, or an issuer that the operator trusts. */
export type OauthAuthority = { kind: 'none' } | { kind: 'embedded' } | { kind: 'outside'; issuer: string };
