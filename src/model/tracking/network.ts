/**
 * The network of an address, kept in place of the address: /24 of IPv4, /48 of IPv6. Enough to see that two visits came
 * from one place, too little to identify the person.
 * @param ip as the front door gives it; null for what is no address
 */
export function networkOf(ip: string): string | null {
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(ip);
  if (four) return `${four[1]}.0/24`;
  const six = URL.parse(`http://[${ip}]/`)?.hostname.slice(1, -1);
  if (six === undefined) return null;
  // Normalized by the URL parser: groups without leading zeros, and at most one run of zeros as `::`.
  const [left = '', right] = six.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  const kept = groups.slice(0, 3);
  while (kept.at(-1) === '0') kept.pop();
  return `${kept.join(':')}::/48`;
}
