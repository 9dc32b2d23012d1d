import { parseMailbox } from '../model/address.ts';
import type { ReplyClass } from '../model/delivery/reply-class.ts';
import type { EmailRecord } from '../model/email/email.ts';
import { afterBounce, afterDelivery, softBounceStreak } from '../model/sending/recipient-guard.ts';
import type { SuppressionOrigin, SuppressionScope } from '../model/suppression.ts';
import type { Queries } from '../store/database.ts';
import { type GuardRow, holdGuards, instanceScope, newGuard, saveGuards } from '../store/records/guards.ts';
import { mailBeforeCameBack } from '../store/records/reported-events.ts';
import type { OrganizationStore } from '../store/store.ts';
import { markOutcome } from './mark-outcome.ts';
import type { Engine } from './scope.ts';

/**
 * What a bounce, a complaint or a delivery means for the next mail to the same mailbox, whether the other side said
 * it in the dialogue or in a report days later. Each function writes in the transaction of `store`.
 */

/**
 * The next server took a mail, so the mailbox has its streak of soft bounces behind it; unless the mail before was taken
 * as well and came back all the same: then being taken proves nothing, and the streak goes on.
 */
export async function afterHandOver(
  engine: Engine,
  store: OrganizationStore,
  email: EmailRecord,
  now: number,
): Promise<void> {
  const guard = await holdGuardOf(engine, store.queries, email);
  if (guard.bounces === 0 && guard.softBounces === 0) return;
  if (await mailBeforeCameBack(store, email)) return;
  await forgetBounces(store.queries, guard, now);
}

/** The mailbox has a mail: its own server said so. */
export async function afterDelivered(
  engine: Engine,
  { queries }: OrganizationStore,
  email: EmailRecord,
  now: number,
): Promise<void> {
  const guard = await holdGuardOf(engine, queries, email);
  if (guard.bounces > 0 || guard.softBounces > 0) await forgetBounces(queries, guard, now);
}

async function forgetBounces(queries: Queries, guard: GuardRow, now: number): Promise<void> {
  const { streak } = softBounceStreak(guard.softBounces, 'delivered', now);
  await saveGuards(queries, [{ ...guard, ...afterDelivery(guard), softBounces: streak }], now);
}

/** Cooldown after any bounce; suppression after a hard one or a streak of soft ones that are about the recipient. */
export async function afterBounced(
  engine: Engine,
  store: OrganizationStore,
  email: EmailRecord,
  means: ReplyClass,
  now: number,
): Promise<void> {
  const { queries } = store;
  const guard = await holdGuardOf(engine, queries, email);
  const cooled = { ...guard, ...afterBounce(guard, now) };
  if (means.suppresses === 'now') {
    await saveGuards(queries, [cooled], now);
    // Until the cooldown ends it answers 429; from then on the suppression does, with 200.
    const startsAt = cooled.cooldownUntil ?? now;
    await suppress(engine, store, email, { origin: 'bounce', scope: 'all', startsAt, expiresAt: null }, now);
    await markOutcome(store, email.toKey, 'BOUNCED', now);
    return;
  }
  if (means.suppresses !== 'streak') return await saveGuards(queries, [cooled], now);
  const { streak, suppressUntil } = softBounceStreak(guard.softBounces, 'soft_bounce', now);
  await saveGuards(queries, [{ ...cooled, softBounces: streak }], now);
  if (suppressUntil === null) return;
  await suppress(
    engine,
    store,
    email,
    { origin: 'bounce', scope: 'all', startsAt: now, expiresAt: suppressUntil },
    now,
  );
}

/** Stops mail to the recipient of a mail, because of that mail. Instants are epoch milliseconds. */
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
  await store.suppressions.suppress([{ id, email: email.toKey, sourceId: email.id, ...suppression }], now);
}

async function holdGuardOf(engine: Engine, queries: Queries, email: EmailRecord): Promise<GuardRow> {
  const to = parseMailbox(email.to);
  if (!to.ok) throw new Error('a kept mailbox cannot be read');
  const key = {
    scope: engine.settings.guardScope === 'instance' ? instanceScope : email.organization,
    mailbox: to.mailbox.guardKey,
  };
  const [row] = await holdGuards(queries, [key]);
  return row ?? newGuard(key);
}
