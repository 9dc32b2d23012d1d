import { BoundedMap } from '../../model/bounded-map.ts';
import { knownProvider } from '../../model/delivery/providers.ts';
import type { Meters } from '../telemetry/meters.ts';
/** The policy that requires TLS, by the names of RFC 8460 4.2. */
export type TlsPolicyType = 'tlsa' | 'sts' | 'no-policy-found';

/** The failure types of RFC 8460 4.3 that can occur here. */
export type TlsFailure =
  | 'starttls-not-supported'
  | 'certificate-host-mismatch'
  | 'certificate-expired'
  | 'certificate-not-trusted'
  | 'validation-failure'
  | 'tlsa-invalid'
  | 'dnssec-invalid'
  | 'sts-policy-fetch-error'
  | 'sts-policy-invalid'
  | 'sts-webpki-invalid';

/** TLS sessions with the mail servers of a domain under one kind of policy, since the process started. */
export type TlsResult = {
  domain: string;
  policyType: TlsPolicyType;
  successfulSessions: number;
  failures: Partial<Record<TlsFailure, number>>;
};

/** Maximum domains. The least recently used are dropped first. */
const domainsMax = 10_000;

/** Counts the contents of a TLS report (RFC 8460), which is not sent. */
export type TlsResults = {
  succeeded(domain: string, policyType: TlsPolicyType): void;
  failed(domain: string, policyType: TlsPolicyType, failure: TlsFailure): void;
  snapshot(): TlsResult[];
};

export function tlsResults(): TlsResults {
  const results = new BoundedMap<string, TlsResult>(domainsMax);

  function of(domain: string, policyType: TlsPolicyType): TlsResult {
    const name = `${policyType} ${domain}`;
    const result = results.get(name) ?? { domain, policyType, successfulSessions: 0, failures: {} };
    results.set(name, result);
    return result;
  }

  return {
    succeeded(domain, policyType) {
      of(domain, policyType).successfulSessions += 1;
    },
    failed(domain, policyType, failure) {
      const { failures } = of(domain, policyType);
      failures[failure] = (failures[failure] ?? 0) + 1;
    },
    snapshot: () => [...results.values()].map((result) => ({ ...result, failures: { ...result.failures } })),
  };
}

/** Maps our error texts to TLSRPT failure types. */
export function classifyTlsFailure(why: string): TlsFailure {
  if (why.includes('does not offer TLS')) return 'starttls-not-supported';
  if (why.includes('for another name')) return 'certificate-host-mismatch';
  if (why.includes('has expired')) return 'certificate-expired';
  if (/self-signed|unknown authority/.test(why)) return 'certificate-not-trusted';
  return 'validation-failure';
}

export type TlsNote = {
  /** `configured`: a smarthost's TLS setting. */
  policy: TlsPolicyType | 'configured';
  /** Such as `TLSv1.3`; null without TLS or without a connection. */
  version: string | null;
  result: 'success' | TlsFailure;
};

/** @param provider other than known providers, it is counted as `other` */
export type TlsMet = (provider: string, note: TlsNote) => void;

export const relayProvider = 'relay';

const versions: ReadonlySet<string> = new Set(['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']);

/** Counts connections by TLS result; undefined without meters. */
export function tlsMet(meters: Meters | undefined): TlsMet | undefined {
  if (!meters) return undefined;
  return (name, { policy, version, result }) => {
    const provider = name === relayProvider ? relayProvider : knownProvider(name);
    const known = version !== null && versions.has(version) ? version : 'none';
    meters.count('tls_sessions_total', { provider, version: known, policy, result });
  };
}
