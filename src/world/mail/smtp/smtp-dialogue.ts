import type { DialogueOutcome } from '../mail.ts';
import { type RawReply, readReply } from './smtp-reply.ts';
import type { SmtpTimeouts } from './smtp-timeouts.ts';

/**
 * An SMTP dialogue as a machine of replies and moves, without a socket or a clock. `smtp-opening.ts` has the one
 * that makes a connection ready, `smtp-transaction.ts` the one that carries a message over; `smtp-session.ts`
 * does what they say.
 */
export type Dialogue<End> = {
  /** What the server owes us next. */
  readonly point: DialoguePoint;
  begin(): Move<End>;
  /** @param more octets are there already that belong to no reply up to this one */
  take(reply: RawReply, more: boolean): Move<End>;
  /** All of a message that was to be written is with the socket. */
  written(): void;
  /** TLS stands, as `Move` asked for. */
  secured(): Move<End>;
  /** What it comes to when no answer can be had any more. */
  lost(why: string): End;
};

/** What to do next. */
export type Move<End> =
  /** More replies are owed. */
  | { next: 'listen' }
  /** Whole lines; then, when there is one, a message, after which `written` is called. */
  | { next: 'write'; text: string; message: Content | null }
  | { next: 'secure' }
  /** It is over, and the connection is fit for the next message, or is after RSET, or is to be left. */
  | { next: 'end'; end: End; afterwards: 'keep' | 'reset' | 'quit' | 'hang up' };

/** A message on its way: with its dots doubled and a final dot (DATA), or as it is (BDAT). */
export type Content = { bytes: Buffer; dotted: boolean };

/**
 * Where a dialogue stands: what the server owes us next. `greeting` is the 220 and the answer to EHLO, `block`
 * the message on its way, `final` the answer to its end, `leave` that to QUIT or RSET.
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

/** The wait that each point of a dialogue is given. */
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
 * The stage that a point is reported as. Until the last block is handed to the socket the end of the message has
 * not been sent, and the server has nothing that it could deliver.
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
 * RFC 4954 6 and RFC 3207 4: sign in first, or encrypt first. Wherever it is said, it is about us, and would be
 * said of any message.
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

/** The server ends the connection, whatever was asked (RFC 5321 3.8). */
export const closing = 421;

/** A server that once replied twice is one reply behind ever after, and would be believed to take what it refused. */
export const outOfStep = 'its replies are out of step with what was asked';

/** Nothing to do but to wait for what is still owed. */
export const listen = { next: 'listen' } as const;
