import { minuteMs } from '../../model/instant.ts';
import type { SegmentCount, SegmentRecord } from '../../model/segment/segment.ts';
import type { AudienceTerms } from '../../store/audience/audience-sql.ts';
import type { Queries } from '../../store/database.ts';
import { addJobs, finishJob, type Job, retryJob } from '../../store/jobs.ts';
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
  await engine.store.database.transaction((queries) =>
    planSegmentCount(queries, store.organization, segment.id, now),
  );
  engine.wake();
  return counted;
}

export async function planSegmentCount(
  queries: Queries,
  organization: number,
  segmentId: string,
  now: number,
): Promise<void> {
  await addJobs(queries, [{ organization, kind: 'count_segment', subject: segmentId, runAt: now }], now);
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
    if (!kept) await planSegmentCount(queries, job.organization, segment.id, now);
  });
}

export async function afterBrokenCount(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + recountAfterFaultMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}
