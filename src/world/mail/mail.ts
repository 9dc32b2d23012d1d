import type { KeyObject } from 'node:crypto';
import type { Mailbox } from '../../model/address.ts';
import type { CompiledMessage, MessageFilling } from '../../model/message/compose.ts';
import type { RawMessage } from '../../model/message/raw-message.ts';

/** A message ready to be sent to one mailbox. Every address in it was parsed by `parseMailbox`. */
export type OutgoingMessage = {
  from: Mailbox;
  /** The header's To and the envelope's recipient: one mailbox, so the two cannot differ. */
  to: Mailbox;
  replyTo: Mailbox | null;
  /** The bare return path of the envelope (RFC 5321 4.1.1.2); the empty string is the null sender. */
  envelopeFrom: string;
  subject: string;
  /** An empty body is left out; both are when `compiled` is set. */
  html: string;
  text: string;
  /** Generated once at acceptance and the same on every attempt; with or without its angle brackets. */
  messageId: string;
  /** Epoch milliseconds, for the Date header. */
  date: number;
  /**
   * Further header fields, in this order. An ASCII value is written unchanged (so structured fields such as
   * List-Unsubscribe stay readable), others as encoded-words (RFC 2047). Fields that the composer writes itself are
   * refused.
   */
  headers: readonly (readonly [name: string, value: string])[];
  /**
   * A submitted message: it is sent unchanged, except that the composer writes `from`, `to`, `messageId` and `headers`.
   * Then `subject`, `html` and `text` are ignored.
   */
  raw: RawMessage | null;
  /**
   * A compiled message that many recipients share, including `from`, `replyTo` and `subject`, with this recipient's
   * values. `rendered` fills its bodies, which sending does not need.
   */
  compiled?: {
    message: CompiledMessage;
    values: MessageFilling['values'];
    rendered(): { html: string; text: string };
  };
  /** The signers, in order: one DKIM-Signature each (RFC 6376, RFC 8463). None where the domain has no key. */
  signers: readonly DkimSigner[];
  /** `enforced`: it only leaves over verified TLS. */
  tls: 'opportunistic' | 'enforced';
  /** The id that supporting servers include in their reports (ENVID, RFC 3461 4.4): the email's id. */
  envelopeId: string | null;
};

/** A signing key. The same object for every mail of a domain, so that no key is parsed twice. */
export type DkimSigner = {
  /** `d=`: the From domain itself, so that DMARC is aligned. */
  domain: string;
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  privateKey: KeyObject;
};

/** A message as written to a socket, and its envelope. */
export type WireMessage = {
  envelopeFrom: string;
  to: string;
  /** Whole lines that end in CR LF, dots not yet doubled. */
  bytes: Buffer;
  /** The body has octets above 127: only for servers that offer 8BITMIME (RFC 6152). */
  eightBit: boolean;
  /** The header or the envelope has octets above 127: only for servers that offer SMTPUTF8 (RFC 6531). */
  utf8: boolean;
  envelopeId: string | null;
};

/**
 * The outcome of one dialogue with one server.
 *
 * - `accepted`: the server answered 250 to the end of data, and is now responsible for the message.
 * - `refused`: it refused; 4yz temporarily, 5yz permanently (RFC 5321 4.2.1). A refusal at `connect`, `greeting` or
 *   `auth` is about us or about that server, never about the recipient: it is no bounce.
 * - `unreachable`: no answer. At stage `final` the message may have been accepted all the same (RFC 1047), so a repeat
 *   may reach the recipient twice, with the same Message-ID.
 *
 * `by` is the server that answered (`host:port`), or `posthouse` when the message was unfit to leave. `reply` is the
 * server's own text: show it, never interpret it beyond its codes.
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
 * The outcome of one attempt: that of a dialogue, or why none was begun.
 *
 * - `no_route`: according to DNS the recipient's domain permanently accepts no mail.
 * - `held`: not tried, because the destination is at its limit or our side cannot send now. Does not count as an attempt; the
 *   message may be sent from `until` (epoch ms) on.
 */
export type HandOver =
  | DialogueOutcome
  | { kind: 'no_route'; by: string; fault: 'domain_not_found' | 'null_mx'; why: string }
  | { kind: 'held'; by: string; until: number; why: string; reason: HeldReason };

/**
 * Why nothing was tried: the provider asked us to slow down, has as much mail as it should have at once, its servers could not be
 * reached a moment ago, DNS did not say where its mail goes, the domain's warm-up has spent its share of today, every relay
 * failed a moment ago, or this process is stopping.
 */
export type HeldReason =
  | 'provider_rests'
  | 'provider_full'
  | 'servers_rest'
  | 'dns'
  | 'warm_up'
  | 'relay_rests'
  | 'stopping';

/** How a connection was encrypted, and by what the server was authenticated. */
export type TlsUse = {
  /** Such as `TLSv1.3`. */
  protocol: string;
  verified: 'dane' | 'mta_sts' | 'certificate' | 'none';
};

/** The answering party when no server was asked: the message was unfit (refused), or nothing may leave now (unreachable). */
export const ourselves = 'posthouse';

/**
 * Called right before a mail leaves for a provider's servers: null, or when to come back (epoch ms) and why.
 *
 * @param provider a known one by its name, such as `google`, or else the recipient's domain
 */
export type MayLeave = (provider: string) => Promise<{ until: number; why: string } | null>;

/** What a provider is given at present. */
export type ProviderLoad = {
  /** Of the table of providers, or `other` for all others together; `relay` for smarthosts. */
  provider: string;
  connections: number;
  connectionsMax: number;
  /** For how long no mail goes to it from now on, of several the longest; 0 when none rests. */
  restMs: number;
};

/** Where messages leave the platform. Nothing here throws. */
export type Mail = {
  name: 'capture' | 'relay' | 'direct';
  /** @param mayLeave only called by `direct`: a smarthost knows the receivers, we do not */
  send(message: OutgoingMessage, mayLeave?: MayLeave): Promise<HandOver>;
  /** For the doctor: whether mail could leave now, one sentence for each thing tried. */
  check(): Promise<{ ok: boolean; sentence: string }[]>;
  /** Connections and rests, from memory, by provider; without it nothing is connected to. */
  load?(): ProviderLoad[];
  /** Takes no new message, finishes those in flight, and leaves no connection open. */
  close(): Promise<void>;
};
