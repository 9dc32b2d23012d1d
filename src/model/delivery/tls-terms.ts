import type { Tlsa } from './dane.ts';
import { allowsMx, type StsPolicy } from './mta-sts.ts';

/** What DNSSEC says about one mail server: nothing; records to judge it by; or records that nobody can use. */
export type DaneStanding =
  | { kind: 'none' }
  | { kind: 'usable'; records: readonly Tlsa[] }
  | { kind: 'unusable' };

/**
 * How a connection to one mail server is to be encrypted. `policy` is what asks for it, by the names of RFC 8460 4.2.
 *
 * - `opportunistic`: whenever it is offered, whatever the certificate, and in the clear if need be. `missed` says what a
 *   policy that is only being tested would have had against the server.
 * - `encrypted`: not in the clear, whatever the certificate.
 * - `certificate`: only with a certificate that is valid for the server's name.
 * - `dane`: only with a certificate that the TLSA records name.
 * - `refused`: not with this server at all.
 */
export type TlsTerms = { policy: 'tlsa' | 'sts' | 'no-policy-found' } & (
  | { kind: 'opportunistic'; tested: boolean; missed: string | null }
  | { kind: 'encrypted' }
  | { kind: 'certificate' }
  | { kind: 'dane'; records: readonly Tlsa[] }
  | { kind: 'refused'; why: string }
);

/**
 * DANE goes before MTA-STS, so that a failure of the one is never mended by the other (RFC 8461 2). A message that
 * asks for TLS itself gets a server that is known by one of the two or by its certificate.
 *
 * @param policy of the recipient's domain, or null
 * @param wanted what the message asks for
 */
export function tlsTerms(
  host: string,
  dane: DaneStanding,
  policy: StsPolicy | null,
  wanted: 'opportunistic' | 'enforced',
): TlsTerms {
  if (dane.kind === 'usable') return { policy: 'tlsa', kind: 'dane', records: dane.records };
  // Records that nobody can use ask for TLS alone (RFC 7672 2.2); they do not release from what the domain enforces.
  if (dane.kind === 'unusable' && policy?.mode !== 'enforce') {
    return { policy: 'tlsa', kind: wanted === 'enforced' ? 'certificate' : 'encrypted' };
  }
  if (policy === null || policy.mode === 'none') {
    if (wanted === 'enforced') return { policy: 'no-policy-found', kind: 'certificate' };
    return { policy: 'no-policy-found', kind: 'opportunistic', tested: false, missed: null };
  }
  const missed = allowsMx(policy, host)
    ? null
    : `it is not among the mail servers of the domain's MTA-STS policy`;
  if (policy.mode === 'enforce') {
    return missed === null
      ? { policy: 'sts', kind: 'certificate' }
      : { policy: 'sts', kind: 'refused', why: missed };
  }
  if (wanted === 'enforced') return { policy: 'sts', kind: 'certificate' };
  return { policy: 'sts', kind: 'opportunistic', tested: true, missed };
}
