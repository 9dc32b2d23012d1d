import { minuteMs, secondMs } from '../../../model/instant.ts';

/**
 * How long to wait for the server, by what it owes us. Milliseconds. The minimum of RFC 5321 4.5.3.2 where it has one:
 * shorter timeouts at the end of data cause duplicates (RFC 1047).
 */
export type SmtpTimeouts = {
  /** Name look-up and TCP. */
  connectMs: number;
  /** A TLS handshake, from the start or after STARTTLS. */
  tlsMs: number;
  /** The 220, and the answer to EHLO. 4.5.3.2.1 */
  greetingMs: number;
  authMs: number;
  /** 4.5.3.2.2 */
  mailMs: number;
  /** 4.5.3.2.3 */
  rcptMs: number;
  /** The 354. 4.5.3.2.4 */
  dataMs: number;
  /** For the server to take one block of the message. 4.5.3.2.5 */
  blockMs: number;
  /** For the server to take the whole message: without it a server could trickle for ever. */
  contentMs: number;
  /** The answer to the final dot. 4.5.3.2.6 */
  finalMs: number;
  /** QUIT and RSET, after which hanging up loses nothing. */
  leaveMs: number;
};

export const smtpTimeouts: SmtpTimeouts = {
  connectMs: 30 * secondMs,
  tlsMs: 30 * secondMs,
  greetingMs: 5 * minuteMs,
  authMs: 2 * minuteMs,
  mailMs: 5 * minuteMs,
  rcptMs: 5 * minuteMs,
  dataMs: 2 * minuteMs,
  blockMs: 3 * minuteMs,
  contentMs: 30 * minuteMs,
  finalMs: 10 * minuteMs,
  leaveMs: 5 * secondMs,
};
