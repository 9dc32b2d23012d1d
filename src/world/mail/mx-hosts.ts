import { usableTlsa } from '../../model/delivery/dane.ts';
import { isGlobalAddress } from '../../model/delivery/global-address.ts';
import { addressOrder, type MxRoute, mxRoute } from '../../model/delivery/mx-route.ts';
import type { DaneStanding } from '../../model/delivery/tls-terms.ts';
import type { Resolver } from '../dns/resolver.ts';
import type { Ids } from '../ids.ts';

/** The route to a domain. `secure` if DNSSEC authenticates its hosts. */
export type FoundRoute =
  | (Extract<MxRoute, { kind: 'hosts' }> & { secure: boolean })
  | Exclude<MxRoute, { kind: 'hosts' }>;

type FoundHost =
  /** Addresses are in the order to try. */
  | { kind: 'found'; addresses: string[]; dane: DaneStanding }
  /** It does not exist or has no address, according to DNS. */
  | { kind: 'absent'; why: string }
  | { kind: 'unusable'; why: string }
  | { kind: 'unknown'; why: string };

/** Looks up mail servers: first the names for a domain, then each host when it is tried. Never throws. */
export type MxHosts = {
  route(domain: string): Promise<FoundRoute>;
  /** @param secure whether the route is secure */
  host(host: string, secure: boolean): Promise<FoundHost>;
};

export function mxHosts(options: {
  resolver: Resolver;
  ids: Pick<Ids, 'uniform'>;
  /** This server's own name as an MX. */
  ourName: string | null;
  port: number;
  /** Allows addresses outside of the public internet. */
  allowPrivate: boolean;
}): MxHosts {
  const { resolver, ids, ourName, port, allowPrivate } = options;
  const uniform = () => ids.uniform();

  /** DANE requires secure MX, address and TLSA records (RFC 7672 2.2). Existing records that cannot be read must not be ignored. */
  async function daneOf(host: string, secure: boolean): Promise<DaneStanding | { why: string }> {
    if (!secure) return { kind: 'none' };
    const answer = await resolver.tlsa(`_${port}._tcp.${host}`);
    if (answer.kind === 'unavailable') return { why: `its TLSA records cannot be looked up: ${answer.why}` };
    if (answer.kind !== 'found' || answer.secure !== true) return { kind: 'none' };
    const records = usableTlsa(answer.value);
    return records.length > 0 ? { kind: 'usable', records } : { kind: 'unusable' };
  }

  return {
    async route(domain) {
      const answer = await resolver.mx(domain);
      const route = mxRoute(domain, answer, ourName, uniform);
      if (route.kind !== 'hosts') return route;
      return { ...route, secure: answer.kind !== 'unavailable' && answer.secure === true };
    },

    async host(host, secure) {
      const answer = await resolver.addresses(host);
      if (answer.kind === 'unavailable') {
        return { kind: 'unknown', why: `its addresses cannot be looked up: ${answer.why}` };
      }
      if (answer.kind !== 'found') return { kind: 'absent', why: 'it has no address' };
      const allowed = answer.value.filter((address) => allowPrivate || isGlobalAddress(address));
      if (allowed.length === 0) return { kind: 'unusable', why: 'it has no address of the public internet' };
      const dane = await daneOf(host, secure && answer.secure === true);
      if ('why' in dane) return { kind: 'unknown', why: dane.why };
      return { kind: 'found', addresses: addressOrder(allowed, uniform), dane };
    },
  };
}
