import type { Answer, Resolver, TlsaRecord } from '../../../src/world/dns/resolver.ts';

/** Simulated DNS data of one name. A missing record kind is `none`. */
export type ZoneName = {
  mx?: { exchange: string; priority: number }[];
  addresses?: string[];
  txt?: string[];
  cname?: string[];
  tlsa?: TlsaRecord[];
  /** Reverse names of an IP address. */
  names?: string[];
  /** Marks its records as DNSSEC-validated. */
  secure?: boolean;
  /** TTL of its responses, also of empty ones; unspecified by default. */
  ttlSeconds?: number;
  /** Makes every lookup of this name fail with this reason. */
  unavailable?: string;
};

export type SimulatedResolver = Resolver & {
  /** Zone data, which the test may change; other names do not exist. */
  zone: Map<string, ZoneName>;
  /** Every lookup, such as `MX example.com`. */
  asked: string[];
};

/** Address of a server known only as an exchange. */
const exchangeAddress = '192.0.2.25';

/**
 * DNS as a table. Names are compared without case and final dot. An exchange has an address unless the zone
 * says otherwise.
 */
export function simulatedResolver(zone: Record<string, ZoneName> = {}): SimulatedResolver {
  const names = new Map(Object.entries(zone).map(([name, records]) => [plain(name), records]));
  const asked: string[] = [];
  const isExchange = (name: string) =>
    [...names.values()].some(({ mx = [] }) => mx.some(({ exchange }) => plain(exchange) === plain(name)));
  const answer = async <T>(
    type: string,
    name: string,
    pick: (records: ZoneName) => T[] | undefined,
  ): Promise<Answer<T[]>> => {
    asked.push(`${type} ${name}`);
    const records = names.get(plain(name));
    if (records === undefined) return { kind: 'no_such_domain' };
    if (records.unavailable !== undefined) return { kind: 'unavailable', why: records.unavailable };
    const value = pick(records);
    const standing = {
      ...(records.secure === true && { secure: true }),
      ...(records.ttlSeconds !== undefined && { ttlSeconds: records.ttlSeconds }),
    };
    return value === undefined || value.length === 0
      ? { kind: 'none', ...standing }
      : { kind: 'found', value: [...value], ...standing };
  };
  return {
    zone: names,
    asked,
    mx: (domain) =>
      answer('MX', domain, (records) => records.mx?.toSorted((a, b) => a.priority - b.priority)),
    addresses: async (domain) => {
      const answered = await answer('A/AAAA', domain, (records) => records.addresses);
      return answered.kind === 'no_such_domain' && isExchange(domain)
        ? { kind: 'found', value: [exchangeAddress] }
        : answered;
    },
    txt: (name) => answer('TXT', name, (records) => records.txt),
    cname: (name) => answer('CNAME', name, (records) => records.cname),
    names: (ip) => answer('PTR', ip, (records) => records.names),
    tlsa: (name) => answer('TLSA', name, (records) => records.tlsa),
  };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
