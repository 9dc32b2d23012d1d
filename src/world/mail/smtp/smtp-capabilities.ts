import type { RawReply } from './smtp-reply.ts';

export type Capabilities = {
  /** RFC 2920 */
  pipelining: boolean;
  /** RFC 3030 */
  chunking: boolean;
  /** Maximum octets of a message (RFC 1870); null for no limit. */
  sizeMax: number | null;
  size: boolean;
  /** RFC 6152 */
  eightBitMime: boolean;
  /** RFC 6531 */
  smtpUtf8: boolean;
  /** RFC 3461 */
  dsn: boolean;
  /** RFC 3207 */
  startTls: boolean;
  /** Names of SASL mechanisms, upper case (RFC 4954). */
  auth: readonly string[];
};

/** Capabilities after HELO. */
export const noCapabilities: Capabilities = {
  pipelining: false,
  chunking: false,
  sizeMax: null,
  size: false,
  eightBitMime: false,
  smtpUtf8: false,
  dsn: false,
  startTls: false,
  auth: [],
};

/** Parses the reply to EHLO: after the first line, each line has a keyword and its parameters (RFC 5321 4.1.1.1). */
export function readCapabilities({ lines }: RawReply): Capabilities {
  const offered = new Map<string, string[]>();
  for (const line of lines.slice(1)) {
    // Some servers write `AUTH=PLAIN`, from a draft that never became a standard.
    const [keyword = '', ...parameters] = line
      .slice(4)
      .trim()
      .toUpperCase()
      .split(/[\s=]+/);
    offered.set(keyword, [...(offered.get(keyword) ?? []), ...parameters]);
  }
  const limit = Number(offered.get('SIZE')?.[0] ?? 0);
  return {
    pipelining: offered.has('PIPELINING'),
    chunking: offered.has('CHUNKING'),
    // 0 means no limit (RFC 1870 3).
    sizeMax: Number.isSafeInteger(limit) && limit > 0 ? limit : null,
    size: offered.has('SIZE'),
    eightBitMime: offered.has('8BITMIME'),
    smtpUtf8: offered.has('SMTPUTF8'),
    dsn: offered.has('DSN'),
    startTls: offered.has('STARTTLS'),
    auth: offered.get('AUTH') ?? [],
  };
}
