import { Resolver } from 'node:dns';
import { isIPv6 } from 'node:net';
import type { Clock } from '../../concurrency/clock.ts';
import { secondMs } from '../../model/instant.ts';
import { isLoopback } from '../../model/loopback.ts';

export type DnsServer = {
  ip: string;
  port: number;
  /** Its DNSSEC flags can be trusted, because it runs on this machine and its answers cannot be tampered with (RFC 4035 4.9.3, RFC 7672 2.2.1). */
  trusted: boolean;
};

const dnsPort = 53;
/** After missing this many consecutive questions that another server answered, a server */
const missesMax = 3;
/** is asked last for this long. */
const quietMs = 30 * secondMs;

export type DnsServers = {
  /** Servers in the order to ask; never empty. */
  inOrder(): DnsServer[];
  /** Reports the server that answered, and the servers that had not answered by then. */
  answered(server: DnsServer, unanswered: readonly DnsServer[]): void;
  /** Reports that no server answered. The system's servers may have changed, for example on another network. */
  allSilent(): void;
};

/** `given`: `ip`, `ip:port` or `[ip6]:port` each; null for the system's. @throws Error if one is invalid */
export function dnsServers(given: readonly string[] | null, clock: Clock): DnsServers {
  let servers = readServers(given);
  const misses = new Map<string, number>();
  const quietUntil = new Map<string, number>();
  const isQuiet = (server: DnsServer) => (quietUntil.get(nameOf(server)) ?? 0) > clock.monotonic();
  return {
    inOrder: () => [
      ...servers.filter((server) => !isQuiet(server)),
      ...servers.filter((server) => isQuiet(server)),
    ],
    answered(server, unanswered) {
      for (const other of unanswered) {
        const missed = (misses.get(nameOf(other)) ?? 0) + 1;
        misses.set(nameOf(other), missed);
        if (missed >= missesMax) quietUntil.set(nameOf(other), clock.monotonic() + quietMs);
      }
      misses.delete(nameOf(server));
    },
    allSilent() {
      if (given === null) servers = readServers(null);
    },
  };
}

function nameOf({ ip, port }: DnsServer): string {
  return `${ip} ${port}`;
}

/** Lets Node parse the list or the system's configuration. Sends no queries. */
function readServers(given: readonly string[] | null): DnsServer[] {
  const reader = new Resolver();
  if (given !== null) reader.setServers(given);
  const read = reader.getServers().map(serverOf);
  // If none is configured, asks this machine, as the system's resolver does.
  return read.length > 0 ? read : [serverOf('127.0.0.1')];
}

/** @param text in Node's format: an address, with its port unless it is 53 */
function serverOf(text: string): DnsServer {
  const bare = isIPv6(text) ? null : /^\[(.+)\]:(\d+)$|^([^:]+):(\d+)$/.exec(text);
  const ip = bare?.[1] ?? bare?.[3] ?? text;
  return { ip, port: Number(bare?.[2] ?? bare?.[4] ?? dnsPort), trusted: isOnThisMachine(ip) };
}

/** Docker's loopback address forwards to servers outside of the container. */
const dockerForwarder = '127.0.0.11';

function isOnThisMachine(ip: string): boolean {
  return isLoopback(ip) && ip !== dockerForwarder;
}
