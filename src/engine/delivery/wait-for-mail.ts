import { ticketsMax } from '../../concurrency/mail-watch.ts';
import type { EmailEventType, EmailHead } from '../../model/email/email.ts';
import { Failure } from '../../model/failure.ts';
import { secondMs } from '../../model/instant.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';

export type WantedMail = {
  /** Canonical address. */
  to: string | undefined;
  subject: string | undefined;
  lastEvent: EmailEventType | undefined;
  afterKey?: number;
  since?: number;
  /** True returns the first accepted mail, so that the next call finds the next one; false returns the newest. */
  oldestFirst: boolean;
  waitMs: number;
};

/** Poll interval, because another process may write the mail. */
const lookMs = secondMs;
const restMsMin = 20;
/** Additional pause per waiting request, because a fast sender wakes all of them. */
const restMsEach = 5;
const mailsLookedAt = 100;
const slicesMax = 4;

/** Null on timeout or shutdown. @throws Failure rate_limit_exceeded when too many requests of the organization wait already */
export async function waitForMail(
  { engine, store, caller, signal }: Pick<Scope, 'engine' | 'store' | 'caller' | 'signal'>,
  wanted: WantedMail,
): Promise<string | null> {
  const { clock } = engine.world;
  const ticket = engine.mailWatch.open(caller.organization.key);
  if (ticket === null) {
    throw new Failure('rate_limit_exceeded', {
      message: `An organization can have at most ${ticketsMax} requests waiting for mail at a time`,
      retryAfterSeconds: 1,
    });
  }
  const until = clock.monotonic() + wanted.waitMs;
  try {
    for (;;) {
      const found = await look(store, wanted, signal);
      if (found !== undefined) return found.id;
      if (until - clock.monotonic() <= 0 || engine.stopping.now) return null;
      const lookedAt = clock.monotonic();
      await ticket.changed(Math.min(lookMs, until - lookedAt), signal);
      signal.throwIfAborted();
      const waiting = engine.mailWatch.waiting(caller.organization.key);
      const restMs = Math.max(restMsMin, restMsEach * waiting);
      const rest = restMs - (clock.monotonic() - lookedAt);
      if (rest > 0) await new Promise<void>((resolve) => clock.after(rest, resolve));
    }
  } finally {
    ticket.close();
  }
}

async function look(
  store: OrganizationStore,
  { to, subject, lastEvent, afterKey, since, oldestFirst }: WantedMail,
  signal: AbortSignal,
): Promise<EmailHead | undefined> {
  const { rows } = await store.emails.page(
    // With a recipient, the index returns few rows, and the subject is compared below.
    { to, lastEvent, createdAfter: since, query: to === undefined ? subject : undefined },
    { limit: mailsLookedAt, before: afterKey, slicesMax, signal },
  );
  const part = subject?.toLowerCase();
  const matching = rows.filter((row) => part === undefined || row.subject.toLowerCase().includes(part));
  return oldestFirst ? matching.at(-1) : matching[0];
}
