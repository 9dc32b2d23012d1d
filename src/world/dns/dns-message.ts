import {
  type Answer as AnyRecord,
  AUTHENTIC_DATA,
  type DecodedPacket,
  decode,
  encode,
  RECURSION_DESIRED,
} from 'dns-packet';
import { domainCharactersMax, labelCharactersMax } from '../../model/mail-domain.ts';
import type { Ids } from '../ids.ts';

export type DnsType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'PTR' | 'TLSA' | 'TXT';
export type DnsRecord<Type extends DnsType> = Extract<AnyRecord, { type: unknown; data: unknown }> &
  (Type extends 'A' | 'AAAA' | 'CNAME' | 'PTR'
    ? { data: string }
    : Extract<AnyRecord, { type: Type; data: unknown }>);

export type DnsQuery = { id: number; name: string; type: DnsType; bytes: Buffer };

type DnsReply<Type extends DnsType = DnsType> =
  | { kind: 'found'; records: DnsRecord<Type>[]; ttlSeconds: number }
  /** The name has no such records. Without a TTL, the reply states no lifetime (RFC 2308 5). */
  | { kind: 'none' | 'no_such_domain'; ttlSeconds?: number }
  /** The name is an alias, and the reply contains nothing about the target. */
  | { kind: 'elsewhere'; target: string; ttlSeconds: number }
  | { kind: 'failed'; why: string };

/** Fits into one datagram on every path without fragmentation. */
const udpPayloadBytes = 1_232;
const headerBytes = 12;

/** Maximum CNAME chain. Longer chains are a mistake or an attack. */
export const aliasesMax = 10;

/** A TTL with its highest bit set means 0 (RFC 2181 8). */
const ttlSecondsMax = 2 ** 31 - 1;

/** Whether a name can exist in DNS: labels of 1 to 63 octets, 253 in all (RFC 1035 2.3.4), of visible ASCII. */
export function isDnsName(name: string): boolean {
  return (
    name.length <= domainCharactersMax &&
    name.split('.').every((label) => label.length > 0 && label.length <= labelCharactersMax) &&
    /^[!-~]+$/.test(name)
  );
}

/**
 * Encodes a question with an unpredictable id (RFC 5452 9.2). The AD flag requests it in the reply without
 * signatures (RFC 6840 5.7). Very old servers refuse EDNS (RFC 6891).
 */
export function dnsQuery(
  name: string,
  type: DnsType,
  { edns, ids }: { edns: boolean; ids: Pick<Ids, 'bytes'> },
): DnsQuery {
  const id = ids.bytes(2).readUInt16BE();
  const bytes = encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED | AUTHENTIC_DATA,
    questions: [{ type, name, class: 'IN' }],
    additionals: edns
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: udpPayloadBytes,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: 0,
            flag_do: false,
            options: [],
          },
        ]
      : [],
  });
  return { id, name, type, bytes };
}

/** Decodes a reply; null if the bytes do not answer this question, so their sender did not see it. */
export function readReply(bytes: Buffer, query: DnsQuery): DecodedPacket | null {
  let message: DecodedPacket;
  try {
    message = decode(isCutOff(bytes) ? withoutRecords(bytes) : bytes);
  } catch {
    // The decoder reports invalid bytes only by throwing.
    return null;
  }
  const { id, flag_qr: isReply, questions = [] } = message;
  if (id !== query.id || !isReply) return null;
  const [question] = questions;
  // A server that cannot parse a question cannot repeat it.
  if (question === undefined) return readResponseCode(message) === 'FORMERR' ? message : null;
  const same =
    questions.length === 1 &&
    question.class === 'IN' &&
    question.type === query.type &&
    isSameName(question.name, query.name);
  return same ? message : null;
}

/** Whether the TC flag is set: records are missing, and the last record may be incomplete. */
function isCutOff(bytes: Buffer): boolean {
  return bytes.length >= headerBytes && (bytes[2]! & 0x02) !== 0;
}

function withoutRecords(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 6), Buffer.alloc(6), bytes.subarray(headerBytes)]);
}

/** Returns the code name of RFC 1035 4.1.1, or of RFC 6891 6.1.3 for codes above four bits. */
export function readResponseCode(message: DecodedPacket): string {
  const opt = message.additionals?.find((record) => record.type === 'OPT');
  if (opt?.type === 'OPT' && opt.extendedRcode > 0) return `extended code ${opt.extendedRcode}`;
  return (message as DecodedPacket & { rcode: string }).rcode;
}

export function failureIn(message: DecodedPacket): string | null {
  const code = readResponseCode(message);
  switch (code) {
    case 'NOERROR':
    case 'NXDOMAIN':
      return null;
    case 'SERVFAIL':
      return 'the DNS server failed to find out (SERVFAIL)';
    case 'REFUSED':
      return 'the DNS server refuses to answer (REFUSED)';
    default:
      return `the look-up failed (${code})`;
  }
}

/** Reads a reply's records for a name, following the aliases in the reply. */
export function readAnswers<Type extends DnsType>(
  message: DecodedPacket,
  name: string,
  type: Type,
): DnsReply<Type> {
  const why = failureIn(message);
  if (why !== null) return { kind: 'failed', why };
  const answers = (message.answers ?? []) as DnsRecord<DnsType>[];
  let owner = name;
  let ttlSeconds = ttlSecondsMax;
  for (let aliases = 0; aliases <= aliasesMax; aliases++) {
    const here = answers.filter((record) => record.class === 'IN' && isSameName(record.name, owner));
    const records = here.filter((record) => record.type === type) as DnsRecord<Type>[];
    if (records.length > 0) {
      return { kind: 'found', records, ttlSeconds: Math.min(ttlSeconds, ...records.map(ttlOf)) };
    }
    const alias = here.find((record) => record.type === 'CNAME');
    if (alias === undefined) return nothingAbout(message, owner, aliases > 0, ttlSeconds);
    ttlSeconds = Math.min(ttlSeconds, ttlOf(alias));
    owner = alias.data as string;
  }
  return { kind: 'failed', why: 'the names point at each other without end' };
}

/** Interprets a reply without records: a negative answer if its code or an SOA says so (RFC 2308 2), otherwise incomplete. */
function nothingAbout(
  message: DecodedPacket,
  owner: string,
  isAlias: boolean,
  ttlSeconds: number,
): DnsReply<never> {
  const soa = message.authorities?.find((record) => record.type === 'SOA');
  const negative = soa?.type === 'SOA' ? Math.min(ttlOf(soa), soa.data.minimum ?? 0, ttlSeconds) : undefined;
  const standing = negative === undefined ? {} : { ttlSeconds: negative };
  // For an alias, the code refers to the last name of the chain (RFC 6604 3).
  if (readResponseCode(message) === 'NXDOMAIN') return { kind: 'no_such_domain', ...standing };
  if (isAlias && negative === undefined) return { kind: 'elsewhere', target: owner, ttlSeconds };
  return { kind: 'none', ...standing };
}

function ttlOf({ ttl = 0 }: { ttl?: number | undefined }): number {
  return ttl > ttlSecondsMax ? 0 : ttl;
}

function isSameName(a: string, b: string): boolean {
  return withoutFinalDot(a).toLowerCase() === withoutFinalDot(b).toLowerCase();
}

/** Removes the final dot; the root becomes the empty name. */
export function withoutFinalDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
