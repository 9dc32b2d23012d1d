import type { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { hostname } from 'node:os';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import type { Clock } from '../../../concurrency/clock.ts';
import type { Resolver } from '../../dns/resolver.ts';
import type { TlsUse } from '../mail.ts';
import type { SmtpServer } from './smtp-server.ts';
import type { SmtpTimeouts } from './smtp-timeouts.ts';

export type Dial = {
  clock: Clock;
  resolver: Resolver;
  timeouts: SmtpTimeouts;
  /** Host name for EHLO that resolves to us (RFC 5321 4.1.1.1); null for the machine's. */
  ehloName: string | null;
};

type Dialled = { plain: Socket; secured: Secured | null };
export type Secured = { socket: TLSSocket; tls: TlsUse };
type NotDialled = { stage: 'connect' | 'tls'; why: string };

/** Time after which the next address is tried in parallel (RFC 8305, more patiently). */
const addressAttemptMs = 5_000;

/** Connects, with TLS if it is implicit. */
export async function openSocket(
  server: SmtpServer,
  dial: Dial,
  signal: AbortSignal,
): Promise<Dialled | NotDialled> {
  const { clock, timeouts, resolver } = dial;
  const found = await unlessGivenUp(signal, addressesOf(server, resolver));
  if ('why' in found) return { stage: 'connect', why: found.why };
  const plain = tcpConnect({
    host: found.length === 1 ? found[0]!.address : server.host,
    port: server.port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    lookup: (_host, _options, give) => give(null, found),
    // Each write is already a whole group of commands, or all available octets of a message.
    noDelay: true,
    signal,
  });
  // Without a listener, an error would end the process.
  plain.on('error', () => {});
  const notConnected = await reaches(plain, 'connect', clock, timeouts.connectMs);
  if (notConnected !== null) return { stage: 'connect', why: notConnected };
  if (server.tls !== 'implicit') return { plain, secured: null };
  const secured = await secure(plain, server, dial);
  return 'why' in secured ? { stage: 'tls', why: secured.why } : { plain, secured };
}

/** Starts TLS. A server that fails `judgeCertificate`, or else the trusted authorities, gets nothing. */
export async function secure(
  plain: Socket,
  server: SmtpServer,
  dial: Dial,
): Promise<Secured | { why: string }> {
  const { judgeCertificate } = server;
  const socket = tlsConnect({
    socket: plain,
    host: server.host,
    ...(isIP(server.host) === 0 && { servername: server.host }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: judgeCertificate === undefined && server.verifyCertificate,
  });
  socket.on('error', () => {});
  const why =
    (await reaches(socket, 'secureConnect', dial.clock, dial.timeouts.tlsMs)) ??
    judgeCertificate?.(chainOf(socket)) ??
    null;
  if (why !== null) {
    plain.destroy();
    return { why };
  }
  const byAuthorities = socket.authorized ? 'certificate' : 'none';
  const verified = judgeCertificate === undefined ? byAuthorities : 'dane';
  return { socket, tls: { protocol: socket.getProtocol() ?? 'TLS', verified } };
}

function chainOf(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = [];
  const seen = new Set<string>();
  let next = socket.getPeerX509Certificate();
  while (next !== undefined && !seen.has(next.fingerprint256)) {
    chain.push(next);
    seen.add(next.fingerprint256);
    next = next.issuerCertificate;
  }
  return chain;
}

/** Returns the name for EHLO: an address literal if no name is known (RFC 5321 4.1.4). */
export function nameForEhlo(dial: Dial, socket: Socket): string {
  const name = dial.ehloName ?? hostname();
  if (dial.ehloName !== null || /^[\w-]+(\.[\w-]+)+$/.test(name)) return name;
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return isIP(address) === 6 ? `[IPv6:${address}]` : `[${address}]`;
}

/** Abandons a look-up on abort, because a look-up cannot be cancelled. */
function unlessGivenUp<T>(signal: AbortSignal, lookup: Promise<T>): Promise<T | { why: string }> {
  const { promise, resolve } = Promise.withResolvers<{ why: string }>();
  const giveUp = () => resolve({ why: 'the attempt was given up' });
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  return Promise.race([lookup, promise]).finally(() => signal.removeEventListener('abort', giveUp));
}

/** Waits for a socket event. Resolves with null, or why it did not occur. */
function reaches(socket: Socket, event: string, clock: Clock, ms: number): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (why: string | null) => {
      cancel();
      socket.off(event, met).off('error', failed).off('close', closed);
      if (why !== null) socket.destroy();
      resolve(why);
    };
    const met = () => settle(null);
    const failed = (error: Error) => settle(describeNetworkError(error));
    const closed = () => settle('the connection was closed');
    const cancel = clock.after(ms, () => settle(noAnswerWithin(ms)));
    socket.once(event, met).once('error', failed).once('close', closed);
  });
}

export function noAnswerWithin(ms: number): string {
  return `no answer within ${Math.round(ms / 1_000)} s`;
}

/** Returns configured addresses, or resolves the name: in DNS, and for local names (hosts file, container network) on this machine. */
async function addressesOf(
  { host, addresses }: SmtpServer,
  resolver: Resolver,
): Promise<{ address: string; family: number }[] | { why: string }> {
  const withFamily = (address: string) => ({ address, family: isIP(address) });
  if (addresses !== undefined) {
    return addresses.length > 0 ? addresses.map(withFamily) : { why: 'its name has no address' };
  }
  if (isIP(host) !== 0) return [withFamily(host)];
  const answer = host === 'localhost' ? null : await resolver.addresses(host);
  if (answer?.kind === 'found') return answer.value.map(withFamily);
  if (answer?.kind === 'unavailable') return { why: `its name cannot be looked up: ${answer.why}` };
  try {
    return await lookup(host, { all: true });
  } catch {
    return { why: 'its name does not exist or has no address' };
  }
}

/** Describes a network error by its code, because Node's messages repeat addresses. */
export function describeNetworkError(error: Error & { code?: unknown; reason?: unknown }): string {
  // Of several addresses, uses the error of the first.
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (first instanceof Error) return describeNetworkError(first);
  const code = String(error.code);
  // OpenSSL's messages name its source files, but its reasons are readable.
  if (!(code in reasons) && /^(ERR_SSL_|EPROTO$)/.test(code)) {
    return `TLS could not be agreed on (${String(error.reason ?? code)})`;
  }
  return reasons[code] ?? (error.message || 'the connection failed');
}

const reasons: Readonly<Record<string, string>> = {
  ABORT_ERR: 'the attempt was given up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS on this port',
};
