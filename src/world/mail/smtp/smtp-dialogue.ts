import type { DialogueOutcome } from '../mail.ts';
import { type RawReply, readReply } from './smtp-reply.ts';
import type { SmtpTimeouts } from './smtp-timeouts.ts';

/**
 * An SMTP dialogue as a state machine of replies and moves, without a socket or a clock. `smtp-opening.ts` makes a
 * connection ready, `smtp-transaction.ts` sends a message; `smtp-session.ts` executes their moves.
 */
export type Dialogue<End> = {
  /** The reply that the server owes us next. */
  readonly point: DialoguePoint;
  begin(): Move<End>;
  /** @param more octets beyond this reply have already arrived */
  take(reply: RawReply, more: boolean): Move<End>;
  /** The whole message has been passed to the socket. */
  written(): void;
  /** The TLS handshake that `Move` asked for succeeded. */
  secured(): Move<End>;
  /** The result when no reply can come any longer. */
  lost(why: string): End;
};

/** What to do next. */
export type Move<End> =
  /** More replies are owed. */
  | { next: 'listen' }
  /** Whole lines; then, if present, a message, after which `written` is called. */
  | { next: 'write'; text: string; message: Content | null }
  | { next: 'secure' }
  /** It is over, and the connection is ready for the next message, ready after RSET, or to be left. */
  | { next: 'end'; end: End; afterwards: 'keep' | 'reset' | 'quit' | 'hang up' };

/** A message being sent: with its dots doubled and a final dot (DATA), or unchanged (BDAT). */
export type Content = { bytes: Buffer; dotted: boolean };

/**
 * The state of a dialogue: the reply that the server owes next. `greeting` is the 220 and the answer to EHLO, `block`
 * the message being sent, `final` the answer to its end, `leave` that to QUIT or RSET.
 */
export type DialoguePoint =
  | 'greeting'
  | 'tls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'block'
  | 'final'
  | 'leave';

/** The timeout for each point of a dialogue. */
export const limitOf = {
  greeting: 'greetingMs',
  tls: 'tlsMs',
  auth: 'authMs',
  mail: 'mailMs',
  rcpt: 'rcptMs',
  data: 'dataMs',
  block: 'blockMs',
  final: 'finalMs',
  leave: 'leaveMs',
} as const satisfies Record<DialoguePoint, keyof SmtpTimeouts>;

/**
 * The stage that a point is reported as. Until the last block is passed to the socket the end of the message has not
 * been sent, so the server has nothing to deliver.
 */
export const stageOf = {
  greeting: 'greeting',
  tls: 'tls',
  auth: 'auth',
  mail: 'mail',
  rcpt: 'rcpt',
  data: 'data',
  block: 'data',
  final: 'final',
  leave: 'mail',
} as const satisfies Record<DialoguePoint, Exclude<Fault['stage'], 'connect'>>;

export type Fault = Exclude<DialogueOutcome, { kind: 'accepted' }>;
export type Refusal = Extract<DialogueOutcome, { kind: 'refused' }>;

/**
 * RFC 4954 6 and RFC 3207 4: authenticate first, or encrypt first. At any stage this is about us, and would apply to
 * any message.
 */
const aboutUs: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** A reply of 4yz or 5yz as an outcome. */
export function refusal(by: string, stage: Refusal['stage'], raw: RawReply): Refusal {
  return { kind: 'refused', by, stage: aboutUs.has(raw.code) ? 'auth' : stage, ...readReply(raw) };
}

/** The first digit, which is all that a client has to understand (RFC 5321 4.2.1). */
export function kindOf({ code }: RawReply): 'done' | 'go on' | 'refused' {
  if (code < 300) return 'done';
  return code < 400 ? 'go on' : 'refused';
}

/** The server closes the connection, whatever was asked (RFC 5321 3.8). */
export const closing = 421;

/** After one extra reply every later one would be matched to the wrong command, and a refusal taken for acceptance. */
export const outOfStep = 'its replies are out of step with what was asked';

/** Wait for the replies still owed. */
export const listen = { next: 'listen' } as const;
