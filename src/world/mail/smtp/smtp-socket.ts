import type { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { hostname } from 'node:os';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import type { Clock } from '../../../concurrency/clock.ts';
import type { Resolver } from '../../resolver.ts';
import type { TlsUse } from '../mail.ts';
import type { SmtpServer } from './smtp-server.ts';
import type { SmtpTimeouts } from './smtp-timeouts.ts';

/** The dependencies of a connection. */
export type Dial = {
  clock: Clock;
  resolver: Resolver;
  timeouts: SmtpTimeouts;
  /** Our name in EHLO: a host name that resolves to us (RFC 5321 4.1.1.1), or null for the machine's. */
  ehloName: string | null;
};

/** A connection, and TLS on it. */
type Dialled = { plain: Socket; secured: Secured | null };
export type Secured = { socket: TLSSocket; tls: TlsUse };
type NotDialled = { stage: 'connect' | 'tls'; why: string };

/** How long one of several addresses may take before the next is tried in parallel (RFC 8305, more patiently). */
const addressAttemptMs = 5_000;

/** TCP, and TLS where it comes first. */
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
    // Each write is a whole group of commands, or all available octets of a message.
    noDelay: true,
    signal,
  });
  // While there is no listener, an error must not end the process.
  plain.on('error', () => {});
  const notConnected = await reaches(plain, 'connect', clock, timeouts.connectMs);
  if (notConnected !== null) return { stage: 'connect', why: notConnected };
  if (server.tls !== 'implicit') return { plain, secured: null };
  const secured = await secure(plain, server, dial);
  return 'why' in secured ? { stage: 'tls', why: secured.why } : { plain, secured };
}

/**
 * Starts TLS on a connection, and checks the certificate: by `judgeCertificate` if present, otherwise by the machine's
 * trusted authorities. Nothing is sent to a server that fails.
 */
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

/** The server's certificate, then its issuer's, and so on as far as they are known. */
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

/** Our name in EHLO: an address literal where no name is known (RFC 5321 4.1.4). */
export function ourName(dial: Dial, socket: Socket): string {
  const name = dial.ehloName ?? hostname();
  if (dial.ehloName !== null || /^[\w-]+(\.[\w-]+)+$/.test(name)) return name;
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return isIP(address) === 6 ? `[IPv6:${address}]` : `[${address}]`;
}

/** A look-up cannot be cancelled, but its result can be ignored. */
function unlessGivenUp<T>(signal: AbortSignal, lookup: Promise<T>): Promise<T | { why: string }> {
  const { promise, resolve } = Promise.withResolvers<{ why: string }>();
  const giveUp = () => resolve({ why: 'the attempt was given up' });
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  return Promise.race([lookup, promise]).finally(() => signal.removeEventListener('abort', giveUp));
}

/** Waits for an event of a socket; resolves to null, or to why it did not come. */
function reaches(socket: Socket, event: string, clock: Clock, ms: number): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (why: string | null) => {
      cancel();
      socket.off(event, met).off('error', failed).off('close', closed);
      if (why !== null) socket.destroy();
      resolve(why);
    };
    const met = () => settle(null);
    const failed = (error: Error) => settle(reasonOf(error));
    const closed = () => settle('the connection was closed');
    const cancel = clock.after(ms, () => settle(noAnswerWithin(ms)));
    socket.once(event, met).once('error', failed).once('close', closed);
  });
}

export function noAnswerWithin(ms: number): string {
  return `no answer within ${Math.round(ms / 1_000)} s`;
}

/**
 * The addresses of a server: configured ones; or from DNS, and from the machine for local names, such as those of a
 * hosts file or a container network.
 */
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

/** Words for a network error. Messages of Node repeat addresses; its codes say what happened. */
export function reasonOf(error: Error & { code?: unknown; reason?: unknown }): string {
  // Of several addresses, the error of the first one.
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (first instanceof Error) return reasonOf(first);
  const code = String(error.code);
  // Messages of OpenSSL name its own source files; its reasons are readable.
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
