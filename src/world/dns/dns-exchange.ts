import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import type { DecodedPacket } from 'dns-packet';
import type { Ids } from '../ids.ts';
import { type DnsQuery, type DnsType, dnsQuery, readReply, readResponseCode } from './dns-message.ts';
import type { DnsServer } from './dns-servers.ts';

export type Exchange = { kind: 'replied'; message: DecodedPacket } | { kind: 'failed'; why: string };

/** Mismatching datagrams after which TCP is used, because they suggest an attacker who guesses. */
const mismatchesMax = 8;

/**
 * Asks one server over UDP, and over TCP if the reply is truncated (RFC 7766 5). Each question uses its own
 * socket on a random port and accepts datagrams only from that server, so a spoofed answer must guess the id
 * and the port (RFC 5452 9.2).
 */
export async function askServer(
  server: DnsServer,
  name: string,
  type: DnsType,
  ids: Pick<Ids, 'bytes'>,
  signal: AbortSignal,
): Promise<Exchange> {
  const first = await overUdp(server, dnsQuery(name, type, { edns: true, ids }), signal);
  const plain = first.kind === 'replied' && refusesEdns(first.message);
  const reply = plain ? await overUdp(server, dnsQuery(name, type, { edns: false, ids }), signal) : first;
  const whole = reply.kind === 'replied' && !reply.message.flag_tc;
  if (whole || reply.kind === 'failed') return reply;
  return await overTcp(server, dnsQuery(name, type, { edns: !plain, ids }), signal);
}

/** A server without EDNS support reports an error (RFC 6891 7). */
function refusesEdns(message: DecodedPacket): boolean {
  return ['FORMERR', 'NOTIMP'].includes(readResponseCode(message));
}

function overUdp(
  { ip, port }: DnsServer,
  query: DnsQuery,
  signal: AbortSignal,
): Promise<Exchange | { kind: 'mismatches' }> {
  return new Promise((resolve) => {
    const socket = createSocket({ type: isIPv6(ip) ? 'udp6' : 'udp4' });
    let mismatches = 0;
    let ended = false;
    const end = (exchange: Exchange | { kind: 'mismatches' }) => {
      // A pending datagram fails when its socket is closed, and closing twice throws.
      if (ended) return;
      ended = true;
      signal.removeEventListener('abort', stop);
      socket.removeAllListeners();
      // Errors of a closing socket do not matter.
      socket.on('error', () => {});
      socket.close();
      resolve(exchange);
    };
    const stop = () => end(unanswered);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    socket.on('error', (error) => end(unreachable(error)));
    socket.on('message', (bytes) => {
      const message = readReply(bytes, query);
      if (message !== null) return end({ kind: 'replied', message });
      mismatches += 1;
      if (mismatches >= mismatchesMax) end({ kind: 'mismatches' });
    });
    socket.once('connect', () => socket.send(query.bytes, (error) => error && end(unreachable(error))));
    socket.connect(port, ip);
  });
}

function overTcp({ ip, port }: DnsServer, query: DnsQuery, signal: AbortSignal): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect({ host: ip, port });
    let received: Buffer = Buffer.alloc(0);
    const end = (exchange: Exchange) => {
      signal.removeEventListener('abort', stop);
      socket.removeAllListeners();
      socket.on('error', () => {});
      socket.destroy();
      resolve(exchange);
    };
    const stop = () => end(unanswered);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    socket.on('error', (error) => end(unreachable(error)));
    socket.on('close', () => end({ kind: 'failed', why: 'the DNS server hung up' }));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const message = readWhole(received);
      if (message === null) return;
      const reply = readReply(message, query);
      end(
        reply === null
          ? { kind: 'failed', why: 'the DNS server answered something else' }
          : { kind: 'replied', message: reply },
      );
    });
    // Over TCP, a message follows its length (RFC 1035 4.2.2), best in one packet (RFC 7766 8).
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.bytes.length);
    socket.write(Buffer.concat([length, query.bytes]));
  });
}

/** Returns the first message, at most 64 KB by its length field; null while it is incomplete. */
function readWhole(received: Buffer): Buffer | null {
  if (received.length < 2) return null;
  const end = 2 + received.readUInt16BE(0);
  return received.length < end ? null : received.subarray(2, end);
}

const unanswered: Exchange = { kind: 'failed', why: 'the DNS server did not answer in time' };

function unreachable(error: Error): Exchange {
  const code = 'code' in error ? String(error.code) : error.name;
  return { kind: 'failed', why: `the DNS server cannot be reached (${code})` };
}
