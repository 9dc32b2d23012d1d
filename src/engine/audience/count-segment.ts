import { minuteMs } from '../../model/instant.ts';
import type { SegmentCount, SegmentRecord } from '../../model/segment/segment.ts';
import type { AudienceTerms } from '../../store/audience-sql.ts';
import type { Queries } from '../../store/database.ts';
import { addJobs, finishJob, type Job, retryJob } from '../../store/jobs.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { countAudience } from './count-audience.ts';
import { resolveRuleAlone } from './resolve-audience.ts';

/** A kept count is taken again when it is asked for and older than this. */
const keptForMs = minuteMs;
/** Looks at an audience while a caller waits: some milliseconds. What takes more is counted by the worker. */
const slicesWhileWaitingMax = 4;
const recountAfterFaultMs = minuteMs;

/** Counts a segment of few, or one that an index answers; null where that takes longer than a caller is kept waiting. */
export async function countSegmentNow(
  store: OrganizationStore,
  terms: AudienceTerms,
  now: number,
): Promise<SegmentCount | null> {
  const amount = await countAudience(store, terms, now, slicesWhileWaitingMax);
  return amount === null ? null : { amount, at: now };
}

/** How many are in a segment, with the time of the count. One of many is counted by the worker, and its last count answered. */
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
  await engine.store.database.transaction((queries) =>
    planSegmentCount(queries, store.organization, segment.id, now),
  );
  engine.wake();
  return counted;
}

/** Has the worker count a segment. */
export async function planSegmentCount(
  queries: Queries,
  organization: number,
  segmentId: string,
  now: number,
): Promise<void> {
  await addJobs(queries, [{ organization, kind: 'count_segment', subject: segmentId, runAt: now }], now);
}

/** Counts a segment and keeps the count, unless the segment was changed meanwhile: then the new one is counted. */
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
    if (!kept) await planSegmentCount(queries, job.organization, segment.id, now);
  });
}

export async function afterBrokenCount(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + recountAfterFaultMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}
