import type { Clock } from '../../concurrency/clock.ts';
import { KeptAnswers, keptMs } from '../../concurrency/kept-answers.ts';
import { dayMs } from '../../model/instant.ts';
import type { AudienceView } from '../../model/sending/audience-view.ts';
import { countSkipped } from '../../model/sending/skipped.ts';
import type { AudienceTerms } from '../../store/audience/audience-sql.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Waiting } from '../context/long-work.ts';
import type { Engine } from '../context/scope.ts';
import { findCoolingDown } from '../recipients/find-cooling-down.ts';
import { isJudged, judgedMax, sampleMax, viewAudience } from './count-audience.ts';

/** Views of at most this many slices, a few milliseconds each, are counted for each preview. */
const slicesUnkeptMax = 4;
/** A view is fresh for ten times its computing time: an organization spends at most a tenth of the time counting. */
const freshMsPerSlice = 50;
/** A complete count is shown with its age and renewed in the background. */
const shownMsMax = dayMs;
const sampleOctets = 200;
const viewOctets = 1_000;
const skippedAtRest = 'rate_limited';

/** A partial view is a lower bound, so it is shown only while it is fresh. */
export function audienceViews(clock: Clock): KeptAnswers<AudienceView> {
  return new KeptAnswers<AudienceView>(
    clock,
    ({ sample }) => viewOctets + sample.length * sampleOctets,
    (view) => (view.slices <= slicesUnkeptMax ? 0 : view.complete ? shownMsMax : freshMs(view)),
  );
}

function freshMs({ slices }: AudienceView): number {
  return Math.min(keptMs, slices * freshMsPerSlice);
}

/**
 * Excludes recipients in cooldown, but only if the audience fits into one page.
 * @param exact counts now; otherwise a kept view is returned at once
 */
export async function viewSend(
  engine: Engine,
  caller: Pick<Caller, 'organization' | 'token'>,
  store: OrganizationStore,
  terms: AudienceTerms,
  at: number,
  waiting: Waiting,
  exact: boolean,
): Promise<AudienceView> {
  const view = structuredClone(await keptView(engine, store, terms, at, waiting, exact));
  if (isJudged(view)) {
    const emails = view.sample.map(({ email }) => email);
    const resting = await findCoolingDown(engine, caller, emails, at);
    view.sample = view.sample.filter(({ email }) => !resting.has(email));
    view.count = view.sample.length;
    for (const rest of resting.values())
      countSkipped(view.skipped, { reason: skippedAtRest, count: 1, ...rest });
  }
  return { ...view, sample: await stillActive(store, view.sample.slice(0, sampleMax)) };
}

/** People in a cached view may have been erased or have unsubscribed since. */
async function stillActive(
  store: OrganizationStore,
  sample: AudienceView['sample'],
): Promise<AudienceView['sample']> {
  const subscribers = await store.subscribers.findAll(sample.map(({ email }) => email));
  const ids = new Set(subscribers.flatMap(({ id, status }) => (status === 'ACTIVE' ? [id] : [])));
  return sample.filter(({ id }) => ids.has(id));
}

async function keptView(
  engine: Engine,
  store: OrganizationStore,
  terms: AudienceTerms,
  at: number,
  { signal, progress }: Waiting,
  exact: boolean,
): Promise<AudienceView> {
  const { audienceViews: views, world } = engine;
  const now = world.clock.now();
  const place = JSON.stringify([terms, at > now ? at : null]);
  const count = async (waiting: Waiting): Promise<AudienceView> => {
    const view = await viewAudience(engine, store, terms, at, waiting, judgedMax);
    return isJudged(view) ? view : { ...view, sample: view.sample.slice(0, sampleMax) };
  };
  if (exact) {
    // A count in progress may have passed a subscriber before the caller changed it, so it is not shared.
    const view = await count({ signal, progress });
    views.keep(store.organization, place, view);
    return view;
  }
  const kept = views.kept(store.organization, place);
  if (!kept) {
    return await views.answer(store.organization, place, signal, (left) => count({ signal: left, progress }));
  }
  if (now - kept.countedAt > freshMs(kept)) {
    views.renew(store.organization, place, (left) => count({ signal: left, progress: () => {} }));
  }
  return kept;
}
