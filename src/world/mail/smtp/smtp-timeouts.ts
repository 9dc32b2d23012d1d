import { minuteMs, secondMs } from '../../../model/instant.ts';

/**
 * How long to wait for the other side, by what it owes us. Milliseconds. The least that RFC 5321 4.5.3.2 asks
 * for, where it says anything: shorter waits at the end of data make duplicates (RFC 1047).
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
  /** Taking one block of the message. 4.5.3.2.5 */
  blockMs: number;
  /** Taking the whole message, however little of it each time: by then a server that wants it has it. */
  contentMs: number;
  /** The answer to the final dot. 4.5.3.2.6 */
  finalMs: number;
  /** QUIT and RSET, after which nothing is lost by hanging up. */
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
