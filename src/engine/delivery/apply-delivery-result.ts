import { parseMailbox } from '../../model/address.ts';
import type { ReplyClass } from '../../model/delivery/reply-class.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { afterBounce, afterDelivery, softBounceStreak } from '../../model/sending/recipient-guard.ts';
import {
  type SuppressionOrigin,
  type SuppressionScope,
  startsAtOnce,
} from '../../model/subscriber/suppression.ts';
import type { Queries } from '../../store/database.ts';
import { mailBeforeCameBack } from '../../store/records/mail/reported-events.ts';
import {
  bouncingAmong,
  type GuardKey,
  type GuardRow,
  holdGuards,
  newGuard,
  saveGuards,
} from '../../store/records/permits/guards.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { addSuppressions } from '../recipients/add-suppressions.ts';
import { createGuardKey } from '../recipients/recipient-marks.ts';
import { markOutcome } from '../subscribers/update-subscriber-status.ts';

/** Each function applies an SMTP result or a later report to the mailbox, in the transaction of `store`. */

type HeldGuards = {
  of(email: Recipient): GuardRow;
  keep(guard: GuardRow, now: number): Promise<void>;
};

type Recipient = Pick<EmailRecord, 'organization' | 'to'>;

export async function lockGuards(
  engine: Engine,
  queries: Queries,
  emails: readonly Recipient[],
): Promise<HeldGuards> {
  const keys = new Map<string, GuardKey>();
  for (const email of emails) {
    const key = rowKeyOf(engine, email);
    keys.set(nameOf(key), key);
  }
  const rows = await holdGuards(queries, [...keys.values()]);
  const held = new Map(rows.map((row) => [nameOf(row), row]));
  return {
    of(email) {
      const key = rowKeyOf(engine, email);
      return held.get(nameOf(key)) ?? newGuard(key);
    },
    async keep(guard, now) {
      held.set(nameOf(guard), guard);
      await saveGuards(queries, [guard], now);
    },
  };
}

/** Returns the mails whose mailboxes have bounces. The others have nothing to reset. */
export async function findBouncing<Mail extends Recipient>(
  engine: Engine,
  queries: Queries,
  emails: readonly Mail[],
): Promise<Mail[]> {
  const troubled = await bouncingAmong(
    queries,
    emails.map((email) => rowKeyOf(engine, email)),
  );
  if (troubled.length === 0) return [];
  const names = new Set(troubled.map(nameOf));
  return emails.filter((email) => names.has(nameOf(rowKeyOf(engine, email))));
}

/** If the previous mail was accepted and bounced later, acceptance proves nothing, and the streak of soft bounces continues. */
export async function afterHandOver(
  store: OrganizationStore,
  email: EmailRecord,
  guards: HeldGuards,
  now: number,
): Promise<void> {
  const guard = guards.of(email);
  if (guard.bounces === 0 && guard.softBounces === 0) return;
  if (await mailBeforeCameBack(store, email)) return;
  await forgetBounces(guards, guard, now);
}

/** Resets all bounces, because the mailbox's own server delivered a mail. */
export async function afterDelivered(
  engine: Engine,
  { queries }: OrganizationStore,
  email: EmailRecord,
  now: number,
): Promise<void> {
  const guards = await lockGuards(engine, queries, [email]);
  const guard = guards.of(email);
  if (guard.bounces > 0 || guard.softBounces > 0) await forgetBounces(guards, guard, now);
}

async function forgetBounces(guards: HeldGuards, guard: GuardRow, now: number): Promise<void> {
  const { streak } = softBounceStreak(guard.softBounces, 'delivered', now);
  await guards.keep({ ...guard, ...afterDelivery(guard), softBounces: streak }, now);
}

/** Starts a cooldown. A hard bounce or a streak of soft bounces suppresses the address. */
export async function afterBounced(
  engine: Engine,
  store: OrganizationStore,
  email: EmailRecord,
  means: ReplyClass,
  now: number,
  held?: HeldGuards,
): Promise<void> {
  const guards = held ?? (await lockGuards(engine, store.queries, [email]));
  const guard = guards.of(email);
  const cooled = { ...guard, ...afterBounce(guard, now) };
  if (means.suppresses === 'now') {
    await guards.keep(cooled, now);
    // Sends get 429 until the cooldown ends. Then the suppression starts, and sends get 200.
    const startsAt = cooled.cooldownUntil ?? startsAtOnce;
    await suppress(engine, store, email, { origin: 'bounce', scope: 'all', startsAt, expiresAt: null }, now);
    await markOutcome(store, email.toKey, 'BOUNCED', now);
    return;
  }
  if (means.suppresses !== 'streak') return await guards.keep(cooled, now);
  const { streak, suppressUntil } = softBounceStreak(guard.softBounces, 'soft_bounce', now);
  await guards.keep({ ...cooled, softBounces: streak }, now);
  if (suppressUntil === null) return;
  await suppress(
    engine,
    store,
    email,
    { origin: 'bounce', scope: 'all', startsAt: startsAtOnce, expiresAt: suppressUntil },
    now,
  );
}

export async function suppress(
  engine: Engine,
  store: OrganizationStore,
  email: Pick<EmailRecord, 'id' | 'toKey'>,
  suppression: {
    origin: SuppressionOrigin;
    scope: SuppressionScope;
    startsAt: number;
    expiresAt: number | null;
  },
  now: number,
): Promise<void> {
  const id = engine.world.ids.id('sup');
  await addSuppressions(store, [{ id, email: email.toKey, sourceId: email.id, ...suppression }], now);
}

/** Transactional mail, such as receipts, still reaches a recipient who opted out. */
export async function suppressMarketing(
  engine: Engine,
  store: OrganizationStore,
  email: Pick<EmailRecord, 'id' | 'toKey'>,
  now: number,
): Promise<void> {
  const optOut = {
    origin: 'unsubscribe',
    scope: 'marketing',
    startsAt: startsAtOnce,
    expiresAt: null,
  } as const;
  await suppress(engine, store, email, optOut, now);
}

function rowKeyOf(engine: Engine, { organization, to }: Recipient): GuardKey {
  const read = parseMailbox(to);
  // Addresses accepted by an older version may be invalid now, and must not stop other results.
  return createGuardKey(engine, organization, read.ok ? read.mailbox : { guardKey: to });
}

function nameOf({ scope, mailbox }: GuardKey): string {
  return `${scope} ${mailbox}`;
}
