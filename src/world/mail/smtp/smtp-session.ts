import type { Socket } from 'node:net';
import { assertBareAddress } from '../../../model/message/unsafe-message.ts';
import type { DialogueOutcome, TlsUse, WireMessage } from '../mail.ts';
import { type Capabilities, noCapabilities } from './smtp-capabilities.ts';
import {
  type Content,
  classifyReplyCode,
  type Dialogue,
  type DialoguePoint,
  type Fault,
  type Move,
  timeoutByPoint,
} from './smtp-dialogue.ts';
import { type Opened, Opening } from './smtp-opening.ts';
import { type RawReply, ReplyReader } from './smtp-reply.ts';
import { type SmtpServer, serverName } from './smtp-server.ts';
import {
  type Dial,
  describeNetworkError,
  nameForEhlo,
  noAnswerWithin,
  openSocket,
  type Secured,
  secure,
} from './smtp-socket.ts';
import { blockOctets, Transaction, unfitFor } from './smtp-transaction.ts';

export type { Fault } from './smtp-dialogue.ts';
export type { Dial } from './smtp-socket.ts';

/** An open connection, for one message at a time. `Dialogue` decides; this file owns socket and timeouts. */
export type SmtpSession = {
  /** Sends a message that `writeMessage` checked. @throws UnsafeMessage for an address unsafe in a command */
  deliver(message: WireMessage): Promise<DialogueOutcome>;
  readonly capabilities: Capabilities;
  readonly tls: TlsUse | null;
  /** Messages tried on this connection. */
  readonly carried: number;
  readonly alive: boolean;
  /** True if the next message may be sent immediately; otherwise call `tidy` first. */
  readonly ready: boolean;
  /** Prepares the connection for another message. @returns false if it is no longer usable */
  tidy(): Promise<boolean>;
  quit(): Promise<void>;
  /** Hangs up immediately. A message in flight ends as `unreachable`. */
  cut(why: string): void;
  /** Resolves when either side has closed the connection. */
  readonly gone: Promise<void>;
};

/** A server heard from within this time is assumed to be alive. */
const recentMs = 5_000;

/** Opens a connection and prepares it for a message. `signal` also closes the connection later. */
export async function openSession(
  server: SmtpServer,
  dial: Dial,
  signal: AbortSignal,
): Promise<{ session: SmtpSession } | { fault: Fault }> {
  const by = serverName(server);
  const dialled = await openSocket(server, dial, signal);
  if ('why' in dialled) {
    return { fault: { kind: 'unreachable', by, stage: dialled.stage, why: dialled.why } };
  }
  const { plain, secured } = dialled;
  const connection = new Connection(server, dial, plain, secured);
  const opened = await connection.run<Opened | Fault>(
    new Opening({ server, ourName: nameForEhlo(dial, plain), encrypted: secured !== null }),
  );
  if (opened.kind !== 'opened') return { fault: opened };
  connection.capabilities = opened.capabilities;
  return { session: connection };
}

type Running = { dialogue: Dialogue<unknown>; settle: (end: never) => void };

class Connection implements SmtpSession {
  readonly #server: SmtpServer;
  readonly #dial: Dial;
  readonly #by: string;
  /** The socket below TLS. Equal to `#socket` without TLS. */
  readonly #plain: Socket;
  #socket: Socket;
  #reader = new ReplyReader();
  #running: Running | null = null;
  #stopTimer: () => void = nothing;
  /** Deadline for writing the message, on the monotonic clock. */
  #contentUntil = 0;
  #lastHeard: number;
  /** A refused transaction stays open at the server until RSET. */
  #untidy = false;
  capabilities: Capabilities = noCapabilities;
  tls: TlsUse | null;
  carried = 0;
  alive = true;
  readonly gone: Promise<void>;

  constructor(server: SmtpServer, dial: Dial, plain: Socket, secured: Secured | null) {
    this.#server = server;
    this.#dial = dial;
    this.#by = serverName(server);
    this.#plain = plain;
    this.#socket = secured?.socket ?? plain;
    this.#lastHeard = dial.clock.monotonic();
    this.tls = secured?.tls ?? null;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    this.#listenTo(this.#socket);
    plain.once('close', () => {
      this.#fail('the connection was closed');
      resolve();
    });
  }

  get ready(): boolean {
    return this.alive && !this.#untidy;
  }

  async deliver(message: WireMessage): Promise<DialogueOutcome> {
    if (message.envelopeFrom !== '') assertBareAddress('sender', message.envelopeFrom);
    assertBareAddress('recipient', message.to);
    const by = this.#by;
    const unfit = unfitFor(this.capabilities, message);
    if (unfit !== null) return unfit;
    this.carried += 1;
    if (!this.alive) return { kind: 'unreachable', by, stage: 'mail', why: 'the connection was closed' };
    const { capabilities, tls } = this;
    const recentlyHeard = this.#dial.clock.monotonic() - this.#lastHeard < recentMs;
    return this.run<DialogueOutcome>(new Transaction({ by, tls, capabilities, message, recentlyHeard }));
  }

  async tidy(): Promise<boolean> {
    if (this.alive && this.#untidy) this.#untidy = !(await this.run<boolean>(new Reset()));
    return this.ready;
  }

  async quit(): Promise<void> {
    if (this.alive) {
      this.alive = false;
      const hangUp = this.#dial.clock.after(this.#dial.timeouts.leaveMs, () => this.#hangUp());
      this.#socket.end('QUIT\r\n');
      await this.gone;
      hangUp();
    }
    await this.gone;
  }

  cut(why: string): void {
    this.#hangUp();
    this.#fail(why);
  }

  run<End>(dialogue: Dialogue<End>): Promise<End> {
    return new Promise((settle) => {
      this.#running = { dialogue, settle };
      this.#do(dialogue.begin());
      this.#watch();
    });
  }

  #listenTo(socket: Socket): void {
    socket.on('data', this.#heard);
    socket.on('error', this.#failed);
    socket.on('end', this.#ended);
  }

  readonly #failed = (error: Error) => {
    this.alive = false;
    this.#fail(describeNetworkError(error));
  };

  /** A server that has closed its side accepts nothing, even though TCP allows a half-closed connection. */
  readonly #ended = () => this.cut('the connection was closed');

  readonly #heard = (octets: Buffer) => {
    this.#reader.push(octets);
    this.#readOn();
  };

  #readOn(): void {
    const reader = this.#reader;
    let taken = false;
    for (;;) {
      if (this.#running === null) {
        // Unsolicited octets answer no command and must not count as a reply.
        if (reader.unread) this.cut('it spoke when nothing was asked');
        return;
      }
      const reply = reader.next();
      if (reply === 'incomplete') break;
      if (reply === 'broken') {
        this.cut('its answer is not one of SMTP');
        return;
      }
      taken = true;
      this.#do(this.#running.dialogue.take(reply, reader.unread));
    }
    // The deadline is for a whole reply, so that a server cannot delay us by sending a few octets at a time.
    if (taken) this.#watch();
  }

  #do(move: Move<unknown>): void {
    switch (move.next) {
      case 'listen':
        return;
      case 'write':
        this.#write(move.text, move.message);
        return;
      case 'secure':
        // A TLS error ends this connection, not the process.
        this.#secure().catch((error: Error) => this.cut(describeNetworkError(error)));
        return;
      case 'end':
        this.#untidy = move.afterwards === 'reset';
        if (move.afterwards === 'quit') this.#leave();
        if (move.afterwards === 'hang up') this.#hangUp();
        this.#lastHeard = this.#dial.clock.monotonic();
        this.#settle(move.end);
    }
  }

  #write(text: string, message: Content | null): void {
    if (message === null) {
      this.#socket.write(text);
    } else if (message.bytes.length <= blockOctets) {
      this.#socket.write(wholeOf(text, message));
      this.#running?.dialogue.written();
    } else {
      if (text !== '') this.#socket.write(text);
      this.#contentUntil = this.#dial.clock.monotonic() + this.#dial.timeouts.contentMs;
      this.#writeBlocks(message, 0);
    }
  }

  /** Writes each block after the previous block was flushed, with its own timeout (RFC 5321 4.5.3.2.5). */
  #writeBlocks({ bytes, dotted }: Content, from: number): void {
    const running = this.#running;
    const socket = this.#socket;
    // Safe to abort, because the final dot has not been sent.
    if (this.#dial.clock.monotonic() > this.#contentUntil) {
      this.cut('it takes the message too slowly');
      return;
    }
    for (let at = from; running !== null && running === this.#running; ) {
      const to = Math.min(at + blockOctets, bytes.length);
      const taken = socket.write(dotted ? withDotsDoubled(bytes, at, to) : bytes.subarray(at, to));
      at = to;
      if (at === bytes.length) {
        if (dotted) socket.write(finalDot);
        running.dialogue.written();
        break;
      }
      if (!taken) {
        const next = at;
        socket.once('drain', () => {
          if (running === this.#running) this.#writeBlocks({ bytes, dotted }, next);
        });
        break;
      }
    }
    this.#watch();
  }

  async #secure(): Promise<void> {
    const running = this.#running;
    const plain = this.#plain;
    // From here on, the octets belong to TLS. Octets received before are not trusted.
    plain.off('data', this.#heard).off('end', this.#ended);
    this.#reader = new ReplyReader();
    const secured = await secure(plain, this.#server, this.#dial);
    if (running === null || running !== this.#running) return;
    if ('why' in secured) return this.cut(secured.why);
    this.#socket = secured.socket;
    this.tls = secured.tls;
    this.#listenTo(secured.socket);
    this.#do(running.dialogue.secured());
    this.#watch();
  }

  /** Sends QUIT and closes the socket without waiting for the reply. */
  #leave(): void {
    this.alive = false;
    this.#socket.write('QUIT\r\n');
    this.#socket.destroySoon();
  }

  #hangUp(): void {
    this.alive = false;
    this.#socket.destroy();
    this.#plain.destroy();
  }

  #watch(): void {
    this.#stopTimer();
    this.#stopTimer = nothing;
    if (this.#running === null) return;
    const ms = this.#dial.timeouts[timeoutByPoint[this.#running.dialogue.point]];
    this.#stopTimer = this.#dial.clock.after(ms, () => this.cut(noAnswerWithin(ms)));
  }

  #fail(why: string): void {
    this.alive = false;
    if (this.#running !== null) this.#settle(this.#running.dialogue.lost(why));
  }

  #settle(end: unknown): void {
    const running = this.#running;
    this.#running = null;
    this.#stopTimer();
    this.#stopTimer = nothing;
    running?.settle(end as never);
  }
}

const nothing = () => {};
const finalDot = Buffer.from('.\r\n');

/** Joins commands and message, so that they take one write, one segment and one TLS record. */
function wholeOf(text: string, { bytes, dotted }: Content): Buffer {
  const content = dotted ? withDotsDoubled(bytes) : bytes;
  const textOctets = Buffer.byteLength(text);
  const whole = Buffer.allocUnsafe(textOctets + content.length + (dotted ? finalDot.length : 0));
  whole.write(text);
  content.copy(whole, textOctets);
  if (dotted) finalDot.copy(whole, textOctets + content.length);
  return whole;
}

const dot = 0x2e;
const lineStartDot = Buffer.from('\n.');
const twoDots = Buffer.from('..');

/** Dot-stuffs a slice (RFC 5321 4.5.2) of CR LF lines. Copies nothing if no line starts with a dot. */
export function withDotsDoubled(message: Buffer, from = 0, to = message.length): Buffer {
  const piece = message.subarray(from, to);
  // The octet before the slice decides whether its first octet starts a line.
  const begins = piece[0] === dot && (from === 0 || message[from - 1] === lineStartDot[0]);
  let next = piece.indexOf(lineStartDot);
  if (next < 0 && !begins) return piece;

  const parts: Buffer[] = begins ? [twoDots] : [];
  let taken = begins ? 1 : 0;
  while (next >= 0) {
    parts.push(piece.subarray(taken, next + 1), twoDots);
    taken = next + 2;
    next = piece.indexOf(lineStartDot, next + 1);
  }
  parts.push(piece.subarray(taken));
  return Buffer.concat(parts);
}

/** RSET after a refused transaction (RFC 5321 4.1.1.5). Returns whether it succeeded. */
class Reset implements Dialogue<boolean> {
  readonly point: DialoguePoint = 'leave';

  begin(): Move<boolean> {
    return { next: 'write', text: 'RSET\r\n', message: null };
  }

  take(reply: RawReply): Move<boolean> {
    const done = classifyReplyCode(reply) === 'done';
    return { next: 'end', end: done, afterwards: done ? 'keep' : 'quit' };
  }

  written(): void {}

  secured(): Move<boolean> {
    return { next: 'end', end: false, afterwards: 'hang up' };
  }

  lost(): boolean {
    return false;
  }
}
