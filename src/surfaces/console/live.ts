import type { Clock } from '../../concurrency/clock.ts';
import type { MailTicket } from '../../concurrency/mail-watch.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import type { ConsolePage, Visit } from './page.ts';

/**
 * One stream of server-sent events per open page. `changed` says only that mail of the organization changed; the page
 * then loads itself again, with all checks of a page.
 */
export const livePages: readonly ConsolePage[] = [{ method: 'GET', path: '/console/live', answer: stream }];

const limits = {
  /** An assistant waiting for mail needs the remaining tickets of the organization. */
  streamsPerOrganizationMax: 20,
  /** One person with many windows leaves streams to the others. */
  streamsPerSessionMax: 6,
  /** The browser then connects again, and its session is checked again. */
  streamMs: 5 * minuteMs,
  /** Minimum interval between two events, because each makes the page load itself. */
  restMs: 300,
  /** Events of a stream that may follow each other after `restMs`. Two belong to a mail: accepted, and then captured or sent. */
  burstMax: 8,
  /** Interval of further events during a flood of mail, for all streams of a session together, because reloads use its requests. */
  floodRestMs: 700,
  /** Other processes may accept the mail. */
  lookMs: secondMs,
  /** Keeps proxies from closing the connection. */
  beatMs: 15 * secondMs,
} as const;

/** Open streams of each engine, by the key of an organization or the id of a session. */
const streams = new WeakMap<object, Map<number | string, number>>();

async function stream(visit: Visit): Promise<HttpAnswer> {
  const ticket = openTicket(visit);
  if (ticket === null) return { status: 204, headers: {}, body: null };
  const encoder = new TextEncoder();
  const events = changes(visit, ticket, visit.request.signal);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await events.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel() {
        ticket.close();
        return void events.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  };
  return { status: 200, headers, body };
}

/** Returns null if the organization or the session has too many streams already. */
function openTicket({ engine, organization, session }: Visit): MailTicket | null {
  const counts = streams.get(engine) ?? new Map<number | string, number>();
  streams.set(engine, counts);
  const countOpen = (owner: number | string): number => counts.get(owner) ?? 0;
  if (countOpen(organization.key) >= limits.streamsPerOrganizationMax) return null;
  if (countOpen(session.id) >= limits.streamsPerSessionMax) return null;
  const ticket = engine.mailWatch.open(organization.key);
  if (ticket === null) return null;
  const owners = [organization.key, session.id];
  for (const owner of owners) counts.set(owner, countOpen(owner) + 1);
  let isOpen = true;
  return {
    changed: ticket.changed,
    close() {
      ticket.close();
      if (!isOpen) return;
      isOpen = false;
      for (const owner of owners) {
        const left = countOpen(owner) - 1;
        if (left > 0) counts.set(owner, left);
        else counts.delete(owner);
      }
    },
  };
}

async function* changes(
  { engine, organization, session }: Visit,
  ticket: MailTicket,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { clock } = engine.world;
  const { emails } = engine.store.forOrganization(organization.key);
  const newest = async () => (await emails.page({}, { limit: 1, signal })).rows[0];
  const until = clock.monotonic() + limits.streamMs;
  try {
    let known = standing(await newest());
    let beatAt = clock.monotonic();
    let burst: number = limits.burstMax;
    let refilledAt = clock.monotonic();
    yield 'event: ready\ndata:\n\n';
    while (!signal.aborted && !engine.stopping.now && clock.monotonic() < until) {
      const lookedAt = clock.monotonic();
      await ticket.changed(limits.lookMs, signal);
      const isWoken = clock.monotonic() - lookedAt < limits.lookMs;
      const now = signal.aborted ? known : standing(await newest());
      if (isWoken || now !== known) {
        known = now;
        beatAt = clock.monotonic();
        yield 'event: changed\ndata:\n\n';
        const eachMs = limits.floodRestMs * (streams.get(engine)?.get(session.id) ?? 1);
        const refilled = burst + (clock.monotonic() - refilledAt) / eachMs;
        refilledAt = clock.monotonic();
        burst = Math.min(refilled, limits.burstMax) - 1;
        await rest(clock, Math.max(limits.restMs, -burst * eachMs), signal);
      } else {
        if (clock.monotonic() - beatAt < limits.beatMs) continue;
        beatAt = clock.monotonic();
        yield ': still here\n\n';
      }
    }
  } finally {
    ticket.close();
  }
}

/** Ends early if the client disconnects. */
async function rest(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(ms, resolve);
  const end = (): void => resolve();
  signal.addEventListener('abort', end, { once: true });
  await promise;
  cancel();
  signal.removeEventListener('abort', end);
}

function standing(newest: { id: string; lastEvent: string } | undefined): string {
  return newest === undefined ? '' : `${newest.id} ${newest.lastEvent}`;
}
