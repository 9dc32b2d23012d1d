import type { Socket } from 'node:net';
import { assertBareAddress } from '../../../model/message/unsafe-message.ts';
import type { DialogueOutcome, TlsUse, WireMessage } from '../mail.ts';
import { type Capabilities, noCapabilities } from './smtp-capabilities.ts';
import { type Content, type Dialogue, type Fault, limitOf, type Move } from './smtp-dialogue.ts';
import { withDotsDoubled } from './smtp-dots.ts';
import { type Opened, Opening } from './smtp-opening.ts';
import { ReplyReader } from './smtp-reply.ts';
import { Reset } from './smtp-reset.ts';
import { type SmtpServer, serverName } from './smtp-server.ts';
import {
  type Dial,
  noAnswerWithin,
  openSocket,
  ourName,
  reasonOf,
  type Secured,
  secure,
} from './smtp-socket.ts';
import { blockOctets, Transaction, unfitFor } from './smtp-transaction.ts';

export type { Fault } from './smtp-dialogue.ts';
export type { Dial } from './smtp-socket.ts';

/**
 * One open connection to one server, past its greeting, TLS and AUTH, that carries one message at a time. What is
 * said and what an answer means is decided by a `Dialogue`; this file has the socket and the clock.
 */
export type SmtpSession = {
  /**
   * Hands one message over, whose octets `writeMessage` has looked at.
   *
   * @throws UnsafeMessage for an address that may not stand in a command
   */
  deliver(message: WireMessage): Promise<DialogueOutcome>;
  readonly capabilities: Capabilities;
  /** How the connection is encrypted, or null when it is not. */
  readonly tls: TlsUse | null;
  /** Messages tried on this connection so far. */
  readonly carried: number;
  readonly alive: boolean;
  /** The next message can be handed over right away; otherwise `tidy` comes first. */
  readonly ready: boolean;
  /** Makes the connection ready for another message; false when it is no longer good for one. */
  tidy(): Promise<boolean>;
  /** Says QUIT and resolves when the socket is closed. */
  quit(): Promise<void>;
  /** Hangs up at once; a message in flight ends `unreachable`. */
  cut(why: string): void;
  /** Resolves when the connection is gone, whichever side ended it. */
  readonly gone: Promise<void>;
};

/** A server that has spoken within this time is taken to be there still. Milliseconds. */
const recentMs = 5_000;

/**
 * Opens a connection and brings it to where a message can be handed over.
 *
 * @param signal gives the attempt up, and ends the connection if it has been made
 */
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
    new Opening({ server, ourName: ourName(dial, plain), encrypted: secured !== null }),
  );
  if (opened.kind !== 'opened') return { fault: opened };
  connection.capabilities = opened.capabilities;
  return { session: connection };
}

/** A running dialogue, and the callback that gets its result. */
type Running = { dialogue: Dialogue<unknown>; settle: (end: never) => void };

class Connection implements SmtpSession {
  readonly #server: SmtpServer;
  readonly #dial: Dial;
  readonly #by: string;
  /** What carries TLS, where there is TLS. */
  readonly #plain: Socket;
  #socket: Socket;
  #reader = new ReplyReader();
  #running: Running | null = null;
  #stopTimer: () => void = nothing;
  /** On the monotonic clock: when a message that is being written is given up. */
  #contentUntil = 0;
  #lastHeard: number;
  /** A refused transaction is still open on the other side until RSET. */
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

  /** Runs a dialogue to its end. */
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
    this.#fail(reasonOf(error));
  };

  /** A server that says no more than this takes nothing either, even where TCP would let it (half-closed). */
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
        // Said before it was asked: not an answer to anything, and not to be taken for one.
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
    // The deadline is for a whole reply, so that a server that trickles one does not keep us waiting.
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
        // It parses untrusted input: an error ends this connection, not the process.
        this.#secure().catch((error: Error) => this.cut(reasonOf(error)));
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

  /** Each block is written when the one before has been taken, and has its time (RFC 5321 4.5.3.2.5). */
  #writeBlocks({ bytes, dotted }: Content, from: number): void {
    const running = this.#running;
    const socket = this.#socket;
    // Nothing is lost by giving it up: the final dot has not been sent.
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
    // From here on what comes is for TLS alone; what came before is not believed any more.
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

  /** Says QUIT, and hangs up as soon as that is on its way. */
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

  /** The time for what is owed now begins again. */
  #watch(): void {
    this.#stopTimer();
    this.#stopTimer = nothing;
    if (this.#running === null) return;
    const ms = this.#dial.timeouts[limitOf[this.#running.dialogue.point]];
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

/** Commands and a message as one piece, so that they are one write, one segment and one TLS record. */
function wholeOf(text: string, { bytes, dotted }: Content): Buffer {
  const content = dotted ? withDotsDoubled(bytes) : bytes;
  const textOctets = Buffer.byteLength(text);
  const whole = Buffer.allocUnsafe(textOctets + content.length + (dotted ? finalDot.length : 0));
  whole.write(text);
  content.copy(whole, textOctets);
  if (dotted) finalDot.copy(whole, textOctets + content.length);
  return whole;
}
