import type { Clock } from '../../concurrency/clock.ts';
import { secondMs } from '../../model/instant.ts';
import { UnsafeMessage } from '../../model/message/unsafe-message.ts';
import type { Log } from '../log.ts';
import { type HandOver, type Mail, thisServer } from './mail.ts';

/** Less than the ten seconds within which a stopping process has to exit. */
const drainMsDefault = 8 * secondMs;

/**
 * Adds the lifecycle of transports: `send` never throws; `close` refuses new messages, finishes messages in
 * flight, and cuts slow ones. `way.send` may throw UnsafeMessage, or any other error for a bug.
 */
export function drainConnections(
  { clock, log, drainMs = drainMsDefault }: { clock: Clock; log: Log; drainMs?: number | undefined },
  way: { send: Mail['send']; cut(why: string): void; close(): Promise<unknown> },
): Pick<Mail, 'send' | 'close'> {
  let inFlight = 0;
  let emptied = () => {};
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    const drained = new Promise<void>((resolve) => {
      emptied = resolve;
      if (inFlight === 0) resolve();
    });
    const stopWaiting = clock.after(drainMs, () => way.cut('the platform is stopping'));
    await drained;
    await way.close();
    stopWaiting();
  }

  return {
    async send(message, mayLeave) {
      if (closing !== undefined) return stopping(clock);
      inFlight += 1;
      try {
        return await way.send(message, mayLeave);
      } catch (error) {
        if (error instanceof UnsafeMessage) return error.refusal();
        // A bug must cost neither the message nor the worker, so the message is kept and retried.
        log.error({ error }, 'internal error while delivering a message');
        return { kind: 'unreachable', by: thisServer, stage: 'connect', why: 'an internal error' };
      } finally {
        inFlight -= 1;
        if (inFlight === 0) emptied();
      }
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Result while the process stops. Another process may send the message immediately. */
export function stopping(clock: Pick<Clock, 'now'>): HandOver {
  const why = 'the platform is stopping';
  return { kind: 'held', by: thisServer, until: clock.now(), why, reason: 'stopping' };
}
