import type { Answer, Resolver, TlsaRecord } from '../../src/world/resolver.ts';

/** What a simulated DNS knows about one name. A kind of record that is left out is `none`. */
export type ZoneName = {
  mx?: { exchange: string; priority: number }[];
  addresses?: string[];
  txt?: string[];
  cname?: string[];
  tlsa?: TlsaRecord[];
  /** Of an IP address: the names it is said to have. */
  names?: string[];
  /** DNSSEC vouches for what is answered about this name. */
  secure?: boolean;
  /** How long its answers may be believed, those without records too; not said when left out. */
  ttlSeconds?: number;
  /** Every look-up of this name fails, with these words. */
  unavailable?: string;
};

export type SimulatedResolver = Resolver & {
  /** Change it as the test goes; a name that is not in it does not exist. */
  zone: Map<string, ZoneName>;
  /** Every look-up made, as `MX example.com`. */
  asked: string[];
};

/** Of a server that is only known as the exchange of some domain. */
const exchangeAddress = '192.0.2.25';

/**
 * DNS as a table. Names are compared without regard to case and a final dot, as DNS does. The exchange of a domain
 * has an address unless the zone has something else to say about it.
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
