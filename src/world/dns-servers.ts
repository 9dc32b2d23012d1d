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
   * What it says about DNSSEC may be believed, because nobody can change an answer on its way: it runs on this
   * machine (RFC 4035 4.9.3, RFC 7672 2.2.1).
   */
  trusted: boolean;
};

const dnsPort = 53;
/** A server that left this many questions in a row unanswered, which another one answered, */
const missesMax = 3;
/** is asked after the others for this long. */
const quietMs = 30 * secondMs;

/** The servers, and which of them are silent at present. */
export type DnsServers = {
  /** In the order in which to ask; never empty. */
  inOrder(): DnsServer[];
  /** Tells which server answered a question, and which had not by then. */
  answered(server: DnsServer, unanswered: readonly DnsServer[]): void;
  /** Tells that none answered: the system's may have changed, as when a laptop moves to another network. */
  allSilent(): void;
};

/**
 * @param given `ip`, `ip:port` or `[ip6]:port` each, or null for the system's
 * @throws Error for a server that is not written so
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

/** Node reads the written form and the system's configuration; it asks nothing. */
function readServers(given: readonly string[] | null): DnsServer[] {
  const reader = new Resolver();
  if (given !== null) reader.setServers(given);
  const read = reader.getServers().map(serverOf);
  // The system may name none; a server on this machine is then what its own resolver would try.
  return read.length > 0 ? read : [serverOf('127.0.0.1')];
}

/** @param text as Node writes them: an address, with its port where that is not 53 */
function serverOf(text: string): DnsServer {
  const bare = isIPv6(text) ? null : /^\[(.+)\]:(\d+)$|^([^:]+):(\d+)$/.exec(text);
  const ip = bare?.[1] ?? bare?.[3] ?? text;
  return { ip, port: Number(bare?.[2] ?? bare?.[4] ?? dnsPort), trusted: isOnThisMachine(ip) };
}

/** In a container of Docker this address is on loopback and passes on what servers elsewhere say. */
const dockerForwarder = '127.0.0.11';

function isOnThisMachine(ip: string): boolean {
  return isLoopback(ip) && ip !== dockerForwarder;
}
