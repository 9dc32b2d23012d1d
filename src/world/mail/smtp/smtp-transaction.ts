import { type DialogueOutcome, type TlsUse, thisServer, type WireMessage } from '../mail.ts';
import type { Capabilities } from './smtp-capabilities.ts';
import {
  classifyReplyCode,
  closing,
  type Dialogue,
  type DialoguePoint,
  listen,
  type Move,
  outOfStep,
  type Refusal,
  refusal,
  stageByPoint,
} from './smtp-dialogue.ts';
import { type RawReply, readReply } from './smtp-reply.ts';

/** Messages up to this size take one write. Larger messages are written in blocks, each after the previous block was flushed. */
export const blockOctets = 65_536;

type TransactionTerms = {
  by: string;
  tls: TlsUse | null;
  capabilities: Capabilities;
  message: WireMessage;
  /**
   * Whether the server replied recently. Otherwise the message waits for a reply to the envelope: after a
   * single write to a dead connection, its acceptance would be unknown.
   */
  recentlyHeard: boolean;
};

type Owed = 'mail' | 'rcpt' | 'data' | 'block' | 'final';

/**
 * Sends MAIL, RCPT, and DATA or BDAT, never both, in as few writes as the server allows (RFC 2920, RFC 3030).
 * The server's first refusal is the outcome.
 */
export class Transaction implements Dialogue<DialogueOutcome> {
  readonly #terms: TransactionTerms;
  /** In order of the replies. */
  readonly #owed: Owed[] = [];
  #fault: Refusal | null = null;
  /** MAIL was accepted, and its transaction has not ended (RFC 5321 4.1.4). */
  #begun = false;
  /** The whole message was passed to the socket, so the server may have it. */
  #sent = false;

  constructor(terms: TransactionTerms) {
    this.#terms = terms;
  }

  get point(): DialoguePoint {
    return this.#owed[0] ?? 'leave';
  }

  begin(): Move<DialogueOutcome> {
    const { capabilities, message, recentlyHeard } = this.#terms;
    const mail = mailCommand(message, capabilities);
    if (!capabilities.pipelining) return this.#ask(mail, 'mail');
    const envelope = mail + rcptCommand(message, capabilities);
    this.#owed.push('mail', 'rcpt');
    if (!capabilities.chunking) return this.#ask(`${envelope}DATA\r\n`, 'data');
    // A large message waits for the reply to RCPT, so that it is not sent for nothing.
    if (!recentlyHeard || message.bytes.length > blockOctets)
      return { next: 'write', text: envelope, message: null };
    return this.#send(envelope);
  }

  take(reply: RawReply, more: boolean): Move<DialogueOutcome> {
    const point = this.#owed[0];
    if (point === undefined) return this.#broken();
    const kind = classifyReplyCode(reply);
    // During the message, only a refusal can arrive. The rest of the message is still being sent.
    if (point === 'block' && kind !== 'refused') return this.#broken();
    if (kind === 'go on' ? point !== 'data' : kind === 'done' && point === 'data') return this.#broken();
    this.#owed.shift();
    if (kind === 'refused') {
      this.#fault ??= refusal(this.#terms.by, stageByPoint[point], reply);
      if (reply.code === closing || point === 'block') return this.#end(this.#fault, 'hang up');
    } else if (point === 'mail') {
      this.#begun = true;
    }
    if (point === 'final') return this.#finished(reply, more);
    if (point === 'data' && kind === 'go on') return this.#sendData();
    if (this.#owed.length > 0) return listen;
    return this.#fault === null
      ? this.#proceed(point)
      : this.#end(this.#fault, this.#begun ? 'reset' : 'keep');
  }

  written(): void {
    const last = this.#owed.length - 1;
    if (this.#owed[last] !== 'block') return;
    this.#owed[last] = 'final';
    this.#sent = true;
  }

  secured(): Move<DialogueOutcome> {
    return this.#broken();
  }

  lost(why: string): DialogueOutcome {
    // The server has refused the message, whatever it replied afterwards.
    if (this.#fault !== null) return this.#fault;
    const stage = this.#sent ? 'final' : stageByPoint[this.point];
    return { kind: 'unreachable', by: this.#terms.by, stage, why };
  }

  /** Sends the next command to a server without pipelining. */
  #proceed(after: Owed): Move<DialogueOutcome> {
    const { capabilities, message } = this.#terms;
    if (after === 'mail') return this.#ask(rcptCommand(message, capabilities), 'rcpt');
    return capabilities.chunking ? this.#send('') : this.#ask('DATA\r\n', 'data');
  }

  #ask(text: string, owed: Owed): Move<never> {
    this.#owed.push(owed);
    return { next: 'write', text, message: null };
  }

  /** Sends BDAT with the whole message as its only chunk. */
  #send(envelope: string): Move<never> {
    const { bytes } = this.#terms.message;
    this.#owed.push('block');
    return {
      next: 'write',
      text: `${envelope}BDAT ${bytes.length} LAST\r\n`,
      message: { bytes, dotted: false },
    };
  }

  #sendData(): Move<never> {
    // DATA was sent together with the refused command. An empty message ends it, and without a recipient the server's acceptance
    // means nothing (RFC 2920 3.1).
    if (this.#fault !== null) return this.#ask('.\r\n', 'final');
    this.#owed.push('block');
    return { next: 'write', text: '', message: { bytes: this.#terms.message.bytes, dotted: true } };
  }

  /** The reply to the end of the message completes the transaction, whatever it is (RFC 5321 4.1.1.4). */
  #finished(reply: RawReply, more: boolean): Move<DialogueOutcome> {
    const { by, tls, capabilities } = this.#terms;
    if (this.#fault === null) {
      // With DATA, the 354 proved that commands and replies match. BDAT has no such proof, so after an extra reply, this reply may
      // belong to another command.
      if (more && capabilities.chunking) return this.#broken();
      return this.#end({ kind: 'accepted', by, reply: readReply(reply).reply, tls }, 'keep');
    }
    // After a refused chunk, the server refuses all others until RSET (RFC 3030 2).
    return this.#end(this.#fault, capabilities.chunking ? 'reset' : 'keep');
  }

  #broken(): Move<DialogueOutcome> {
    return this.#end(this.lost(outOfStep), 'hang up');
  }

  #end(end: DialogueOutcome, afterwards: 'keep' | 'reset' | 'quit' | 'hang up'): Move<DialogueOutcome> {
    return { next: 'end', end, afterwards };
  }
}

/**
 * Returns why this server cannot accept a message: its size (RFC 1870 6.1), 8-bit content without 8BITMIME,
 * which `signAndSend` may convert, or UTF-8 without SMTPUTF8, which nothing can convert (RFC 6531 3.2).
 */
export function unfitFor(capabilities: Capabilities, message: WireMessage): Refusal | null {
  const { sizeMax } = capabilities;
  const refuse = (code: number, enhanced: string, why: string): Refusal => {
    return {
      kind: 'refused',
      by: thisServer,
      stage: 'mail',
      code,
      enhanced,
      reply: `${code} ${enhanced} ${why}`,
    };
  };
  if (message.utf8 && !capabilities.smtpUtf8) {
    return refuse(553, '5.6.7', 'The server does not take addresses or header fields in UTF-8');
  }
  if (message.eightBit && !capabilities.eightBitMime) {
    return refuse(554, '5.6.3', 'The server does not take 8-bit messages');
  }
  if (sizeMax !== null && message.bytes.length > sizeMax) {
    const sizes = `the message has ${message.bytes.length} octets, and the server takes ${sizeMax}`;
    return refuse(552, '5.3.4', `Too large: ${sizes}`);
  }
  return null;
}

/** RFC 3461 4.4 */
const envelopeIdOctetsMax = 100;

function mailCommand(message: WireMessage, { size, dsn }: Capabilities): string {
  let command = `MAIL FROM:<${message.envelopeFrom}>`;
  if (size) command += ` SIZE=${message.bytes.length}`;
  if (message.eightBit) command += ' BODY=8BITMIME';
  if (message.utf8) command += ' SMTPUTF8';
  if (dsn && message.envelopeId !== null) {
    const envelopeId = xtext(message.envelopeId);
    command += envelopeId.length <= envelopeIdOctetsMax ? ` RET=HDRS ENVID=${envelopeId}` : ' RET=HDRS';
  }
  return `${command}\r\n`;
}

function rcptCommand({ to, envelopeId, utf8 }: WireMessage, { dsn }: Capabilities): string {
  // An original recipient in UTF-8 would need another type (RFC 6533 3), and it equals the recipient in RCPT anyway.
  const original = dsn && envelopeId !== null && !utf8 ? ` ORCPT=rfc822;${xtext(to)}` : '';
  return `RCPT TO:<${to}>${original}\r\n`;
}

/** RFC 3461 4: encodes characters that could end a parameter as `+` and two hexadecimal digits. */
export function xtext(text: string): string {
  if (/^[!-*,-<>-~]*$/.test(text)) return text;
  let written = '';
  for (const octet of Buffer.from(text)) {
    const plain = octet > 0x20 && octet < 0x7f && octet !== 0x2b && octet !== 0x3d;
    written += plain ? String.fromCharCode(octet) : `+${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return written;
}
