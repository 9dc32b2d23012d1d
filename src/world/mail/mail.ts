import type { KeyObject } from 'node:crypto';
import type { Mailbox } from '../../model/address.ts';
import type { CompiledMessage, MessageFilling } from '../../model/message/compose.ts';
import type { RawMessage } from '../../model/message/raw-message.ts';

/** A message ready to be sent to one mailbox. Every address in it was parsed by `parseMailbox`. */
export type OutgoingMessage = {
  from: Mailbox;
  /** Both the header's To and the envelope's recipient, so that the two cannot differ. */
  to: Mailbox;
  replyTo: Mailbox | null;
  /** The envelope's return path without brackets (RFC 5321 4.1.1.2); empty for the null sender. */
  envelopeFrom: string;
  subject: string;
  /** An empty body is omitted. Both are empty if `compiled` is set. */
  html: string;
  text: string;
  /** Generated once at acceptance and kept on every attempt; with or without angle brackets. */
  messageId: string;
  /** Epoch ms, for the Date header. */
  date: number;
  /**
   * Further fields, in order. ASCII values stay unchanged, so that structured fields such as List-Unsubscribe
   * remain readable; others become encoded-words (RFC 2047). Our own fields are refused.
   */
  headers: readonly (readonly [name: string, value: string])[];
  /** Submitted message, sent unchanged except for From, To, Message-ID and `headers`. */
  raw: RawMessage | null;
  /** Compiled message of many recipients, with this recipient's values. `rendered` is not for sending. */
  compiled?: {
    message: CompiledMessage;
    values: MessageFilling['values'];
    rendered(): { html: string; text: string };
  };
  /** One DKIM-Signature each, in order (RFC 6376, RFC 8463). Empty if the domain has no key. */
  signers: readonly DkimSigner[];
  /** `enforced` allows only verified TLS. */
  tls: 'opportunistic' | 'enforced';
  /** The email's id, which supporting servers include in their reports (ENVID, RFC 3461 4.4). */
  envelopeId: string | null;
};

/** A signing key. All mail of a domain shares one object, so that no key is parsed twice. */
export type DkimSigner = {
  /** `d=`: the From domain itself, for DMARC alignment. */
  domain: string;
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  privateKey: KeyObject;
};

export type WireMessage = {
  envelopeFrom: string;
  to: string;
  /** Whole lines that end in CR LF, before dot-stuffing. */
  bytes: Buffer;
  /** The body has octets above 127, so the server must offer 8BITMIME (RFC 6152). */
  eightBit: boolean;
  /** The header or envelope has octets above 127, so the server must offer SMTPUTF8 (RFC 6531). */
  utf8: boolean;
  envelopeId: string | null;
};

/**
 * The outcome of one dialogue with one server.
 *
 * - `accepted`: the server answered 250 to the end of data, and is now responsible for the message.
 * - `refused`: 4yz temporarily, 5yz permanently (RFC 5321 4.2.1). A refusal at `connect`, `greeting` or
 * `auth` never concerns the recipient, so it is no bounce.
 * - `unreachable`: no answer. At stage `final` the message may have been accepted (RFC 1047), so a retry may
 * reach the recipient twice, with the same Message-ID.
 *
 * `by` is the server that answered (`host:port`), or `posthouse`. Show `reply`, but interpret only its codes.
 */
export type DialogueOutcome =
  | { kind: 'accepted'; by: string; reply: string; tls?: TlsUse | null }
  | {
      kind: 'refused';
      by: string;
      stage: 'connect' | 'greeting' | 'auth' | 'mail' | 'rcpt' | 'data' | 'final';
      /** 400 to 599. */
      code: number;
      /** `x.y.z` of RFC 3463; null if the reply has none. */
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
 * The outcome of one attempt.
 *
 * - `no_route`: according to DNS, the recipient's domain permanently accepts no mail.
 * - `held`: not tried, so no attempt, because we cannot send now. `until` is epoch ms.
 */
export type HandOver =
  | DialogueOutcome
  | { kind: 'no_route'; by: string; fault: 'domain_not_found' | 'null_mx'; why: string }
  | { kind: 'held'; by: string; until: number; why: string; reason: HeldReason };

/**
 * Why no attempt was made: the provider is at its limit or asked us to slow down, its servers or every relay
 * failed recently, DNS gave no answer, the daily warm-up is used up, or this process is stopping.
 */
export type HeldReason =
  | 'provider_rests'
  | 'provider_full'
  | 'servers_rest'
  | 'dns'
  | 'warm_up'
  | 'relay_rests'
  | 'stopping';

export type TlsUse = {
  protocol: string;
  verified: 'dane' | 'mta_sts' | 'certificate' | 'none';
};

/** `by` if no server was asked: the message was unfit (refused), or nothing may leave now (unreachable). */
export const thisServer = 'posthouse';

/** Called right before a mail is sent to a provider (known name, or domain). Null, or when to retry. */
export type MayLeave = (provider: string) => Promise<{ until: number; why: string } | null>;

export type ProviderLoad = {
  /** Name of a known provider, `other` for all others together, `relay` for smarthosts. */
  provider: string;
  connections: number;
  connectionsMax: number;
  /** The longest remaining rest; 0 if none rests. */
  restMs: number;
};

/** An outbound transport. Its methods never throw. */
export type Mail = {
  name: 'capture' | 'relay' | 'direct';
  /** @param mayLeave only `direct` calls it, because a smarthost manages the receivers' limits itself */
  send(message: OutgoingMessage, mayLeave?: MayLeave): Promise<HandOver>;
  /** Checks for the doctor whether mail could be sent now, with one sentence per check. */
  check(): Promise<{ ok: boolean; sentence: string }[]>;
  /** Returns connections and rests by provider from memory. Missing if the transport makes no connections. */
  load?(): ProviderLoad[];
  /** Accepts no new message, finishes messages in flight, and closes all connections. */
  close(): Promise<void>;
};
