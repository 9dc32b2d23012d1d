import { plainHost } from '../host-name.ts';
import { isLoopback } from '../loopback.ts';

export type MailHosts =
  | { kind: 'hosts'; names: readonly string[]; more: boolean }
  | { kind: 'null_mx' | 'no_mx' | 'no_such_domain' | 'unavailable'; names: readonly [] };

/** A domain with more names has a working host among the first ones. */
export const mailHostsMax = 8;

/** @param exchanges ordered by preference; the root (an empty name or a dot) is no server (RFC 7505 section 3) */
export function mailHosts(exchanges: readonly string[]): MailHosts {
  const servers = exchanges.filter((exchange) => exchange !== '' && exchange !== '.');
  if (servers.length === 0) return { kind: 'null_mx', names: [] };
  // An MX of `localhost` means that there is no server: every sender would connect to its own machine.
  const names = [...new Set(servers.map(plainHost))].filter((name) => !isLoopback(name));
  if (names.length === 0) return { kind: 'no_mx', names: [] };
  return { kind: 'hosts', names: names.slice(0, mailHostsMax), more: names.length > mailHostsMax };
}

/** Domains without mail point to 0.0.0.0/8 (RFC 1122 3.2.1.3). A private address may be reachable. */
export function takesConnections(ip: string): boolean {
  return !ip.startsWith('0.') && !/^[0:]+$/.test(ip);
}
