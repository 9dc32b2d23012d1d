import { dayMs } from '../../model/instant.ts';
import { type IntegrationRecord, integrationLimits } from '../../model/integration/integration.ts';
import { matchesEventType } from '../../model/integration/mapping-input.ts';
import { providerMappings } from '../../model/integration/provider-mappings.ts';
import { selectProofScheme } from '../../model/integration/providers.ts';
import { readChange } from '../../model/integration/read-change.ts';
import { addJobs } from '../../store/jobs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { externalMarks, peopleIn } from '../context/person-mark.ts';
import type { Engine } from '../context/scope.ts';

export type IncomingEvent = { type: string; marks: readonly string[]; body: string; topic: string | null };

/** `full`: too many events wait. `foreign_topic`: another SNS topic was pinned concurrently. */
export type Received = 'kept' | 'duplicate' | 'not_taken' | 'full' | 'foreign_topic';

/** An event outside the mapping is only marked as seen. The caller rolls back for `full` and `foreign_topic`. */
export async function receiveEvent(
  engine: Pick<Engine, 'world' | 'secretBox'>,
  store: OrganizationStore,
  integration: IntegrationRecord,
  { type, marks, body, topic }: IncomingEvent,
  now: number,
): Promise<Received> {
  const { key, provider, mapping } = integration;
  const way = selectProofScheme(provider, integration.secret !== null);
  if (way === null) return 'not_taken';
  if (topic !== null && integration.secret === null) {
    if ((await store.integrations.pinTopic(key, topic)) !== topic) return 'foreign_topic';
  }
  const { integrationEvents } = store;
  if (!(await integrationEvents.mark(key, marks, now + way.repeats.keptMs, now))) return 'duplicate';
  if (providerMappings[provider]?.never?.includes(type) || !matchesEventType(mapping, type))
    return 'not_taken';
  if (await integrationEvents.isFull(key, integrationLimits.waitingMax)) return 'full';
  const id = engine.world.ids.id('ine');
  const people = peopleOf(engine, store.organization, integration, type, body, now);
  await integrationEvents.add({ id, integration: key, type, receivedAt: now, body, people });
  const job = {
    organization: store.organization,
    kind: 'apply_integration_event',
    subject: id,
    runAt: now,
  } as const;
  await addJobs(store.queries, [job], now);
  return 'kept';
}

/** By address, subscriber id and external id. */
function peopleOf(
  engine: Pick<Engine, 'secretBox'>,
  organization: number,
  { provider, mapping }: IntegrationRecord,
  type: string,
  body: string,
  now: number,
): string[] {
  const externalId = readChange(provider, mapping, type, JSON.parse(body), now)?.externalId ?? null;
  const people = peopleIn(engine.secretBox, organization, body);
  return [...people, ...externalMarks(engine, organization, { externalId })];
}

export function forgottenBefore(now: number): number {
  return now - integrationLimits.keptDays * dayMs;
}
