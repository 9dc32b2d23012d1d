import { Failure } from '../../model/failure.ts';
import { hourMs, minuteMs, secondMs } from '../../model/instant.ts';
import { isFeedbackProvider } from '../../model/integration/feedback.ts';
import type { IntegrationRecord } from '../../model/integration/integration.ts';
import type { CauseChain } from '../../model/sending/mail-cause.ts';
import type { Queries } from '../../store/database.ts';
import { finishJob, type Job, retryJob, termsOfJob } from '../../store/jobs.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { assertStorage } from '../organizations/assert-storage.ts';
import { applyChange } from './apply-change.ts';
import { applyFeedback } from './apply-feedback.ts';
import type { Applied, EventScene, WaitingEvent } from './event-scene.ts';

/** After the last attempt the event fails, and a person may replay it. */
const retryMs = [10 * secondMs, minuteMs, 10 * minuteMs, hourMs, 6 * hourMs] as const;

/** Applies an event exactly once, even after a crash. */
export async function applyIntegrationEvent(engine: Engine, job: Job): Promise<void> {
  const { database, organizations } = engine.store;
  const organization = await organizations.byKey(job.organization);
  const reading = engine.store.forOrganization(job.organization);
  const event = await reading.integrationEvents.byId(job.subject);
  const integration = event && (await reading.integrations.byKey(event.integration));
  if (!organization || !event || !integration || event.state !== 'waiting') {
    await database.transaction((queries) => finishJob(queries, job));
    return;
  }
  const replayed = await replayOf(reading, job);
  const held = async (
    queries: Queries,
  ): Promise<{ store: OrganizationStore; tracked: string | null } | null> => {
    const all = new OrganizationStore(queries, organization.key);
    const store = replayed
      ? all.startedBy(replayed.chain).byAssistant(engine.world.clock, replayed.assistant)
      : all;
    const standing = await store.integrationEvents.hold(event.key);
    return standing?.state === 'waiting' ? { store, tracked: standing.tracked } : null;
  };
  const scene: EventScene = {
    engine,
    organization,
    integration,
    event,
    payload: JSON.parse(event.body),
    async write(work) {
      return await database.transaction(async (queries) => {
        const here = await held(queries);
        if (here === null) return false;
        await work(here.store, here.tracked);
        await assertStorage(queries, organization);
        return true;
      });
    },
    async last(work) {
      await database.transaction(async (queries) => {
        const here = await held(queries);
        // First, so that a job claimed by another worker writes nothing.
        if (!(await finishJob(queries, job)) || here === null) return;
        const applied = await work(here.store, here.tracked);
        await settle(here.store, integration, event, applied, engine.world.clock.now());
        await assertStorage(queries, organization);
      });
    },
  };
  try {
    await (isFeedbackProvider(integration.provider) ? applyFeedback(scene) : applyChange(scene));
  } catch (error) {
    if (!(error instanceof Failure) || error.failure === 'service_unavailable') throw error;
    const outcome = `It was rejected: ${error.message}`;
    await scene.last(async () => ({ state: 'failed', outcome }));
  }
}

/** An assistant's replay: its allowance pays for the resulting mail. */
type Replay = { assistant: string; chain: CauseChain | null };

export function replayTerms(assistant: string, chain: CauseChain | null): string {
  const replay: Replay = { assistant, chain };
  return JSON.stringify(replay);
}

/** @returns null unless an assistant replayed the event */
async function replayOf({ queries }: OrganizationStore, job: Job): Promise<Replay | null> {
  const terms = await termsOfJob(queries, job);
  return terms ? (JSON.parse(terms) as Replay) : null;
}

/** Internal errors and unreachable servers are retried for some hours. */
export async function afterBrokenEvent(engine: Engine, job: Job): Promise<void> {
  const { database } = engine.store;
  const now = engine.world.clock.now();
  const wait = retryMs[job.attempts - 1];
  await database.transaction(async (queries) => {
    if (wait !== undefined) {
      await retryJob(queries, job, now + wait);
      return;
    }
    if (!(await finishJob(queries, job))) return;
    const store = new OrganizationStore(queries, job.organization);
    const event = await store.integrationEvents.byId(job.subject);
    const integration = event && (await store.integrations.byKey(event.integration));
    if (!event || !integration) return;
    const outcome = 'It could not be applied; see the server log for the reason';
    await settle(store, integration, event, { state: 'failed', outcome }, now);
  });
}

async function settle(
  store: OrganizationStore,
  integration: IntegrationRecord,
  event: Pick<WaitingEvent, 'key' | 'type'>,
  applied: Applied,
  now: number,
): Promise<void> {
  await store.integrationEvents.settle(event.key, applied, now);
  if (applied.state === 'failed') {
    await store.integrations.noteFault(integration.key, `${event.type}: ${applied.outcome}`, now);
  }
}
