import { minuteMs, secondMs } from '../../../model/instant.ts';

/** At least the minima of RFC 5321 4.5.3.2, because shorter timeouts cause duplicates (RFC 1047). */
export type SmtpTimeouts = {
  /** DNS look-up and TCP. */
  connectMs: number;
  tlsMs: number;
  /** The 220 and the reply to EHLO. 4.5.3.2.1 */
  greetingMs: number;
  authMs: number;
  /** 4.5.3.2.2 */
  mailMs: number;
  /** 4.5.3.2.3 */
  rcptMs: number;
  /** The 354. 4.5.3.2.4 */
  dataMs: number;
  /** One block of the message. 4.5.3.2.5 */
  blockMs: number;
  /** The whole message. Without it, a slow server could hold the connection forever. */
  contentMs: number;
  /** The reply to the final dot. 4.5.3.2.6 */
  finalMs: number;
  /** QUIT and RSET. Hanging up afterwards loses nothing. */
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
