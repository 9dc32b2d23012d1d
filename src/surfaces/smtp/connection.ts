import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Clock } from '../../concurrency/clock.ts';
import type { HeldOctets } from '../../concurrency/held-octets.ts';
import type { UnauthenticatedTurns } from '../../concurrency/unauthenticated-turns.ts';
import { toFailure } from '../../engine/context/to-failure.ts';
import { budgetKey, clientIp } from '../../model/limits/ip-budget.ts';
import type { Log } from '../../world/log.ts';
import { askPolicy } from './ask-policy.ts';
import { Deadline, timeouts } from './deadline.ts';
import { encryptedSocket } from './encrypted-socket.ts';
import { type LineReader, lineReader } from './line-reader.ts';
import { MessageIntake } from './message-intake.ts';
import { OctetTurn } from './octet-turn.ts';
import type { SmtpClient, SmtpPolicy, SmtpVisit } from './policy.ts';
import { refusal, replies } from './replies.ts';
import { type SmtpReply, writeReply } from './reply.ts';
import {
  greeting,
  hasSignedIn,
  type Listener,
  newSession,
  type Question,
  type Session,
  type SessionEvent,
  type Step,
  step,
} from './session.ts';

/** Replies to pipelined commands are sent in pieces of this size. While the client does not read them, its commands wait. */
const unsentOctetsMax = 16 * 1024;

type ConnectionOptions = {
  socket: Socket;
  implicitTls: boolean;
  listener: Listener;
  policy: SmtpPolicy;
  tls: SecureContext | null;
  held: HeldOctets;
  unauthenticatedTurns: UnauthenticatedTurns | null;
  clock: Clock;
  log: Log;
};

/** Does a single thing at a time; nothing is read while the policy decides. */
export class Connection implements SmtpClient {
  readonly ip: string;
  readonly #options: ConnectionOptions;
  readonly #onClosed: () => void;
  readonly #reader: LineReader;
  readonly #visit: SmtpVisit;
  #socket: Socket;
  #session: Session;
  /** Replies to pipelined commands are written together (RFC 2920 section 3.2). */
  #unsent = '';
  #state: 'working' | 'waiting' | 'ending' | 'closed' = 'waiting';
  #paused = false;
  #draining = false;
  /** With implicit TLS no greeting can be sent before the handshake. */
  #greeted = false;
  #left = false;
  readonly #deadline: Deadline;
  readonly #intake: MessageIntake;
  readonly #turn: OctetTurn;

  constructor(options: ConnectionOptions, onClosed: () => void) {
    this.#options = options;
    this.#onClosed = onClosed;
    this.#socket = options.socket;
    this.#reader = lineReader(options.listener.limits.textLineOctetsMax);
    this.#deadline = new Deadline(options.clock, () => this.#late(replies.tooSlow));
    this.#intake = new MessageIntake(options, (last) => this.#late(last));
    this.#session = newSession(options.implicitTls);
    this.ip = clientIp(options.socket.remoteAddress ?? '', null, []);
    this.#visit = options.policy.visit(this);
    this.#turn = new OctetTurn(options.unauthenticatedTurns, {
      address: budgetKey(this.ip),
      isUnauthenticated: () => !options.listener.signsIn || !hasSignedIn(this.#session),
      onWait: () => this.#pause(),
      onTurn: () => this.#resume(),
      onRefused: () => this.#end(replies.tooManyConnections),
    });
    options.socket.on('error', () => this.#closed());
    options.socket.on('close', () => this.#closed());
    if (options.implicitTls) this.#encrypt(() => this.#greet());
    else {
      this.#listen();
      this.#greet();
    }
  }

  get tls(): boolean {
    return this.#session.tls;
  }

  get name(): string {
    return this.#session.name;
  }

  get extended(): boolean {
    return this.#session.extended;
  }

  /** Sends 421 and closes, after the message in progress if there is one. */
  drain(): void {
    this.#draining = true;
    if (this.#idle()) this.#end(replies.stopping);
  }

  /** True if closing now loses nothing: no open command or transaction. */
  get idle(): boolean {
    const { expects, transaction } = this.#session;
    return this.#state === 'waiting' && expects === 'command' && transaction === null;
  }

  /** Closes to free its slot for an address with fewer connections. */
  makeRoom(): void {
    if (this.#congested() || !this.#greeted) this.cut();
    else this.#end(replies.placeNeeded);
  }

  cut(): void {
    this.#socket.destroy();
    this.#options.socket.destroy();
    this.#closed();
  }

  #idle(): boolean {
    const { expects, asked } = this.#session;
    return expects !== 'message' && asked?.about !== 'message';
  }

  #greet(): void {
    this.#greeted = true;
    this.#state = 'working';
    this.#say(greeting(this.#options.listener));
    this.#do(null);
    this.#rest();
  }

  #listen(): void {
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('end', () => this.#leave());
    this.#socket.on('drain', () => this.#resume());
  }

  /** The client sends no more: pending replies are written, then the connection closes. */
  #leave(): void {
    this.#left = true;
    if (this.#state === 'waiting' && !this.#asking() && !this.#turn.isAwaited) this.#finish();
  }

  #asking(): boolean {
    return this.#session.expects === 'answer';
  }

  #read(chunk: Buffer): void {
    if (this.#state === 'ending' || this.#state === 'closed') return;
    if (this.#session.expects === 'message') {
      this.#deadline.set(timeouts.blockMs);
      this.#intake.came(chunk.length);
    }
    this.#reader.push(chunk);
    if (this.#asking() || this.#congested()) this.#pause();
    else this.#work();
  }

  /** Processes input until more is needed, the policy is asked, or the client must read first. */
  #work(): void {
    if (this.#state !== 'waiting' || !this.#turn.take()) return;
    this.#state = 'working';
    while (this.#working()) {
      if (this.#turn.endsAfter(this.#unsent.length)) break;
      if (this.#unsent.length > unsentOctetsMax) {
        this.#flush();
        if (this.#congested()) {
          this.#pause();
          this.#deadline.set(timeouts.writeMs);
          break;
        }
      }
      const event = this.#next();
      if (!event) break;
      this.#happen(event);
    }
    this.#rest();
  }

  /** A method, because the compiler does not see that a step changes these fields. */
  #working(): boolean {
    return this.#state === 'working' && !this.#asking();
  }

  #next(): SessionEvent | null {
    if (this.#session.expects === 'message') return this.#reader.message();
    const read = this.#reader.line();
    if (read?.kind !== 'line') return read;
    return { ...read, more: this.#reader.waiting() > 0 };
  }

  #happen(event: SessionEvent): void {
    const { session, say, next } = step(this.#options.listener, this.#session, event);
    this.#session = session;
    if (event.kind === 'unfit' || event.kind === 'lost' || say?.code === 421) {
      this.#options.log.info({ ip: this.ip, code: say?.code, fault: event.kind }, 'SMTP command rejected');
    }
    if (session.expects !== 'message' && session.expects !== 'answer') this.#intake.release();
    if (say) this.#say(say);
    this.#do(next);
  }

  #do(next: Step['next']): void {
    switch (next) {
      case null:
        this.#intake.ended();
        this.#deadline.set(timeouts.commandMs);
        if (this.#draining) this.#end(replies.stopping);
        return;
      case 'read message':
        this.#intake.begin(this.#visit.holder?.() ?? budgetKey(this.ip));
        this.#reader.beginMessage(
          this.#options.listener.limits.messageBytesMax,
          (octets) => this.#intake.hold(octets),
          () => this.#intake.release(),
        );
        this.#deadline.set(timeouts.blockMs);
        return;
      case 'close':
        this.#end(null);
        return;
      case 'start tls':
        this.#startTls();
        return;
      default:
        this.#ask(next);
    }
  }

  /** Asks the policy, synchronously or not. Meanwhile nothing is read and no deadline runs. */
  #ask(question: Question): void {
    this.#deadline.lift();
    this.#intake.ended();
    const answer = askPolicy(this.#visit, question, (error) => this.#ourFault(error));
    if (!(answer instanceof Promise)) {
      this.#happen({ kind: 'answer', reply: answer });
      return;
    }
    answer
      .then((reply) => {
        if (this.#state !== 'waiting') {
          this.#intake.release();
          return;
        }
        this.#happen({ kind: 'answer', reply });
        this.#resume();
      })
      .catch((error: unknown) => {
        this.#ourFault(error);
        this.cut();
      });
  }

  #ourFault(error: unknown): SmtpReply {
    const failure = toFailure(this.#options.log, error, { ip: this.ip });
    return failure.failure === 'internal_server_error' ? replies.ourFault : refusal(failure);
  }

  #say(reply: SmtpReply): void {
    this.#unsent += writeReply(reply);
  }

  #flush(): void {
    if (this.#unsent === '' || this.#state === 'closed') return;
    this.#socket.write(this.#unsent, 'latin1');
    this.#unsent = '';
  }

  #rest(): void {
    if (this.#state === 'working') this.#state = 'waiting';
    // While the policy decides about a pipelined command, earlier replies stay buffered.
    if (this.#asking() && this.#reader.waiting() > 0) return;
    this.#flush();
  }

  #congested(): boolean {
    return this.#socket.writableNeedDrain;
  }

  #pause(): void {
    this.#paused = true;
    this.#socket.pause();
  }

  #resume(): void {
    if (this.#state !== 'waiting' || this.#asking() || this.#congested()) {
      this.#flush();
      return;
    }
    this.#work();
    if (this.#state !== 'waiting' || this.#asking() || this.#congested() || this.#turn.isAwaited) return;
    if (this.#left) this.#finish();
    if (!this.#paused) return;
    this.#paused = false;
    this.#socket.resume();
  }

  /** RFC 3207 section 4.2: all state from before TLS is discarded. */
  #startTls(): void {
    this.#reader.clear();
    this.#state = 'ending';
    this.#deadline.set(timeouts.handshakeMs);
    const plain = this.#socket;
    plain.pause();
    plain.removeAllListeners('data');
    plain.removeAllListeners('end');
    plain.removeAllListeners('drain');
    const said = this.#unsent;
    this.#unsent = '';
    plain.write(said, 'latin1', (error) => {
      if (error || plain.destroyed) return;
      this.#encrypt(() => {
        this.#session = newSession(true);
        this.#state = 'waiting';
        this.#do(null);
      });
    });
  }

  #encrypt(then: () => void): void {
    this.#deadline.set(timeouts.handshakeMs);
    this.#socket = encryptedSocket(this.#options.socket, this.#options.tls!, {
      onSecure: () => {
        this.#listen();
        then();
      },
      onFailed: (error) => {
        this.#options.log.debug({ err: error, ip: this.ip }, 'TLS failed');
        this.cut();
      },
      onClosed: () => this.#closed(),
    });
  }

  #end(last: SmtpReply | null): void {
    if (this.#state === 'closed' || this.#state === 'ending') return;
    if (last) this.#say(last);
    this.#finish();
  }

  /** Discards further input, because unread octets would turn the close into a reset that may lose the last reply. */
  #finish(): void {
    this.#flush();
    this.#state = 'ending';
    this.#reader.clear();
    this.#intake.ended();
    this.#deadline.set(timeouts.lingerMs);
    this.#socket.end();
    this.#socket.resume();
  }

  #closed(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#deadline.close();
    this.#intake.close();
    this.#reader.clear();
    // A message still with the policy is released after its reply.
    if (this.#session.asked?.about !== 'message') this.#intake.release();
    this.#onClosed();
  }

  #late(last: SmtpReply): void {
    if (this.#state === 'waiting' && !this.#congested()) this.#end(last);
    else this.cut();
  }
}
