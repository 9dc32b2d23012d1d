import { Resolver } from 'node:dns';
import { isIPv6 } from 'node:net';
import type { Clock } from '../concurrency/clock.ts';
import { secondMs } from '../model/instant.ts';
import { isLoopback } from '../model/loopback.ts';

/** A recursive DNS server to ask. */
export type DnsServer = {
  ip: string;
  port: number;
  /**
   * Its statements about DNSSEC can be trusted, because it runs on this machine, where answers cannot be tampered with
   * (RFC 4035 4.9.3, RFC 7672 2.2.1).
   */
  trusted: boolean;
};

const dnsPort = 53;
/** A server that missed this many questions in a row which another one answered, */
const missesMax = 3;
/** is asked after the others for this long. */
const quietMs = 30 * secondMs;

/** The servers, and which of them are currently silent. */
export type DnsServers = {
  /** In the order in which to ask; never empty. */
  inOrder(): DnsServer[];
  /** Reports which server answered a question, and which had not by then. */
  answered(server: DnsServer, unanswered: readonly DnsServer[]): void;
  /** Reports that none answered: the system's servers may have changed, as when a laptop changes networks. */
  allSilent(): void;
};

/**
 * @param given `ip`, `ip:port` or `[ip6]:port` each, or null for the system's
 * @throws Error for an invalid server
 */
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

/** Node parses the list and the system's configuration; this sends no queries. */
function readServers(given: readonly string[] | null): DnsServer[] {
  const reader = new Resolver();
  if (given !== null) reader.setServers(given);
  const read = reader.getServers().map(serverOf);
  // The system may configure none; its own resolver would then try this machine.
  return read.length > 0 ? read : [serverOf('127.0.0.1')];
}

/** @param text as Node writes them: an address, with its port if it is not 53 */
function serverOf(text: string): DnsServer {
  const bare = isIPv6(text) ? null : /^\[(.+)\]:(\d+)$|^([^:]+):(\d+)$/.exec(text);
  const ip = bare?.[1] ?? bare?.[3] ?? text;
  return { ip, port: Number(bare?.[2] ?? bare?.[4] ?? dnsPort), trusted: isOnThisMachine(ip) };
}

/** In a Docker container this loopback address forwards to servers elsewhere. */
const dockerForwarder = '127.0.0.11';

function isOnThisMachine(ip: string): boolean {
  return isLoopback(ip) && ip !== dockerForwarder;
}
