/** Tells whether two visits came from one place, but does not identify a person. @param ip null if it is invalid */
export function maskToNetwork(ip: string): string | null {
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(ip);
  if (four) return `${four[1]}.0/24`;
  const six = URL.parse(`http://[${ip}]/`)?.hostname.slice(1, -1);
  if (six === undefined) return null;
  // The URL parser normalizes: no leading zeros, and at most one `::`.
  const [left = '', right] = six.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  const kept = groups.slice(0, 3);
  while (kept.at(-1) === '0') kept.pop();
  return `${kept.join(':')}::/48`;
}
