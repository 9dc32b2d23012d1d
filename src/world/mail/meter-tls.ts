import { knownProvider } from '../../model/delivery/providers.ts';
import type { Meters } from '../telemetry/meters.ts';
import type { TlsFailure, TlsPolicyType } from './tls-results.ts';

/** One connection that was to be encrypted. */
export type TlsNote = {
  /** `configured`: that of a smarthost, as its operator wants it. */
  policy: TlsPolicyType | 'configured';
  /** Such as `TLSv1.3`; null where it is in the clear, or was not made. */
  version: string | null;
  result: 'success' | TlsFailure;
};

/** @param provider from the table or anything else, which is counted as `other` */
export type TlsMet = (provider: string, note: TlsNote) => void;

/** In place of the provider where mail leaves by a smarthost. */
export const relayProvider = 'relay';

const versions: ReadonlySet<string> = new Set(['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']);

/** Counts connections by what came of their TLS; undefined where nothing is counted. */
export function tlsMet(meters: Meters | undefined): TlsMet | undefined {
  if (!meters) return undefined;
  return (name, { policy, version, result }) => {
    const provider = name === relayProvider ? relayProvider : knownProvider(name);
    const known = version !== null && versions.has(version) ? version : 'none';
    meters.count('tls_sessions_total', { provider, version: known, policy, result });
  };
}
