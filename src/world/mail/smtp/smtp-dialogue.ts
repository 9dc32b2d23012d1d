import type { DialogueOutcome } from '../mail.ts';
import { type RawReply, readReply } from './smtp-reply.ts';
import type { SmtpTimeouts } from './smtp-timeouts.ts';

/** An SMTP dialogue without a socket or clock. `smtp-session.ts` executes its moves. */
export type Dialogue<End> = {
  readonly point: DialoguePoint;
  begin(): Move<End>;
  /** @param more whether octets after this reply have already arrived */
  take(reply: RawReply, more: boolean): Move<End>;
  /** Called when the whole message was passed to the socket. */
  written(): void;
  /** Called after the requested TLS handshake succeeded. */
  secured(): Move<End>;
  /** Returns the result if no further reply can arrive. */
  lost(why: string): End;
};

export type Move<End> =
  | { next: 'listen' }
  /** Whole lines; then, if present, a message, after which `written` is called. */
  | { next: 'write'; text: string; message: Content | null }
  | { next: 'secure' }
  /** Ends the dialogue. `afterwards` is the state of the connection: reusable, reusable after RSET, or to be closed. */
  | { next: 'end'; end: End; afterwards: 'keep' | 'reset' | 'quit' | 'hang up' };

/** A message being sent: dot-stuffed with a final dot (DATA), or unchanged (BDAT). */
export type Content = { bytes: Buffer; dotted: boolean };

/** The server's next reply. `greeting` includes EHLO's reply; `leave` follows QUIT or RSET. */
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

export const timeoutByPoint = {
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

/** The reported stage of a point. `block` counts as before the end of data, because the server cannot deliver an incomplete message. */
export const stageByPoint = {
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

/** Replies that ask for authentication or encryption first (RFC 4954 6, RFC 3207 4). At any stage they concern us and would apply to any message. */
const aboutUs: ReadonlySet<number> = new Set([530, 534, 535, 538]);

export function refusal(by: string, stage: Refusal['stage'], raw: RawReply): Refusal {
  return { kind: 'refused', by, stage: aboutUs.has(raw.code) ? 'auth' : stage, ...readReply(raw) };
}

/** Classifies a reply by its first digit, as RFC 5321 4.2.1 allows. */
export function classifyReplyCode({ code }: RawReply): 'done' | 'go on' | 'refused' {
  if (code < 300) return 'done';
  return code < 400 ? 'go on' : 'refused';
}

/** The server closes the connection, whatever the command (RFC 5321 3.8). */
export const closing = 421;

/** After an extra reply, every later one would be matched to the wrong command, and a refusal could count as acceptance. */
export const outOfStep = 'its replies are out of step with what was asked';

export const listen = { next: 'listen' } as const;
