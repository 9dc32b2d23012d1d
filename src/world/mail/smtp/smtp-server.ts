import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopback } from '../../../model/loopback.ts';
import { type AuthMethod, authMethods, type Credentials } from './smtp-auth.ts';

export type SmtpServer = {
  /** Host name, or IP address without brackets. */
  host: string;
  port: number;
  /** TLS from the first byte; STARTTLS if offered; STARTTLS required; no TLS. */
  tls: 'implicit' | 'opportunistic' | 'required' | 'never';
  /** Whether the certificate must be valid for `host`. */
  verifyCertificate: boolean;
  credentials: Credentials | null;
  /** Authentication mechanism; by default the best one offered. */
  auth?: AuthMethod;
  /** Addresses of `host` in order, which replace the look-up. */
  addresses?: readonly string[];
  /**
   * Checks the server's certificate chain instead of the machine's trusted authorities (DANE, RFC 7672).
   * Returns null to accept, or the fault.
   */
  judgeCertificate?: (chain: readonly X509Certificate[]) => string | null;
};

/** RFC 6409 and RFC 8314. */
const submissionPort = 587;
const implicitTlsPort = 465;

export function relayHostsIn(urls: readonly string[]): string[] {
  return urls.flatMap((url) => {
    const read = readRelayUrl(url);
    return 'server' in read ? [read.server.host] : [];
  });
}

/**
 * Parses `smtp://` or `smtps://` `user:pass@host:port`. `smtp://` accepts `?tls=required` or `?tls=never`.
 * With a user, `?auth=` accepts `plain`, `login`, `cram-md5` or `xoauth2`, whose password is an access token.
 *
 * By default, `smtp://` uses STARTTLS if offered, but requires it for credentials to another machine, because
 * a man in the middle could strip the offer. Verifies certificates unless the host is this machine. The fault
 * never repeats the URL, which contains a password.
 */
export function readRelayUrl(url: string): { server: SmtpServer } | { fault: string } {
  const parsed = URL.parse(url.trim());
  if (parsed === null || !['smtp:', 'smtps:'].includes(parsed.protocol)) {
    return { fault: 'A relay is written smtp://host:port or smtps://user:pass@host:port.' };
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (!hostShape.test(host) && isIP(host) === 0) return { fault: 'The relay URL has no valid host.' };
  if (!['', '/'].includes(parsed.pathname) || parsed.hash !== '') {
    return { fault: 'The relay URL has something after its host and port.' };
  }
  const secure = parsed.protocol === 'smtps:';
  const tls = parsed.searchParams.get('tls');
  const unknown = [...parsed.searchParams.keys()].some((name) => name !== 'tls' && name !== 'auth');
  if (unknown || (tls !== null && (secure || !['required', 'never'].includes(tls)))) {
    return {
      fault: 'After its ? a relay URL takes auth=, and with smtp:// tls=required or tls=never.',
    };
  }
  const named = parsed.searchParams.get('auth');
  const auth = authMethods.find((method) => method === named);
  if (named !== null && auth === undefined) {
    return { fault: `In a relay URL auth= is ${authMethods.join(', ')}.` };
  }
  const credentials = readCredentials(parsed);
  if (credentials === undefined)
    return { fault: 'The relay URL needs both a user and a password, or neither.' };
  if (auth !== undefined && credentials === null) return { fault: 'A relay URL with auth= needs a user.' };
  const local = isLoopback(host);
  return {
    server: {
      host,
      port: parsed.port === '' ? (secure ? implicitTlsPort : submissionPort) : Number(parsed.port),
      tls: secure
        ? 'implicit'
        : ((tls as 'required' | 'never' | null) ??
          (credentials !== null && !local ? 'required' : 'opportunistic')),
      verifyCertificate: !local,
      credentials,
      ...(auth !== undefined && { auth }),
    },
  };
}

const hostShape = /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?\.?$/;

function readCredentials(parsed: URL): Credentials | null | undefined {
  if (parsed.username === '' && parsed.password === '') return null;
  if (parsed.username === '' || parsed.password === '') return undefined;
  try {
    return { user: decodeURIComponent(parsed.username), password: decodeURIComponent(parsed.password) };
  } catch {
    return undefined;
  }
}

/** Formats `host:port`, with brackets around an IPv6 address. */
export function serverName(server: Pick<SmtpServer, 'host' | 'port'>): string {
  return `${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`;
}
