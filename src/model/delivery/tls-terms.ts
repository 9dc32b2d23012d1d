import type { Tlsa } from './dane.ts';
import { allowsMx, type StsPolicy } from './mta-sts.ts';

export type DaneStanding =
  | { kind: 'none' }
  | { kind: 'usable'; records: readonly Tlsa[] }
  | { kind: 'unusable' };

/**
 * Encryption required for one mail server. `policy` names the source as in RFC 8460 4.2.
 *
 * - `opportunistic`: encrypted if offered. `missed` is the fault of a policy in testing mode.
 * - `certificate`: only with a valid certificate for the server's name.
 * - `dane`: only with a certificate that the TLSA records name.
 */
export type TlsTerms = { policy: 'tlsa' | 'sts' | 'no-policy-found' } & (
  | { kind: 'opportunistic'; tested: boolean; missed: string | null }
  | { kind: 'encrypted' }
  | { kind: 'certificate' }
  | { kind: 'dane'; records: readonly Tlsa[] }
  | { kind: 'refused'; why: string }
);

/** Applies DANE before MTA-STS, so that neither excuses a failure of the other (RFC 8461 2). */
export function tlsTerms(
  host: string,
  dane: DaneStanding,
  policy: StsPolicy | null,
  wanted: 'opportunistic' | 'enforced',
): TlsTerms {
  if (dane.kind === 'usable') return { policy: 'tlsa', kind: 'dane', records: dane.records };
  // Unusable records only require TLS (RFC 7672 2.2) and do not override an enforced policy.
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
