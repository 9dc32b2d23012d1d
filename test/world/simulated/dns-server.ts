import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import type { Clock } from '../../../src/concurrency/clock.ts';
import { systemClock } from '../../../src/world/clock.ts';
import type { TlsaRecord } from '../../../src/world/dns/resolver.ts';

/** Records of one name for the loopback DNS server, or its failure mode. */
export type DnsName = DnsRecords | 'servfail' | 'refused' | 'silent';

type DnsRecords = {
  A?: string[];
  AAAA?: string[];
  MX?: { priority: number; exchange: string }[];
  TXT?: string[][];
  /** Queries for other types return it with the target's records from the zone. */
  CNAME?: string[];
  TLSA?: TlsaRecord[];
  PTR?: string[];
  /** TTL of the records; a minute by default. */
  ttlSeconds?: number;
  /** Sets the AD flag, as if DNSSEC validated the records. */
  secure?: boolean;
  /** Omits the records over UDP and sets the TC flag; TCP has them. */
  truncated?: boolean;
};

export type DnsServer = {
  address: string;
  /** Received queries, such as `MX example.com`, over UDP and TCP. */
  asked: string[];
  /** Flags and source port of each query, in the order of `asked`. */
  questions: DnsQuestion[];
  close(): Promise<void>;
};

type DnsQuestion = { over: 'udp' | 'tcp'; port: number; id: number; flags: number; edns: boolean };

export type DnsServerOptions = {
  /** Delay of each response. */
  delayMs?: number;
  /** Clock of `delayMs`; the system clock by default. */
  clock?: Clock;
  /** Negative TTL in the SOA of empty responses; null omits the SOA. An hour by default. */
  negativeTtlSeconds?: number | null;
  /** Returns a CNAME without its target's records, like a server that knows a single zone. */
  oneZone?: boolean;
  /** Answers queries with EDNS with FORMERR, like servers before RFC 2671. */
  withoutEdns?: boolean;
  /** Forged packets to send over UDP before the real response, as an attacker would. */
  forged?: (query: Buffer, answer: Buffer) => Buffer[];
};

const types = { A: 1, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, TLSA: 52 } as const;
type RecordType = keyof typeof types;
const codes = { noerror: 0, formerr: 1, servfail: 2, nxdomain: 3, refused: 5 } as const;

const ttlSecondsDefault = 60;
const negativeTtlSecondsDefault = 3_600;
const chainMax = 10;

/**
 * A real DNS server (RFC 1035) on loopback, over UDP and TCP on one port. Unknown names do not exist; the
 * test may change the zone, with names in lower case.
 */
export async function dnsServer(
  zone: Record<string, DnsName>,
  options: DnsServerOptions = {},
): Promise<DnsServer> {
  const clock = options.clock ?? systemClock();
  const asked: string[] = [];
  const questions: DnsQuestion[] = [];
  const cancels = new Set<() => void>();
  const connections = new Set<Socket>();

  const take = (query: Buffer, over: 'udp' | 'tcp', port: number, send: (answer: Buffer) => void) => {
    const question = readQuestion(query);
    asked.push(`${question.type} ${question.name}`);
    const edns = query.readUInt16BE(10) > 0;
    questions.push({ over, port, id: query.readUInt16BE(0), flags: query.readUInt16BE(2), edns });
    const answer = answerTo(query, question, zone, options, over, edns);
    if (answer === null) return;
    if (options.delayMs === undefined) {
      send(answer);
      return;
    }
    const cancel = clock.after(options.delayMs, () => {
      cancels.delete(cancel);
      send(answer);
    });
    cancels.add(cancel);
  };

  const tcp = createServer((connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection)).on('error', () => connection.destroy());
    let received: Buffer = Buffer.alloc(0);
    connection.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        take(received.subarray(2, end), 'tcp', connection.remotePort ?? 0, (answer) =>
          connection.write(Buffer.concat([sixteenBits(answer.length), answer])),
        );
        received = received.subarray(end);
      }
    });
  });
  const { udp, port } = await bothOnOnePort(tcp);
  udp.on('message', (query, from) =>
    take(query, 'udp', from.port, (answer) => {
      for (const forged of options.forged?.(query, answer) ?? []) udp.send(forged, from.port, from.address);
      udp.send(answer, from.port, from.address);
    }),
  );

  return {
    address: `127.0.0.1:${port}`,
    asked,
    questions,
    async close() {
      for (const cancel of cancels) cancel();
      for (const connection of connections) connection.destroy();
      await Promise.all([
        new Promise<void>((resolve) => udp.close(() => resolve())),
        new Promise<void>((resolve) => tcp.close(() => resolve())),
      ]);
    },
  };
}

/** A port free for TCP may be taken for UDP, so several are tried. */
async function bothOnOnePort(tcp: ReturnType<typeof createServer>) {
  for (;;) {
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const { port } = tcp.address() as { port: number };
    const udp = createSocket('udp4');
    const bound = await new Promise<boolean>((resolve) => {
      udp.once('error', () => resolve(false));
      udp.bind(port, '127.0.0.1', () => resolve(true));
    });
    if (bound) return { udp, port };
    udp.close();
    await new Promise<void>((resolve) => tcp.close(() => resolve()));
  }
}

type Question = { name: string; type: string; end: number };

function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const number = query.readUInt16BE(at + 1);
  const type = Object.entries(types).find(([, value]) => value === number)?.[0] ?? String(number);
  return { name: labels.join('.'), type, end: at + 5 };
}

function answerTo(
  query: Buffer,
  question: Question,
  zone: Record<string, DnsName>,
  options: DnsServerOptions,
  over: 'udp' | 'tcp',
  edns: boolean,
): Buffer | null {
  if (edns && options.withoutEdns) return message(query, question, { code: codes.formerr });
  const answers: Buffer[] = [];
  let secure = true;
  let truncated = false;
  let name = question.name.toLowerCase();
  for (let hop = 0; hop < chainMax; hop++) {
    const records = zone[name];
    if (records === 'silent') return null;
    if (records === 'servfail' || records === 'refused') {
      return message(query, question, { code: codes[records] });
    }
    if (records === undefined) {
      const authorities = authority(options.negativeTtlSeconds);
      return message(query, question, { code: codes.nxdomain, answers, authorities });
    }
    secure &&= records.secure === true;
    truncated ||= records.truncated === true;
    const own = encodedRecords(name, records, question.type);
    answers.push(...own);
    const [target] = records.CNAME ?? [];
    if (own.length > 0 || target === undefined) break;
    answers.push(...encodedRecords(name, records, 'CNAME'));
    if (options.oneZone) return message(query, question, { answers, secure });
    name = target.toLowerCase();
  }
  if (truncated && over === 'udp') return message(query, question, { truncated, secure });
  const found = zone[name];
  const any = typeof found === 'object' && encodedRecords(name, found, question.type).length > 0;
  const authorities = any ? [] : authority(options.negativeTtlSeconds);
  return message(query, question, { answers, authorities, secure });
}

function message(
  query: Buffer,
  question: Question,
  says: {
    code?: number;
    answers?: Buffer[];
    authorities?: Buffer[];
    secure?: boolean;
    truncated?: boolean;
  },
): Buffer {
  const { code = codes.noerror, answers = [], authorities = [], secure = false, truncated = false } = says;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  // QR, AA, RD and RA, like a server that is authoritative and recursive.
  head.writeUInt16BE(0x8580 | code | (truncated ? 0x0200 : 0) | (secure ? 0x0020 : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers.length, 6);
  head.writeUInt16BE(authorities.length, 8);
  return Buffer.concat([head, query.subarray(12, question.end), ...answers, ...authorities]);
}

/** The SOA of an empty response (RFC 2308 section 3): its last field and its TTL are the lifetime. */
function authority(negativeTtlSeconds: number | null = negativeTtlSecondsDefault): Buffer[] {
  if (negativeTtlSeconds === null) return [];
  const numbers = Buffer.alloc(20);
  numbers.writeUInt32BE(negativeTtlSeconds, 16);
  const body = Buffer.concat([encodedName('ns.zone.test'), encodedName('hostmaster.zone.test'), numbers]);
  return [encodedRecord('zone.test', 'SOA', negativeTtlSecondsDefault, body)];
}

function encodedRecords(name: string, records: DnsRecords, type: string): Buffer[] {
  const bodies: Record<RecordType, () => Buffer[]> = {
    A: () => (records.A ?? []).map((ip) => Buffer.from(ip.split('.').map(Number))),
    AAAA: () => (records.AAAA ?? []).map(encodedIpv6),
    MX: () =>
      (records.MX ?? []).map(({ priority, exchange }) =>
        Buffer.concat([sixteenBits(priority), encodedName(exchange)]),
      ),
    TXT: () => (records.TXT ?? []).map((strings) => Buffer.concat(strings.map(encodedString))),
    CNAME: () => (records.CNAME ?? []).map(encodedName),
    SOA: () => [],
    PTR: () => (records.PTR ?? []).map(encodedName),
    TLSA: () =>
      (records.TLSA ?? []).map(({ usage, selector, matchingType, certificate }) =>
        Buffer.concat([Buffer.from([usage, selector, matchingType]), certificate]),
      ),
  };
  if (!(type in types)) return [];
  return bodies[type as RecordType]().map((body) =>
    encodedRecord(name, type as RecordType, records.ttlSeconds ?? ttlSecondsDefault, body),
  );
}

function encodedRecord(name: string, type: RecordType, ttlSeconds: number, body: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(types[type], 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(ttlSeconds, 4);
  head.writeUInt16BE(body.length, 8);
  return Buffer.concat([encodedName(name), head, body]);
}

function sixteenBits(number: number): Buffer {
  return Buffer.from([number >> 8, number & 255]);
}

function encodedString(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
}

/** The root, as in a null MX, is the empty string. */
function encodedName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([...labels.map(encodedString), Buffer.from([0])]);
}

function encodedIpv6(ip: string): Buffer {
  const [before = '', after] = ip.split('::');
  const words = (text: string | undefined) =>
    text ? text.split(':').map((word) => Number.parseInt(word, 16)) : [];
  const [first, last] = [words(before), words(after)];
  const all = [...first, ...new Array(8 - first.length - last.length).fill(0), ...last];
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 255]));
}
