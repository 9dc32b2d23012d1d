import { plainHost } from '../host-name.ts';
import { isLoopback } from '../loopback.ts';

/** The mail servers of a domain, or why there are none. */
export type MailHosts =
  | { kind: 'hosts'; names: readonly string[]; more: boolean }
  | { kind: 'null_mx' | 'no_mx' | 'no_such_domain' | 'unavailable'; names: readonly [] };

/** Names looked up per domain; a domain with more has a working one among the first. */
export const mailHostsMax = 8;

/**
 * The names worth looking up, each once.
 * @param exchanges in order of preference; the root (an empty name or a dot) is no server (RFC 7505 3)
 */
export function mailHosts(exchanges: readonly string[]): MailHosts {
  const servers = exchanges.filter((exchange) => exchange !== '' && exchange !== '.');
  if (servers.length === 0) return { kind: 'null_mx', names: [] };
  // An MX of `localhost` means that there is no server: every sender would find it on their own machine.
  const names = [...new Set(servers.map(plainHost))].filter((name) => !isLoopback(name));
  if (names.length === 0) return { kind: 'no_mx', names: [] };
  return { kind: 'hosts', names: names.slice(0, mailHostsMax), more: names.length > mailHostsMax };
}

/**
 * Whether an address can accept connections at all. Domains without mail point to "this network" (RFC 1122 3.2.1.3) or
 * the unspecified address. A private address counts: within its network the server may be there.
 */
export function takesConnections(ip: string): boolean {
  return !ip.startsWith('0.') && !/^[0:]+$/.test(ip);
}
