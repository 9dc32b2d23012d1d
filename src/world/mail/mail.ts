import type { KeyObject } from 'node:crypto';
import type { Mailbox } from '../../model/address.ts';
import type { CompiledMessage, MessageFilling } from '../../model/message/compose.ts';
import type { RawMessage } from '../../model/message/raw-message.ts';

/** A message ready to leave, to one mailbox. Every address in it has been read by `parseMailbox`. */
export type OutgoingMessage = {
  from: Mailbox;
  /** The header's To and the envelope's recipient: one mailbox, so the two cannot differ. */
  to: Mailbox;
  replyTo: Mailbox | null;
  /** The bare return path of the envelope (RFC 5321 4.1.1.2); the empty string is the null sender. */
  envelopeFrom: string;
  subject: string;
  /** Either body may be empty, which leaves it out; both are beside `compiled`. */
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
  /**
   * A message that came whole from a mail program: it goes out as it is, with `from`, `to`, `messageId` and
   * `headers` looked after by the composer. Then `subject`, `html` and `text` are not looked at.
   */
  raw: RawMessage | null;
  /**
   * The message with `from`, `replyTo` and `subject` in it, of a body that many get: compiled once, with what it says to
   * this recipient. `rendered` makes the bodies of it, which nothing needs that only sends it.
   */
  compiled?: {
    message: CompiledMessage;
    values: MessageFilling['values'];
    rendered(): { html: string; text: string };
  };
  /** Who signs it, in order: one DKIM-Signature each (RFC 6376, RFC 8463). None where the domain has no key. */
  signers: readonly DkimSigner[];
  /** `enforced`: it leaves over verified TLS or not at all. */
  tls: 'opportunistic' | 'enforced';
  /** What a server that can will name in its reports (ENVID, RFC 3461 4.4): the email's id. */
  envelopeId: string | null;
};

/** A key to sign with. The same object for every mail of a domain, so that nothing is read twice. */
export type DkimSigner = {
  /** `d=`: the From domain itself, so that DMARC is aligned. */
  domain: string;
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  privateKey: KeyObject;
};

/** A message as it is written to a socket, and its envelope. */
export type WireMessage = {
  envelopeFrom: string;
  to: string;
  /** Whole lines that end in CR LF, dots not yet doubled. */
  bytes: Buffer;
  /** There are octets above 127 in the body: only for servers that offer 8BITMIME (RFC 6152). */
  eightBit: boolean;
  /** There are octets above 127 in the header or the envelope: only for servers that offer SMTPUTF8 (RFC 6531). */
  utf8: boolean;
  envelopeId: string | null;
};

/**
 * What became of one dialogue with one server.
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
export type DialogueOutcome =
  | { kind: 'accepted'; by: string; reply: string; tls?: TlsUse | null }
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

/**
 * What became of one attempt to hand a message over: a dialogue's outcome, or none was begun.
 *
 * - `no_route`: DNS says for good that the recipient's domain takes no mail.
 * - `held`: nothing was tried, because the destination has as much as it should have for now. No attempt is
 *   counted; the message may be handed over again from `until` (epoch ms) on.
 */
export type HandOver =
  | DialogueOutcome
  | { kind: 'no_route'; by: string; fault: 'domain_not_found' | 'null_mx'; why: string }
  | { kind: 'held'; by: string; until: number; why: string };

/** How a connection was encrypted, and by what the server was known to be the right one. */
export type TlsUse = {
  /** Such as `TLSv1.3`. */
  protocol: string;
  verified: 'dane' | 'mta_sts' | 'certificate' | 'none';
};

/** Who answers when nobody else was asked: the message was unfit to leave (refused), or nothing may leave now (unreachable). */
export const ourselves = 'posthouse';

/**
 * Asked right before a mail leaves for a provider's servers, once it is known whose they are: null, or when to come back
 * (epoch ms) and why.
 *
 * @param provider a known one by its name, such as `google`, or else the recipient's domain
 */
export type MayLeave = (provider: string) => Promise<{ until: number; why: string } | null>;

/** Where a message goes when it leaves the platform. Nothing here throws. */
export type Mail = {
  name: 'capture' | 'relay' | 'direct';
  /** @param mayLeave is asked by `direct` alone: a smarthost knows the receivers, we do not */
  send(message: OutgoingMessage, mayLeave?: MayLeave): Promise<HandOver>;
  /** For the doctor: whether mail could leave now, one sentence for each thing tried. */
  check(): Promise<{ ok: boolean; sentence: string }[]>;
  /** Takes no new message, finishes those in flight, and leaves no connection open. */
  close(): Promise<void>;
};
