import { knownProvider } from '../../model/delivery/providers.ts';
import type { Meters } from '../telemetry/meters.ts';
import type { TlsFailure, TlsPolicyType } from './tls-results.ts';

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
