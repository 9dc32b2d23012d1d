import { inIpRanges, ipRanges } from '../limits/ip-budget.ts';

/** The owner of a DNS name or URL chooses the address, so addresses of our own network must be refused. */

/** All of IPv4, and IPv6 allocated for global use (RFC 4291 2.4). */
const publicSpace = ipRanges(['0.0.0.0/0', '2000::/3']);

/** RFC 6890. AS112 and tunnel ranges are globally reachable, but a local network may answer them. */
const specialSpace = ipRanges([
  // This network, private use, carrier-grade NAT, loopback, link-local.
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  // Protocol assignments, documentation, AS112, multicast tunnels, the former 6to4 relays, benchmarks.
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, reserved, broadcast.
  '224.0.0.0/3',
  // Protocol assignments with Teredo and ORCHID, documentation, AS112, 6to4, which can hide any IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

/** Rejects host names, `127.1`, `0x7f000001`, zones (`%eth0`), and IPv6 with an embedded IPv4 address. */
export function isGlobalAddress(ip: string): boolean {
  if (ip.includes('%')) return false;
  // The range parser reads IPv4-mapped IPv6 as IPv4, but no server publishes such an address.
  if (ip.includes(':') && (ip.includes('.') || mapped.test(ip))) return false;
  return inIpRanges(ip, publicSpace) && !inIpRanges(ip, specialSpace);
}

/** Matches `::ffff:0:0/96` without dots, which lies outside `2000::/3`. */
const mapped = /^(0*:)*0*:?ffff:/i;
