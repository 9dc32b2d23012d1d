import { minuteMs } from '../../../model/instant.ts';
import type { DialogueOutcome, WireMessage } from '../mail.ts';
import type { SmtpServer } from './smtp-server.ts';
import { type Dial, type Fault, openSession, type SmtpSession } from './smtp-session.ts';

/** Servers close idle connections after a few minutes, so this is shorter. */
const idleMs = minuteMs;
/** Some servers close a connection after a number of messages, in the middle of the next one. */
const messagesPerConnectionMax = 500;
/** Wait before another connection is tried after the server refused one. */
const ceilingMs = minuteMs;

export type Opened = { session: SmtpSession } | { fault: Fault };

export class SmtpPool {
  readonly #server: SmtpServer;
  readonly #dial: Dial;
  readonly #connectionsMax: number;
  readonly #note: ((opened: Opened) => void) | undefined;
  readonly #live = new Set<SmtpSession>();
  readonly #idle: SmtpSession[] = [];
  readonly #idleTimers = new Map<SmtpSession, () => void>();
  readonly #waiting: ((session: SmtpSession | Fault) => void)[] = [];
  readonly #hangUp = new AbortController();
  #opening = 0;
  #ceiling: number;
  #liftCeiling = (): void => {};
  #closed = false;

  /** `connectionsMax` limits concurrent connections; a lower limit of the server is respected. */
  constructor(server: SmtpServer, dial: Dial, connectionsMax: number, note?: (opened: Opened) => void) {
    this.#server = server;
    this.#dial = dial;
    this.#connectionsMax = connectionsMax;
    this.#note = note;
    this.#ceiling = connectionsMax;
  }

  /** Sends a message on the next free connection. Rejects only with `UnsafeMessage`. */
  async deliver(message: WireMessage): Promise<DialogueOutcome> {
    for (let kept: 'kept or new' | 'new' = 'kept or new'; ; kept = 'new') {
      const session = await this.#acquire(kept);
      if (!('deliver' in session)) return session;
      const wasKept = session.carried > 0;
      let outcome: DialogueOutcome;
      try {
        outcome = await session.deliver(message);
      } finally {
        // Released before the result, so that a caller that sends one message after the other stays on one connection.
        if (!session.ready) await session.tidy();
        this.#release(session);
      }
      // Servers close connections that were idle or carried enough messages. Retries the message once on a new connection, because this
      // says nothing about the server.
      if (!wasKept || !lostConnection(outcome) || kept === 'new') return outcome;
    }
  }

  load(): { connections: number; connectionsMax: number } {
    return { connections: this.#live.size + this.#opening, connectionsMax: this.#ceiling };
  }

  /** Quits every connection; busy ones after their message. Resolves when all are closed. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#liftCeiling();
    for (const session of this.#idle.splice(0)) void session.quit();
    await Promise.all([...this.#live].map((session) => session.gone));
  }

  /** Hangs up all connections and aborts connection attempts. */
  cut(why: string): void {
    this.#closed = true;
    for (const session of this.#live) session.cut(why);
    this.#hangUp.abort();
  }

  #acquire(kept: 'kept or new' | 'new'): Promise<SmtpSession | Fault> | SmtpSession {
    const room = this.#hasRoom();
    const session = kept === 'new' && room ? undefined : this.#takeIdle();
    if (session !== undefined) return session;
    if (room) return this.#open();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #hasRoom(): boolean {
    return this.#live.size + this.#opening < this.#ceiling;
  }

  #takeIdle(): SmtpSession | undefined {
    // Takes the most recently used one, so that the others get old enough to be closed.
    for (let session = this.#idle.pop(); session !== undefined; session = this.#idle.pop()) {
      this.#idleTimers.get(session)?.();
      if (session.alive) return session;
    }
    return undefined;
  }

  async #open(): Promise<SmtpSession | Fault> {
    this.#opening += 1;
    const opened = await openSession(this.#server, this.#dial, this.#hangUp.signal);
    this.#opening -= 1;
    this.#note?.(opened);
    if ('session' in opened) {
      const { session } = opened;
      this.#live.add(session);
      session.gone.then(() => this.#forget(session));
      return session;
    }
    if (this.#live.size > 0) {
      this.#lowerCeiling();
      return this.#takeIdle() ?? new Promise((resolve) => this.#waiting.unshift(resolve));
    }
    if (this.#opening === 0) {
      for (const resolve of this.#waiting.splice(0)) resolve(opened.fault);
    }
    return opened.fault;
  }

  /** The server serves our other connections, so another one exceeded its limit. Respects that limit for a while. */
  #lowerCeiling(): void {
    this.#ceiling = this.#live.size;
    this.#liftCeiling();
    this.#liftCeiling = this.#dial.clock.after(ceilingMs, () => {
      this.#ceiling = this.#connectionsMax;
      this.#serveWaiting();
    });
  }

  #forget(session: SmtpSession): void {
    this.#live.delete(session);
    this.#removeIdle(session);
    this.#idleTimers.get(session)?.();
    this.#idleTimers.delete(session);
    this.#serveWaiting();
  }

  #serveWaiting(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const resolve = this.#waiting.shift()!;
      this.#open().then(resolve);
    }
  }

  #release(session: SmtpSession): void {
    if (!session.alive) return;
    if (this.#closed || session.carried >= messagesPerConnectionMax) {
      void session.quit();
      return;
    }
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next(session);
      return;
    }
    this.#idle.push(session);
    const quit = (): void => {
      if (this.#removeIdle(session)) void session.quit();
    };
    this.#idleTimers.set(session, this.#dial.clock.after(idleMs, quit));
  }

  #removeIdle(session: SmtpSession): boolean {
    const at = this.#idle.indexOf(session);
    if (at >= 0) this.#idle.splice(at, 1);
    return at >= 0;
  }
}

/** Whether the connection ended, or got 421 (RFC 5321 3.8), before the final dot, so that a retry is safe. */
export function lostConnection(outcome: DialogueOutcome): boolean {
  if (outcome.kind === 'accepted' || outcome.stage === 'final') return false;
  return outcome.kind === 'unreachable' || outcome.code === 421;
}
