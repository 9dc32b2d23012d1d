import type { Tlsa } from './dane.ts';
import { allowsMx, type StsPolicy } from './mta-sts.ts';

/** What DNSSEC says about one mail server: nothing, usable records, or records that are unusable. */
export type DaneStanding =
  | { kind: 'none' }
  | { kind: 'usable'; records: readonly Tlsa[] }
  | { kind: 'unusable' };

/**
 * How a connection to one mail server has to be encrypted. `policy` is the source, by the names of RFC 8460 4.2.
 *
 * - `opportunistic`: when offered, with any certificate, and unencrypted if need be. `missed` is the fault that a
 *   policy in testing mode would have found.
 * - `encrypted`: never unencrypted, with any certificate.
 * - `certificate`: only with a certificate that is valid for the server's name.
 * - `dane`: only with a certificate that the TLSA records name.
 * - `refused`: this server is not used at all.
 */
export type TlsTerms = { policy: 'tlsa' | 'sts' | 'no-policy-found' } & (
  | { kind: 'opportunistic'; tested: boolean; missed: string | null }
  | { kind: 'encrypted' }
  | { kind: 'certificate' }
  | { kind: 'dane'; records: readonly Tlsa[] }
  | { kind: 'refused'; why: string }
);

/**
 * DANE takes precedence over MTA-STS, so that a failure of one is never excused by the other (RFC 8461 2). A message
 * that requires TLS itself needs a server authenticated by one of the two or by its certificate.
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
  // Unusable records require TLS only (RFC 7672 2.2); they do not override what the domain enforces.
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
