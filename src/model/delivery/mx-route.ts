import { plainHost } from '../host-name.ts';

/** Determines the hosts to try for a domain, in order (RFC 5321 5.1). */

export type MxAnswer =
  | { kind: 'found'; value: readonly { exchange: string; priority: number }[] }
  | { kind: 'none' }
  | { kind: 'no_such_domain' }
  | { kind: 'unavailable'; why: string };

export type MxRoute =
  /** Ordered. `implicit`: without MX records, the domain is its own host. */
  | { kind: 'hosts'; hosts: string[]; implicit: boolean }
  | { kind: 'no_route'; fault: 'domain_not_found' | 'null_mx'; why: string }
  /** Temporary: DNS gave no answer or no usable one. */
  | { kind: 'unknown'; why: string }
  /** This server is the domain's best mail server. */
  | { kind: 'loop'; why: string };

const hostsPerAttemptMax = 5;
const addressesPerHostMax = 4;

/** `uniform` returns 0 up to 1 per host, to share the load among equal preferences. `domain` is ASCII. */
export function mxRoute(
  domain: string,
  answer: MxAnswer,
  ourName: string | null,
  uniform: () => number,
): MxRoute {
  switch (answer.kind) {
    case 'unavailable':
      return { kind: 'unknown', why: `its mail servers cannot be looked up: ${answer.why}` };
    case 'no_such_domain':
      return { kind: 'no_route', fault: 'domain_not_found', why: `The domain ${domain} does not exist` };
    case 'none':
      return isOurs(domain, ourName) ? loop(domain) : { kind: 'hosts', hosts: [domain], implicit: true };
    case 'found':
      return fromRecords(domain, answer.value, ourName, uniform);
  }
}

function fromRecords(
  domain: string,
  records: readonly { exchange: string; priority: number }[],
  ourName: string | null,
  uniform: () => number,
): MxRoute {
  const named = records.map(({ exchange, priority }) => ({ host: plainHost(exchange), priority }));
  // RFC 7505 3: a null MX must be the only record. Next to others it is an error.
  if (named.length > 0 && named.every(({ host }) => host === '')) {
    return { kind: 'no_route', fault: 'null_mx', why: `The domain ${domain} takes no mail (null MX)` };
  }
  const usable = named.filter(({ host }) => hostName.test(host));
  if (usable.length === 0) return { kind: 'unknown', why: 'its MX records name no host' };
  // Servers with our preference or worse would return the mail to us (RFC 5321 5.1).
  const ours = Math.min(
    ...usable.filter(({ host }) => isOurs(host, ourName)).map(({ priority }) => priority),
  );
  const better = usable.filter(({ priority }) => priority < ours);
  if (better.length === 0) return loop(domain);
  const drawn = better.map((record) => ({ ...record, draw: uniform() }));
  drawn.sort((a, b) => a.priority - b.priority || a.draw - b.draw);
  const hosts = [...new Set(drawn.map(({ host }) => host))];
  return { kind: 'hosts', hosts: hosts.slice(0, hostsPerAttemptMax), implicit: false };
}

/** IPv4 comes first, because large receivers demand more of IPv6 senders and refuse permanently over IPv6. */
export function addressOrder(addresses: readonly string[], uniform: () => number): string[] {
  const drawn = [...new Set(addresses)].map((address) => ({ address, draw: uniform() }));
  drawn.sort((a, b) => a.draw - b.draw);
  const four = drawn.filter(({ address }) => !address.includes(':'));
  const six = drawn.filter(({ address }) => address.includes(':'));
  const order: string[] = [];
  for (let at = 0; at < Math.max(four.length, six.length); at++) {
    for (const family of [four, six]) if (family[at] !== undefined) order.push(family[at]!.address);
  }
  return order.slice(0, addressesPerHostMax);
}

/** Requires two labels and a non-numeric last label: RFC 5321 5.1 forbids an address. */
const hostName =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{1,63}$/;

function isOurs(host: string, ourName: string | null): boolean {
  return ourName !== null && plainHost(host) === plainHost(ourName);
}

function loop(domain: string): MxRoute {
  return { kind: 'loop', why: `Mail for ${domain} would come back to this server` };
}
