import { secondMs } from '../instant.ts';

/** Runs first on every request, so it uses an in-memory table and hand-written parsing. */
export const requestsPerSecondMax = 500;
/** Distinct addresses tracked per second. Further addresses share one budget, which bounds the table. */
export const addressesPerSecondMax = 50_000;

type IpBudget = {
  /** Spends one request of `ip` in the second of `now` (epoch ms). `retryAfterSeconds` is 0 if allowed, else 1. */
  spend(ip: string, now: number): { allowed: boolean; retryAfterSeconds: number };
};

const allowed = { allowed: true, retryAfterSeconds: 0 } as const;
const refused = { allowed: false, retryAfterSeconds: 1 } as const;

export function ipBudget(): IpBudget {
  let second = -1;
  let used = new Map<string, number>();
  return {
    spend(ip, now) {
      const currentSecond = Math.floor(now / secondMs);
      if (currentSecond !== second) {
        second = currentSecond;
        used = new Map();
      }
      let key = budgetKey(ip);
      let count = used.get(key);
      if (count === undefined && used.size >= addressesPerSecondMax) {
        key = 'other addresses';
        count = used.get(key);
      }
      count ??= 0;
      if (count >= requestsPerSecondMax) return refused;
      used.set(key, count + 1);
      return allowed;
    },
  };
}

/** An IPv6 key is the /64, which one customer commonly holds. Invalid addresses share one budget. */
export function budgetKey(ip: string): string {
  // Sockets write addresses in canonical form, so IPv4 needs no parsing.
  if (!ip.includes(':')) return ip.length <= ipv4CharactersMax ? ip : 'no address';
  if (ip.startsWith('::ffff:') && ip.includes('.') && ip.length <= 7 + ipv4CharactersMax) return ip.slice(7);
  if (!readIp(ip, groups)) return 'no address';
  if (isIpv4(groups)) return ipv4Text(groups);
  return `${groups[0]}:${groups[1]}:${groups[2]}:${groups[3]}/64`;
}

/**
 * Returns the client's address; IPv4-mapped IPv6 as IPv4. A proxy vouches only for the address that connected
 * to it, so `X-Forwarded-For` is read from the right: the first untrusted address is the client, and entries
 * further left may be forged. An invalid entry stops the search. Without `trusted` ranges, the header is ignored.
 */
export function clientIp(
  socketAddress: string,
  xForwardedFor: string | null | undefined,
  trusted: IpRanges,
): string {
  if (!readIp(socketAddress, groups)) return socketAddress;
  let client = plainText(socketAddress, groups);
  if (trusted.length === 0 || !xForwardedFor) return client;
  let end = xForwardedFor.length;
  for (let hop = 0; hop < forwardedHopsMax && end > 0 && groupsInRanges(groups, trusted); hop++) {
    const comma = xForwardedFor.lastIndexOf(',', end - 1);
    const entry = withoutPort(xForwardedFor.slice(comma + 1, end).trim());
    if (!readIp(entry, groups)) return client;
    client = plainText(entry, groups);
    end = comma;
  }
  return client;
}

/** More proxies than any real setup; bounds the work per header. */
const forwardedHopsMax = 32;

export type IpRanges = readonly { groups: Uint16Array; prefixBits: number }[];

/** @throws Error naming an invalid entry */
export function ipRanges(entries: readonly string[]): IpRanges {
  return entries.map((entry) => {
    const slash = entry.indexOf('/');
    const range = new Uint16Array(8);
    const address = slash < 0 ? entry : entry.slice(0, slash);
    if (!readIp(address, range)) throw new Error(`"${entry}" is neither an IP address nor a range`);
    // IPv4 uses the last 32 of the 128 bits.
    const familyBits = address.includes(':') ? 128 : 32;
    const bitsText = slash < 0 ? String(familyBits) : entry.slice(slash + 1);
    const bits = readDecimal(bitsText, 0, bitsText.length, familyBits);
    if (bits < 0) throw new Error(`"${entry}" has a prefix length that is not 0 to ${familyBits}`);
    return { groups: range, prefixBits: 128 - familyBits + bits };
  });
}

export function inIpRanges(ip: string, ranges: IpRanges): boolean {
  return ranges.length > 0 && readIp(ip, groups) && groupsInRanges(groups, ranges);
}

function groupsInRanges(address: Uint16Array, ranges: IpRanges): boolean {
  for (const range of ranges) {
    let bits = range.prefixBits;
    let same = true;
    for (let at = 0; at < 8 && bits > 0 && same; at++, bits -= 16) {
      const different = (address[at] ?? 0) ^ (range.groups[at] ?? 0);
      same = bits >= 16 ? different === 0 : different >> (16 - bits) === 0;
    }
    if (same) return true;
  }
  return false;
}

/** A shared buffer suffices, because the code is synchronous. */
const groups = new Uint16Array(8);
const ipv4CharactersMax = 15;
/** `ffff:` eight times with an IPv4 tail, and an interface name after `%`. */
const ipv6CharactersMax = 64;

/** Some proxies write `1.2.3.4:5678` and `[::1]:5678`. */
function withoutPort(text: string): string {
  if (text.startsWith('[')) {
    const closing = text.indexOf(']');
    return closing < 0 ? text : text.slice(1, closing);
  }
  const colon = text.indexOf(':');
  return colon > 0 && colon === text.lastIndexOf(':') ? text.slice(0, colon) : text;
}

/** Reads IPv4 as IPv4-mapped (RFC 4291 2.2, 2.5.5.2). Returns false for an invalid address. */
function readIp(text: string, into: Uint16Array): boolean {
  if (text.length > ipv6CharactersMax) return false;
  const zone = text.indexOf('%');
  const end = zone < 0 ? text.length : zone;
  into.fill(0);
  if (!text.includes(':')) {
    into[5] = 0xffff;
    return zone < 0 && readIpv4(text, 0, end, into, 6);
  }
  let group = 0;
  let gapAt = -1;
  let at = 0;
  if (text.startsWith('::')) {
    gapAt = 0;
    at = 2;
  }
  while (at < end) {
    if (group === 8) return false;
    const start = at;
    let value = 0;
    for (; at < end; at++) {
      const digit = hexadecimalDigit(text.charCodeAt(at));
      if (digit < 0) break;
      value = value * 16 + digit;
    }
    if (text[at] === '.' && at < end) {
      if (group > 6 || !readIpv4(text, start, end, into, group)) return false;
      group += 2;
      at = end;
      break;
    }
    if (at === start || at - start > 4) return false;
    into[group++] = value;
    if (at === end) break;
    if (text[at] !== ':') return false;
    at++;
    if (at < end && text[at] === ':') {
      if (gapAt >= 0) return false;
      gapAt = group;
      at++;
    } else if (at === end) return false;
  }
  if (gapAt < 0) return group === 8;
  if (group === 8) return false;
  into.copyWithin(8 - (group - gapAt), gapAt, group);
  into.fill(0, gapAt, 8 - (group - gapAt));
  return true;
}

/** Requires four decimal numbers; rejects `127.1`, `0177.0.0.1` and similar forms. */
function readIpv4(text: string, start: number, end: number, into: Uint16Array, group: number): boolean {
  let at = start;
  for (let part = 0; part < 4; part++) {
    let partEnd = at;
    while (partEnd < end && text[partEnd] !== '.') partEnd++;
    const value = readDecimal(text, at, partEnd, 255);
    if (value < 0 || part < 3 !== partEnd < end) return false;
    const index = group + (part >> 1);
    into[index] = part % 2 === 0 ? value << 8 : (into[index] ?? 0) | value;
    at = partEnd + 1;
  }
  return true;
}

function readDecimal(text: string, start: number, end: number, max: number): number {
  if (end === start || end - start > 3 || (end - start > 1 && text[start] === '0')) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value <= max ? value : -1;
}

function hexadecimalDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

function isIpv4(address: Uint16Array): boolean {
  for (let at = 0; at < 5; at++) if (address[at] !== 0) return false;
  return address[5] === 0xffff;
}

function ipv4Text(address: Uint16Array): string {
  const [high = 0, low = 0] = [address[6], address[7]];
  return `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}`;
}

function plainText(written: string, address: Uint16Array): string {
  if (isIpv4(address)) return written.includes(':') ? ipv4Text(address) : written;
  const zone = written.indexOf('%');
  return (zone < 0 ? written : written.slice(0, zone)).toLowerCase();
}
