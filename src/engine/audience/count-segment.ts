import { minuteMs } from '../../model/instant.ts';
import type { SegmentCount, SegmentRecord } from '../../model/segment/segment.ts';
import type { AudienceTerms } from '../../store/audience/audience-sql.ts';
import type { Queries } from '../../store/database.ts';
import { addJobs, finishJob, type Job, retryJob, subjectsWithJobs } from '../../store/jobs.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { countAudience } from './count-audience.ts';
import { resolveRuleAlone } from './resolve-audience.ts';

const keptForMs = minuteMs;
/** A few milliseconds. The worker counts larger segments. */
const slicesWhileWaitingMax = 4;
const recountAfterFaultMs = minuteMs;

/** Returns null if the count would keep the caller waiting too long. */
export async function countSegmentNow(
  store: OrganizationStore,
  terms: AudienceTerms,
  now: number,
): Promise<SegmentCount | null> {
  const amount = await countAudience(store, terms, now, slicesWhileWaitingMax);
  return amount === null ? null : { amount, at: now };
}

/** For a large segment, returns the last count and has the worker refresh it. */
export async function countOfSegment(
  engine: Engine,
  store: OrganizationStore,
  segment: SegmentRecord,
  now: number,
): Promise<SegmentCount | null> {
  const { counted } = segment;
  if (counted && now - counted.at < keptForMs) return counted;
  const counts = await countSegmentNow(store, await resolveRuleAlone(store, segment.rule), now);
  if (counts) return counts;
  await orderCounts(engine, store, [segment.id], now);
  return counted;
}

/**
 * Returns the kept count of each segment, and counts segments without one while that is fast. The worker counts the
 * others, so that the next list has them.
 */
export async function countsOfSegments(
  engine: Engine,
  store: OrganizationStore,
  segments: readonly SegmentRecord[],
  now: number,
): Promise<(SegmentCount | null)[]> {
  const uncounted: string[] = [];
  const counts: (SegmentCount | null)[] = [];
  let countsLeft = countedNowMax;
  for (const { id, counted, rule } of segments) {
    let count = counted;
    if (count === null && countsLeft > 0) {
      countsLeft -= 1;
      count = await countSegmentNow(store, await resolveRuleAlone(store, rule), now);
      // The other segments are rules about the same subscribers, so they would take as long.
      if (count === null) countsLeft = 0;
    }
    if (count === null) uncounted.push(id);
    counts.push(count);
  }
  if (uncounted.length > 0) await orderCounts(engine, store, uncounted, now);
  return counts;
}

/** Each takes a few milliseconds. */
const countedNowMax = 5;

async function orderCounts(
  engine: Engine,
  { organization, queries: reader }: OrganizationStore,
  segmentIds: readonly string[],
  now: number,
): Promise<void> {
  // A list is read more often than the worker needs for a count, and a commit waits for the disk.
  const ordered = await subjectsWithJobs(reader, countKind, segmentIds);
  const missing = segmentIds.filter((id) => !ordered.has(id));
  if (missing.length === 0) return;
  await engine.store.database.transaction((queries) =>
    planSegmentCounts(queries, organization, missing, now),
  );
  engine.wake();
}

const countKind = 'count_segment';

export async function planSegmentCounts(
  queries: Queries,
  organization: number,
  segmentIds: readonly string[],
  now: number,
): Promise<void> {
  await addJobs(
    queries,
    segmentIds.map((subject) => ({ organization, kind: countKind, subject, runAt: now })),
    now,
  );
}

/** If the segment was changed meanwhile, schedules another count. */
export async function keepSegmentCount(engine: Engine, job: Job): Promise<void> {
  const { database } = engine.store;
  const store = engine.store.forOrganization(job.organization);
  const now = engine.world.clock.now();
  const segment = await store.segments.byId(job.subject);
  const terms = segment && (await resolveRuleAlone(store, segment.rule));
  const amount = terms && (await countAudience(store, terms, now));
  await database.transaction(async (queries) => {
    if (!(await finishJob(queries, job)) || !segment || amount == null) return;
    const { segments } = new OrganizationStore(queries, job.organization);
    const kept = await segments.keepCount(segment, { amount, at: now });
    if (!kept) await planSegmentCounts(queries, job.organization, [segment.id], now);
  });
}

export async function afterBrokenCount(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + recountAfterFaultMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}
