import { createSocket } from 'node:dgram';

/** Records of one name for the loopback DNS server, or what it does instead of answering. */
export type DnsName =
  | {
      A?: string[];
      AAAA?: string[];
      MX?: { priority: number; exchange: string }[];
      TXT?: string[][];
      CNAME?: string[];
    }
  | 'servfail'
  | 'silent';

export type DnsServer = {
  /** For `servers` of a resolver: `127.0.0.1:port`. */
  address: string;
  /** Questions received, as `MX example.com`. */
  asked: string[];
  close(): Promise<void>;
};

const types = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const;
type RecordType = keyof typeof types;

/** A real DNS server (RFC 1035, UDP only) on loopback. A name that is not in the zone does not exist. */
export async function dnsServer(zone: Record<string, DnsName>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(`${type} ${name}`);
    const records = zone[name.toLowerCase()];
    if (records === 'silent') return;
    const answers = typeof records === 'object' ? encodedRecords(records, type) : [];
    const code = records === undefined ? 3 : records === 'servfail' ? 2 : 0;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8580 | code, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { name: string; type: string; end: number } {
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

function encodedRecords(records: Exclude<DnsName, string>, type: string): Buffer[] {
  const bodies: Record<RecordType, () => Buffer[]> = {
    A: () => (records.A ?? []).map((ip) => Buffer.from(ip.split('.').map(Number))),
    AAAA: () => (records.AAAA ?? []).map(encodedIpv6),
    MX: () =>
      (records.MX ?? []).map(({ priority, exchange }) =>
        Buffer.concat([Buffer.from([priority >> 8, priority & 255]), encodedName(exchange)]),
      ),
    TXT: () => (records.TXT ?? []).map((strings) => Buffer.concat(strings.map(encodedString))),
    CNAME: () => (records.CNAME ?? []).map(encodedName),
  };
  if (!(type in types)) return [];
  return bodies[type as RecordType]().map((body) => {
    const head = Buffer.alloc(12);
    // The name is the one at offset 12, that of the question.
    head.writeUInt16BE(0xc00c, 0);
    head.writeUInt16BE(types[type as RecordType], 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt32BE(60, 6);
    head.writeUInt16BE(body.length, 10);
    return Buffer.concat([head, body]);
  });
}

function encodedString(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
}

/** The root, as in a null MX, is the empty string. */
function encodedName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([...labels.map(encodedString), Buffer.from([0])]);
}

/** Takes the full form or one `::`. */
function encodedIpv6(ip: string): Buffer {
  const [before = '', after] = ip.split('::');
  const words = (text: string | undefined) =>
    text ? text.split(':').map((word) => Number.parseInt(word, 16)) : [];
  const [first, last] = [words(before), words(after)];
  const all = [...first, ...new Array(8 - first.length - last.length).fill(0), ...last];
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 255]));
}
