import { plainHost } from '../host-name.ts';

/**
 * Which hosts a mail for a domain is offered to, in which order (RFC 5321 5.1), from what DNS said.
 */

/** What DNS said about the MX records of a domain. */
export type MxAnswer =
  | { kind: 'found'; value: readonly { exchange: string; priority: number }[] }
  | { kind: 'none' }
  | { kind: 'no_such_domain' }
  | { kind: 'unavailable'; why: string };

export type MxRoute =
  /** In the order in which they are tried. `implicit`: there is no MX record, and the domain is its own host. */
  | { kind: 'hosts'; hosts: string[]; implicit: boolean }
  /** For good. */
  | { kind: 'no_route'; fault: 'domain_not_found' | 'null_mx'; why: string }
  /** For now: DNS did not say, or says nothing that can be used. */
  | { kind: 'unknown'; why: string }
  /** We are the domain's best mail server ourselves. */
  | { kind: 'loop'; why: string };

/** More mail servers than this are not tried in one attempt. */
const hostsPerAttemptMax = 5;
/** Nor more addresses of one server. */
const addressesPerHostMax = 4;

/**
 * @param domain the recipient's, in ASCII
 * @param ourName the name we are a mail server under, or null
 * @param uniform chance, 0 up to 1, drawn for each host: equal preferences share the load
 */
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
  // RFC 7505 3: a null MX stands alone. Beside others it is a mistake that names nobody.
  if (named.length > 0 && named.every(({ host }) => host === '')) {
    return { kind: 'no_route', fault: 'null_mx', why: `The domain ${domain} takes no mail (null MX)` };
  }
  const usable = named.filter(({ host }) => hostName.test(host));
  if (usable.length === 0) return { kind: 'unknown', why: 'its MX records name no host' };
  // Servers not better than ourselves would hand the mail back to us (RFC 5321 5.1).
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

/**
 * The addresses of one host in the order in which they are tried: IPv4 and IPv6 in turn, by chance within each. IPv4
 * begins, since big receivers ask more of a sender on IPv6, and refuse for good what they would have taken.
 */
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

/** At least two labels, the last not a number: an address in place of a name is against RFC 5321 5.1. */
const hostName =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{1,63}$/;

function isOurs(host: string, ourName: string | null): boolean {
  return ourName !== null && plainHost(host) === plainHost(ourName);
}

function loop(domain: string): MxRoute {
  return { kind: 'loop', why: `Mail for ${domain} would come back to this server` };
}
