import { setImmediate as nextTurn } from 'node:timers/promises';
import { countedAs } from '../../model/campaign/campaign.ts';
import type { AudienceView } from '../../model/sending/audience-view.ts';
import { countSkipped } from '../../model/sending/skipped.ts';
import type { SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import type { AudienceTerms, RuleTerm } from '../../store/audience/audience-sql.ts';
import type { Lot, LotsWanted } from '../../store/audience/sample-sql.ts';
import { pageRowsMax } from '../../store/database.ts';
import type { AudiencePart } from '../../store/records/campaigns/audiences.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { countedProgress, type Waiting } from '../context/long-work.ts';
import type { Engine } from '../context/scope.ts';

/** A count stops after this time and returns the partial result. */
const countingMaxMs = 10_000;
export const sampleMax = 5;
/** Larger audiences are only counted, not checked against the gates. */
export const judgedMax = pageRowsMax;
/** Note for an audience too large to check subscriber by subscriber. */
export const countedAlone =
  'The audience is too large to check subscriber by subscriber: limits may skip some during the send';
export const noRecipientNow = 'No subscriber would receive it now';
const ledgerSampledMax = 100;

type LotDrawing = {
  wanted(): LotsWanted;
  add(people: readonly Lot[]): void;
};

/** Counts subscribers of any status. Returns null if that takes more than `slicesMax` slices. */
export async function countAudience(
  store: OrganizationStore,
  terms: AudienceTerms,
  now: number,
  slicesMax = Number.POSITIVE_INFINITY,
): Promise<number | null> {
  const counted = await store.audiences.counted(terms);
  if (counted !== undefined) return counted;
  const statuses = statusesAlone(terms);
  let amount = 0;
  let slices = 0;
  if (statuses) {
    for (const status of statuses) {
      for (let after: number | null = 0; after !== null; await nextTurn()) {
        const slice: { amount: number; next: number | null } = await store.audiences.statusSlice(
          status,
          after,
        );
        amount += slice.amount;
        after = slice.next;
        slices += 1;
        if (after !== null && slices >= slicesMax) return null;
      }
    }
    return amount;
  }
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    const slice = await store.audiences.slice(terms, now, after);
    for (const part of slice.parts) amount += part.amount;
    after = slice.next;
    slices += 1;
    if (after !== null && slices >= slicesMax) return null;
  }
  return amount;
}

/** Stops at the first match. Returns false too if more than `slicesMax` slices would have to be read. */
export async function matchesNone(
  store: OrganizationStore,
  terms: AudienceTerms,
  now: number,
  slicesMax: number,
): Promise<boolean> {
  let after: number | null = 0;
  for (let slices = 0; slices < slicesMax; slices += 1) {
    const slice = await store.audiences.slice(terms, now, after);
    if (slice.parts.some(({ amount }) => amount > 0)) return false;
    after = slice.next;
    if (after === null) return true;
    await nextTurn();
  }
  return false;
}

/** An index counts subscribers by status alone. */
function statusesAlone(terms: AudienceTerms): SubscriberStatus[] | null {
  if (terms.subscriberIds || terms.allTags.length + terms.anyTags.length + terms.noTags.length > 0)
    return null;
  const rule: RuleTerm | undefined = terms.rules.length === 1 ? terms.rules[0] : undefined;
  if (!rule || !('field' in rule) || rule.field !== 'status' || rule.operator === 'neq') return null;
  return [...new Set([rule.value].flat() as SubscriberStatus[])];
}

/**
 * Counts recipients. Ignores marks of erased people, because checking them hashes every address: a person
 * erased after an opt-out and added again counts, and is skipped only during the send.
 */
export async function viewAudience(
  { world: { clock } }: Engine,
  store: OrganizationStore,
  terms: AudienceTerms,
  now: number,
  waiting?: Waiting,
  sampled = sampleMax,
  drawing: LotDrawing | null = null,
): Promise<AudienceView> {
  const endsAt = clock.monotonic() + countingMaxMs;
  const view = emptyView(clock.now());
  const tell = waiting && countedProgress(waiting, undefined, 'looked at');
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    const { parts, next } = await store.audiences.slice(terms, now, after);
    view.slices += 1;
    const countBefore = view.count;
    for (const part of parts) note(view, part);
    if (view.count > countBefore && view.sample.length < sampled) {
      const limit = sampled - view.sample.length;
      view.sample.push(...(await store.audiences.deliverable(terms, now, after, limit)));
    }
    if (drawing && view.count > countBefore) {
      const slice = { after, upTo: next };
      drawing.add(await store.audiences.lots(terms, now, slice, drawing.wanted()));
    }
    after = next;
    waiting?.signal.throwIfAborted();
    tell?.(seenOf(view));
    if (after !== null && clock.monotonic() > endsAt) return { ...view, complete: false };
  }
  return view;
}

export function isJudged({ complete, sample, count }: AudienceView): boolean {
  return complete && sample.length === count;
}

/** Views the recipients of a started campaign: its kept count, and the skipped ones by reason. */
export async function viewLedger(
  { world: { clock } }: Engine,
  store: OrganizationStore,
  { id, key: campaign }: { id: string; key: number },
  waiting?: Waiting,
): Promise<AudienceView> {
  const endsAt = clock.monotonic() + countingMaxMs;
  const view = emptyView(clock.now());
  const tell = waiting && countedProgress(waiting, undefined, 'looked at');
  const { rows } = await store.recipients.page(campaign, {}, { limit: ledgerSampledMax });
  for (const { state, subscriberId, email } of rows) {
    if (view.sample.length === sampleMax) break;
    if (state !== 'skipped' && subscriberId !== null && email !== null) {
      view.sample.push({ id: subscriberId, email });
    }
  }
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    const slice = await store.recipients.skippedSlice(campaign, after);
    for (const { reason, amount } of slice.parts) add(view, reason, amount);
    after = slice.next;
    waiting?.signal.throwIfAborted();
    tell?.(seenOf(view));
    if (after !== null && clock.monotonic() > endsAt) return { ...view, complete: false };
  }
  const enrolled = await store.counts.read(countedAs(id, 'recipients'));
  return { ...view, count: Math.max(0, enrolled - seenOf(view)) };
}

function seenOf({ count, skipped }: AudienceView): number {
  return [...skipped.values()].reduce((sum, one) => sum + one.count, count);
}

function emptyView(countedAt: number): AudienceView {
  const view = { count: 0, suppressedForATime: 0, complete: true, slices: 0, countedAt };
  return { ...view, skipped: new Map(), sample: [] };
}

function note(view: AudienceView, { status, suppressed, amount }: AudiencePart): void {
  if (suppressed === 'for a time') view.suppressedForATime += amount;
  add(view, suppressed === 'no' ? skips[status] : 'suppressed', amount);
}

function add(view: AudienceView, reason: string | null, amount: number): void {
  if (reason === null) view.count += amount;
  else countSkipped(view.skipped, { reason, count: amount });
}

const skips: Readonly<Record<SubscriberStatus, string | null>> = {
  ACTIVE: null,
  PENDING: 'pending',
  UNSUBSCRIBED: 'unsubscribed',
  BOUNCED: 'bounced',
  COMPLAINED: 'complained',
};
