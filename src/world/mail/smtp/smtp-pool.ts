import { minuteMs } from '../../../model/instant.ts';
import type { DialogueOutcome, WireMessage } from '../mail.ts';
import type { SmtpServer } from './smtp-server.ts';
import { type Dial, type Fault, openSession, type SmtpSession } from './smtp-session.ts';

export type SmtpPool = {
  /** Sends a message on the next free connection. Rejects only with `UnsafeMessage`. */
  deliver(message: WireMessage): Promise<DialogueOutcome>;
  /** Returns the open and opening connections, and their current limit. */
  load(): { connections: number; connectionsMax: number };
  /** Quits every connection; busy ones after their message. Resolves when all are closed. */
  close(): Promise<void>;
  /** Hangs up all connections and aborts connection attempts. */
  cut(why: string): void;
};

/** Servers close idle connections after a few minutes, so this is shorter. */
const idleMs = minuteMs;
/** Some servers close a connection after a number of messages, in the middle of the next one. */
const messagesPerConnectionMax = 500;
/** Wait before another connection is tried after the server refused one. */
const ceilingMs = minuteMs;

export type Opened = { session: SmtpSession } | { fault: Fault };

/**
 * @param connectionsMax concurrent connections; detects and respects a lower limit of the server
 * @param note called with the outcome of each connection attempt
 */
export function smtpPool(
  server: SmtpServer,
  dial: Dial,
  connectionsMax: number,
  note?: (opened: Opened) => void,
): SmtpPool {
  const live = new Set<SmtpSession>();
  const idle: SmtpSession[] = [];
  const idleTimers = new Map<SmtpSession, () => void>();
  const waiting: ((tenant: SmtpSession | Fault) => void)[] = [];
  const hangUp = new AbortController();
  let opening = 0;
  let ceiling = connectionsMax;
  let liftCeiling = () => {};
  let closed = false;

  function acquire(kept: 'kept or new' | 'new'): Promise<SmtpSession | Fault> | SmtpSession {
    const room = live.size + opening < ceiling;
    const session = kept === 'new' && room ? undefined : takeIdle();
    if (session !== undefined) return session;
    if (room) return open();
    return new Promise((resolve) => waiting.push(resolve));
  }

  function takeIdle(): SmtpSession | undefined {
    // Takes the most recently used one, so that the others get old enough to be closed.
    for (let session = idle.pop(); session !== undefined; session = idle.pop()) {
      idleTimers.get(session)?.();
      if (session.alive) return session;
    }
    return undefined;
  }

  async function open(): Promise<SmtpSession | Fault> {
    opening += 1;
    const opened = await openSession(server, dial, hangUp.signal);
    opening -= 1;
    note?.(opened);
    if ('session' in opened) {
      const { session } = opened;
      live.add(session);
      session.gone.then(() => left(session));
      return session;
    }
    if (live.size > 0) {
      // The server serves our other connections, so this connection exceeded its limit. Respects that limit for a while.
      ceiling = live.size;
      liftCeiling();
      liftCeiling = dial.clock.after(ceilingMs, () => {
        ceiling = connectionsMax;
        serveWaiting();
      });
      return takeIdle() ?? new Promise((resolve) => waiting.unshift(resolve));
    }
    if (opening === 0) {
      for (const resolve of waiting.splice(0)) resolve(opened.fault);
    }
    return opened.fault;
  }

  function left(session: SmtpSession) {
    live.delete(session);
    const at = idle.indexOf(session);
    if (at >= 0) idle.splice(at, 1);
    idleTimers.get(session)?.();
    idleTimers.delete(session);
    serveWaiting();
  }

  function serveWaiting() {
    while (waiting.length > 0 && live.size + opening < ceiling) {
      const resolve = waiting.shift()!;
      open().then(resolve);
    }
  }

  function release(session: SmtpSession) {
    if (!session.alive) return;
    if (closed || session.carried >= messagesPerConnectionMax) {
      void session.quit();
      return;
    }
    const next = waiting.shift();
    if (next !== undefined) {
      next(session);
      return;
    }
    idle.push(session);
    idleTimers.set(
      session,
      dial.clock.after(idleMs, () => {
        const at = idle.indexOf(session);
        if (at < 0) return;
        idle.splice(at, 1);
        void session.quit();
      }),
    );
  }

  return {
    async deliver(message) {
      let kept: 'kept or new' | 'new' = 'kept or new';
      for (;;) {
        const session = await acquire(kept);
        if (!('deliver' in session)) return session;
        const wasKept = session.carried > 0;
        let outcome: DialogueOutcome;
        try {
          outcome = await session.deliver(message);
        } finally {
          // Released before the result, so that a caller that sends one message after the other stays on one connection.
          if (!session.ready) await session.tidy();
          release(session);
        }
        // Servers close connections that were idle or carried enough messages. Retries the message once on a new connection, because this
        // says nothing about the server.
        if (!wasKept || !wentAway(outcome) || kept === 'new') return outcome;
        kept = 'new';
      }
    },

    load: () => ({ connections: live.size + opening, connectionsMax: ceiling }),

    async close() {
      closed = true;
      liftCeiling();
      for (const session of idle.splice(0)) void session.quit();
      await Promise.all([...live].map((session) => session.gone));
    },

    cut(why) {
      closed = true;
      for (const session of live) session.cut(why);
      hangUp.abort();
    },
  };
}

/**
 * Whether the connection was lost, or closed by 421 (RFC 5321 3.8), before the final dot. The server then does not have the message,
 * so it may be retried on another connection or server.
 */
export function wentAway(outcome: DialogueOutcome): boolean {
  if (outcome.kind === 'accepted' || outcome.stage === 'final') return false;
  return outcome.kind === 'unreachable' || outcome.code === 421;
}
