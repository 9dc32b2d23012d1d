import { isIP } from 'node:net';

/** Where an SMTP server is and how to speak to it. */
export type SmtpServer = {
  /** A host name, or an IP address without brackets. */
  host: string;
  port: number;
  /** From the first byte; whenever STARTTLS is offered; STARTTLS or not at all; not even if it is offered. */
  tls: 'implicit' | 'opportunistic' | 'required' | 'never';
  /** Whether the certificate must be valid for `host`. */
  verifyCertificate: boolean;
  credentials: { user: string; password: string } | null;
};

/** RFC 6409 and RFC 8314. */
const submissionPort = 587;
const implicitTlsPort = 465;

/**
 * Reads `smtp://` or `smtps://` `user:pass@host:port`, with `?tls=required` or `?tls=never` for `smtp://`.
 *
 * Without `?tls=` STARTTLS is used when it is offered; but where there are credentials, and the host is not this
 * machine, it is required, since anyone on the way could strip the offer and read the password. Certificates
 * are verified unless the host is this machine.
 *
 * @returns the server, or one sentence saying what is wrong, which never repeats the URL: it holds a password
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
  const unknown = [...parsed.searchParams.keys()].some((name) => name !== 'tls');
  if (unknown || (tls !== null && (secure || !['required', 'never'].includes(tls)))) {
    return { fault: 'After its ? a relay URL takes tls=required or tls=never, and only with smtp://.' };
  }
  const credentials = readCredentials(parsed);
  if (credentials === undefined)
    return { fault: 'The relay URL needs both a user and a password, or neither.' };
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
    },
  };
}

const hostShape = /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?\.?$/;

function readCredentials(parsed: URL): SmtpServer['credentials'] | undefined {
  if (parsed.username === '' && parsed.password === '') return null;
  if (parsed.username === '' || parsed.password === '') return undefined;
  try {
    return { user: decodeURIComponent(parsed.username), password: decodeURIComponent(parsed.password) };
  } catch {
    return undefined;
  }
}

/** Whether a host is this machine, where no one stands between. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** A server as people name it: `host:port`, brackets around an IPv6 address. */
export function serverName(server: Pick<SmtpServer, 'host' | 'port'>): string {
  return `${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`;
}
