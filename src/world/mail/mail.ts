import type { Mailbox } from '../../model/address.ts';

/** A message ready to leave, to one mailbox. Every address in it has been read by `parseMailbox`. */
export type OutgoingMessage = {
  from: Mailbox;
  /** Whom the header names and the envelope goes to: one mailbox, so the two cannot differ. */
  to: Mailbox;
  replyTo: Mailbox | null;
  /** The bare return path of the envelope (RFC 5321 4.1.1.2); the empty string is the null sender. */
  envelopeFrom: string;
  subject: string;
  /** Either body may be empty, which leaves it out. */
  html: string;
  text: string;
  /** Made once at acceptance and the same on every attempt; with or without its angle brackets. */
  messageId: string;
  /** Epoch milliseconds, for the Date header. */
  date: number;
  /**
   * Further header fields, in this order. A value stands as it is given when it is ASCII (so structured fields
   * such as List-Unsubscribe stay readable) and as encoded-words (RFC 2047) when it is not. Fields that the
   * composer writes itself are refused.
   */
  headers: readonly (readonly [name: string, value: string])[];
};

/**
 * What became of one attempt to hand a message over.
 *
 * - `accepted`: the other side answered 250 to the end of data, and is now responsible for the message.
 * - `refused`: it said no; 4yz for now, 5yz for good (RFC 5321 4.2.1). A refusal at `connect`, `greeting` or
 *   `auth` is about us or about that server, never about the recipient: it is no bounce.
 * - `unreachable`: no answer. At stage `final` the message may have been taken all the same (RFC 1047), so a
 *   repeat may reach the recipient twice, with the same Message-ID.
 *
 * `by` names who answered (`host:port`), or `posthouse` when the message never left because it was unfit to.
 * `reply` is the other side's own text: show it, never interpret it beyond its codes.
 */
export type HandOver =
  | { kind: 'accepted'; by: string; reply: string }
  | {
      kind: 'refused';
      by: string;
      stage: 'connect' | 'greeting' | 'auth' | 'mail' | 'rcpt' | 'data' | 'final';
      /** The three digits, 400 to 599. */
      code: number;
      /** `x.y.z` of RFC 3463, when the reply has one. */
      enhanced: string | null;
      reply: string;
    }
  | {
      kind: 'unreachable';
      by: string;
      stage: 'connect' | 'greeting' | 'tls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'final';
      why: string;
    };

/** Who answers when nobody else was asked: the message was unfit to leave (refused), or nothing may leave now (unreachable). */
export const ourselves = 'posthouse';

/** Where a message goes when it leaves the platform. Nothing here throws. */
export type Mail = {
  name: 'capture' | 'relay' | 'direct';
  send(message: OutgoingMessage): Promise<HandOver>;
  /** For the doctor: whether mail could leave now, one sentence for each thing tried. */
  check(): Promise<{ ok: boolean; sentence: string }[]>;
  /** Takes no new message, finishes those in hand, and leaves no connection open. */
  close(): Promise<void>;
};
