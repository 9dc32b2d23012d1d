import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { SendingPause } from '../../model/organization/sending-pause.ts';
import type { Queries } from '../../store/database.ts';
import { interruptJobs } from '../../store/jobs.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import { postponeTests } from '../../store/records/campaigns/campaign-progress.ts';
import type { Caller } from '../context/caller.ts';

/** An existing pause keeps its time, actor and reason. Undefined when the organization does not exist. */
export async function pauseSending(
  queries: Queries,
  { organization: { key }, token, person }: Pick<Caller, 'organization' | 'token' | 'person'>,
  reason: string | null,
  now: number,
): Promise<OrganizationRecord | undefined> {
  const organizations = new OrganizationRecords(queries);
  const known = await organizations.hold(key);
  if (!known || known.sendingPause) return known;
  const actor = person ?? token;
  const by: SendingPause['by'] = actor && { id: actor.id, name: actor.name };
  const paused = { ...known, sendingPause: { at: now, by, reason } };
  await organizations.update(paused);
  await interruptJobs(queries, key, now);
  return paused;
}

export async function resumeSending(
  queries: Queries,
  key: number,
  now: number,
): Promise<OrganizationRecord | undefined> {
  const organizations = new OrganizationRecords(queries);
  const known = await organizations.hold(key);
  if (!known?.sendingPause) return known;
  const resumed = { ...known, sendingPause: null, sendingResumedAt: now };
  await organizations.update(resumed);
  await postponeTests({ queries, organization: key }, now - known.sendingPause.at);
  return resumed;
}
