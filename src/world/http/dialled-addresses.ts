import { isIP } from 'node:net';
import { isGlobalAddress } from '../../model/delivery/global-address.ts';
import type { Resolver } from '../resolver.ts';

/** The addresses of a host that may be dialled, or why there is none. */
export type DialledAddresses =
  | { kind: 'found'; addresses: readonly string[] }
  | { kind: 'unknown_host' | 'refused_address'; why: string };

const addressesMax = 4;

/** Names of this machine, which are in no DNS (RFC 6761, 6.3). */
const loopbackName = /^(?:[a-z0-9-]+\.)*localhost\.?$/i;
const loopback: readonly string[] = ['127.0.0.1', '::1'];

/**
 * Looks up the host of a URL that we did not choose. The owner of a name decides where it leads, so its addresses are
 * looked up once, filtered to those of the public internet, and are the very ones that are then dialled: no second look-up
 * could return another. An address in the place of the name is filtered the same way.
 *
 * @param options.allowPrivate returns addresses outside of the public internet too: the operator chose or allowed them
 * @param options.refused addresses that are refused although they are public, such as those of this machine
 */
export async function addressesToDial(
  host: string,
  resolver: Pick<Resolver, 'addresses'>,
  options: { allowPrivate: boolean; refused?: ReadonlySet<string> },
): Promise<DialledAddresses> {
  const bare = host.replace(/^\[|\]$/g, '');
  const own = loopbackName.test(bare) ? loopback : isIP(bare) === 0 ? null : [bare];
  const answer = own === null ? await resolver.addresses(host) : { kind: 'found' as const, value: own };
  if (answer.kind === 'unavailable') {
    return { kind: 'unknown_host', why: `${host} cannot be looked up: ${answer.why}` };
  }
  const known = answer.kind === 'found' ? answer.value : [];
  const allowed = known
    .filter((address) => isIP(address) !== 0 && (options.allowPrivate || isGlobalAddress(address)))
    .filter((address) => !options.refused?.has(address))
    .slice(0, addressesMax);
  if (allowed.length > 0) return { kind: 'found', addresses: allowed };
  const kind = known.length === 0 ? 'unknown_host' : 'refused_address';
  return { kind, why: `${host} has no address of the public internet` };
}

/** A `lookup` for node:net that returns these addresses without a query. */
export function lookupOf(addresses: readonly string[]) {
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
