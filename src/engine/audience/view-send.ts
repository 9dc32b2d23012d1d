import type { Clock } from '../../concurrency/clock.ts';
import { KeptAnswers, keptMs } from '../../concurrency/kept-answers.ts';
import type { AudienceView } from '../../model/sending/audience-view.ts';
import { countSkipped } from '../../model/sending/skipped.ts';
import type { AudienceTerms } from '../../store/audience/audience-sql.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Waiting } from '../context/long-work.ts';
import type { Engine } from '../context/scope.ts';
import { findCoolingDown } from '../recipients/find-cooling-down.ts';
import { isJudged, judgedMax, sampleMax, viewAudience } from './count-audience.ts';

/** Views of at most this many slices, about 100 ms, are not cached. */
const slicesUnkeptMax = 20;
/** A view is cached for ten times its computing time: an organization spends at most a tenth of the time counting. */
const keptMsPerSlice = 50;
const sampleOctets = 200;
const viewOctets = 1_000;
const skippedAtRest = 'rate_limited';

/** Without the cache, each preview would count a million people again. */
export function audienceViews(clock: Clock): KeptAnswers<AudienceView> {
  return new KeptAnswers<AudienceView>(
    clock,
    ({ sample }) => viewOctets + sample.length * sampleOctets,
    ({ slices }) => (slices <= slicesUnkeptMax ? 0 : Math.min(keptMs, slices * keptMsPerSlice)),
  );
}

/** Excludes recipients in cooldown, but only if the audience fits into one page. */
export async function viewSend(
  engine: Engine,
  caller: Pick<Caller, 'organization' | 'token'>,
  store: OrganizationStore,
  terms: AudienceTerms,
  at: number,
  waiting: Waiting,
): Promise<AudienceView> {
  const view = structuredClone(await keptView(engine, store, terms, at, waiting));
  if (isJudged(view)) {
    const emails = view.sample.map(({ email }) => email);
    const resting = await findCoolingDown(engine, caller, emails, at);
    view.sample = view.sample.filter(({ email }) => !resting.has(email));
    view.count = view.sample.length;
    for (const rest of resting.values())
      countSkipped(view.skipped, { reason: skippedAtRest, count: 1, ...rest });
  }
  return { ...view, sample: await withoutErased(store, view.sample.slice(0, sampleMax)) };
}

/** People in a cached view may have been erased since. */
async function withoutErased(
  store: OrganizationStore,
  sample: AudienceView['sample'],
): Promise<AudienceView['sample']> {
  const subscribers = await store.subscribers.findAll(sample.map(({ email }) => email));
  const ids = new Set(subscribers.map(({ id }) => id));
  return sample.filter(({ id }) => ids.has(id));
}

async function keptView(
  engine: Engine,
  store: OrganizationStore,
  terms: AudienceTerms,
  at: number,
  { signal, progress }: Waiting,
): Promise<AudienceView> {
  const later = at > engine.world.clock.now() ? at : null;
  const place = JSON.stringify([terms, later]);
  return await engine.audienceViews.answer(store.organization, place, signal, async (left) => {
    const view = await viewAudience(engine, store, terms, at, { signal: left, progress }, judgedMax);
    return isJudged(view) ? view : { ...view, sample: view.sample.slice(0, sampleMax) };
  });
}
