import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isGlobalAddress } from '../../model/delivery/global-address.ts';
import type { Resolver } from '../dns/resolver.ts';

export type DialledAddresses =
  | { kind: 'found'; addresses: readonly string[] }
  | { kind: 'unknown_host' | 'refused_address'; why: string };

const addressesMax = 4;

/** Names of this machine that are not in DNS (RFC 6761 6.3). */
const loopbackName = /^(?:[a-z0-9-]+\.)*localhost\.?$/i;
const loopback: readonly string[] = ['127.0.0.1', '::1'];

/**
 * Resolves the host of a URL from outside once, filtered to the public internet. The owner of a name could
 * return other addresses to a second look-up. Literal addresses are filtered too, and this machine's public
 * addresses, because a firewall may protect their servers. With `allowPrivate`, the operator allowed all.
 */
export async function addressesToDial(
  host: string,
  resolver: Pick<Resolver, 'addresses'>,
  { allowPrivate, own = ownAddresses }: DialOptions,
): Promise<DialledAddresses> {
  const bare = host.replace(/^\[|\]$/g, '');
  const written = loopbackName.test(bare) ? loopback : isIP(bare) === 0 ? null : [bare];
  const answer =
    written === null ? await resolver.addresses(host) : { kind: 'found' as const, value: written };
  if (answer.kind === 'unavailable') {
    return { kind: 'unknown_host', why: `${host} cannot be looked up: ${answer.why}` };
  }
  const known = answer.kind === 'found' ? answer.value : [];
  const addresses = known.filter((address) => isIP(address) !== 0);
  const allowed = (allowPrivate ? addresses : publicOf(addresses, own())).slice(0, addressesMax);
  if (allowed.length > 0) return { kind: 'found', addresses: allowed };
  const kind = known.length === 0 ? 'unknown_host' : 'refused_address';
  return { kind, why: `${host} has no address of the public internet` };
}

export type DialOptions = { allowPrivate: boolean; own?: (() => readonly string[]) | undefined };

/** Compares addresses by value, because IPv6 allows many spellings of one address. */
function publicOf(addresses: readonly string[], own: readonly string[]): string[] {
  const refused = new BlockList();
  for (const address of own) refused.addAddress(withoutZone(address), familyOf(address));
  return addresses.filter(
    (address) => isGlobalAddress(address) && !refused.check(withoutZone(address), familyOf(address)),
  );
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((those) => (those ?? []).map(({ address }) => address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

function withoutZone(address: string): string {
  return address.split('%', 1)[0]!;
}

/** Creates a `lookup` for node:net from known addresses. */
export function createLookup(addresses: readonly string[]) {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (
    _host: string,
    options: { all?: boolean | undefined },
    give: (
      error: Error | null,
      address: string | { address: string; family: number }[],
      family?: number,
    ) => void,
  ): void => {
    if (options.all) give(null, all);
    else give(null, all[0]!.address, all[0]!.family);
  };
}
