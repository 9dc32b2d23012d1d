import { setImmediate as nextTurn } from 'node:timers/promises';
import { type StoppedCounts, stoppedSendWarnings } from '../../model/approval/stopped-sends.ts';
import { type Audience, allActive } from '../../model/campaign/campaign.ts';
import { unapprovedCountedMs, unapprovedPeopleMax } from '../../model/sending/unapproved-people.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { tagNameKey } from '../../model/subscriber/tag.ts';
import type { Trigger } from '../../model/workflow/definition.ts';
import {
  type ActiveWorkflow,
  activeMailWorkflows,
  approvedGatheringCampaigns,
  approvedScheduledCampaigns,
  approvedSendingCampaigns,
  type ScheduledCampaign,
  waitingAmong,
} from '../../store/records/permits/approved-sends.ts';
import { changedMoreThan } from '../../store/records/permits/assistant-changes.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { resolveAudience } from '../audience/resolve-audience.ts';

type Tagged = Pick<SubscriberRecord, 'key' | 'tagIds'>;

/** `known` is null for a new subscriber. `event`: name of a tracked event. */
export type AssistantChange = { known: Tagged | null; next: Tagged; event?: string };

const keysPerLook = 200;
const runningCheckedMax = 100;
const scheduledCheckedMax = 200;
const scheduledPage = 50;
/** Audiences checked per change, because each takes statements in the transaction. */
const audiencesCheckedMax = 50;

/** Counts recipients that an assistant's changes affect. Their approved send pauses before it mails them. */
export async function countStoppedSends(
  store: OrganizationStore,
  changes: readonly AssistantChange[],
): Promise<StoppedCounts> {
  const stopped: StoppedCounts = { people: {}, repeated: [], isComplete: true };
  const now = store.origin.assistantAt;
  if (now === null || changes.length === 0) return stopped;
  const keys = changes.flatMap(({ known, next }) => known?.key || next.key || []).sort((a, b) => a - b);
  for (const count of [countRunning, countScheduled]) {
    const { amounts, isComplete } = await count(store, keys, now);
    for (const { id, amount } of amounts) if (amount > 0) stopped.people[id] = amount;
    stopped.isComplete &&= isComplete;
  }
  // A workflow may mail this many changed people without a new approval.
  const since = now - unapprovedCountedMs;
  const isBulk = changes.length > unapprovedPeopleMax;
  if (!isBulk && !(await changedMoreThan(store, since, unapprovedPeopleMax))) return stopped;
  const workflows = await activeMailWorkflows(store, keys, runningCheckedMax + 1);
  stopped.isComplete &&= workflows.length <= runningCheckedMax;
  const tagOf = await triggerTags(store, workflows);
  for (const workflow of workflows) {
    const starting = store.origin.starts
      ? await countStarting(store, workflow, tagOf, changes, keys, now)
      : 0;
    const amount = workflow.inside + starting;
    if (amount === 0) continue;
    stopped.people[workflow.id] = amount;
    const unapproved = Math.max(since, workflow.activatedAt);
    if (await changedMoreThan(store, unapproved, unapprovedPeopleMax)) stopped.repeated.push(workflow.id);
  }
  return stopped;
}

/** `isComplete` is false beyond the check limits. */
type CampaignCounts = { amounts: { id: string; amount: number }[]; isComplete: boolean };

/** Counts waiting recipients and people not enrolled yet. */
async function countRunning(
  store: OrganizationStore,
  keys: readonly number[],
  now: number,
): Promise<CampaignCounts> {
  const amounts: CampaignCounts['amounts'] = [];
  const sending = await approvedSendingCampaigns(store, runningCheckedMax + 1);
  for (const { id, key } of sending) {
    amounts.push({ id, amount: (await waitingAmong(store, key, keys)).length });
  }
  const gathering = await approvedGatheringCampaigns(store, runningCheckedMax + 1);
  for (const { id, key, audience, through, until } of gathering) {
    const ahead = keys.filter((one) => one > through && one <= until);
    const people = [
      ...(await waitingAmong(store, key, keys)),
      ...(await membersAmong(store, audience, ahead, now)),
    ];
    amounts.push({ id, amount: new Set(people).size });
  }
  const checked = Math.max(sending.length, gathering.length);
  return { amounts, isComplete: checked <= runningCheckedMax };
}

/** Scheduled campaigns read their audience at the start. */
async function countScheduled(
  store: OrganizationStore,
  keys: readonly number[],
  now: number,
): Promise<CampaignCounts> {
  const amounts: CampaignCounts['amounts'] = [];
  const members = new Map<string, number>();
  for (let after: ScheduledCampaign | undefined; amounts.length < scheduledCheckedMax; ) {
    const page = await approvedScheduledCampaigns(store, after, scheduledPage);
    for (const { id, audience } of page) {
      if (!members.has(audience)) {
        if (members.size === audiencesCheckedMax) return { amounts, isComplete: false };
        await nextTurn();
        members.set(audience, (await membersAmong(store, JSON.parse(audience), keys, now)).length);
      }
      amounts.push({ id, amount: members.get(audience)! });
    }
    if (page.length < scheduledPage) return { amounts, isComplete: true };
    after = page.at(-1);
  }
  return { amounts, isComplete: false };
}

/** @param keys in ascending order */
async function membersAmong(
  store: OrganizationStore,
  audience: Audience,
  keys: readonly number[],
  now: number,
): Promise<number[]> {
  if (keys.length === 0) return [];
  const terms = await resolveAudience(store, audience);
  const active = { field: 'status', operator: 'eq', value: 'ACTIVE' } as const;
  const mailed = { ...terms, rules: [...terms.rules, active] };
  const members: number[] = [];
  for (let from = 0; from < keys.length; from += keysPerLook) {
    if (from > 0) await nextTurn();
    const look = keys.slice(from, from + keysPerLook);
    const range = { above: look[0]! - 1, upTo: look.at(-1)!, keys: look };
    members.push(...(await store.audiences.among(mailed, range, now, look.length)));
  }
  return members;
}

type TagOf = (idOrName: string) => string | undefined;

async function triggerTags(store: OrganizationStore, workflows: readonly ActiveWorkflow[]): Promise<TagOf> {
  const names = workflows.flatMap(({ trigger }) => ('tag' in trigger ? [trigger.tag] : []));
  const tags = names.length === 0 ? [] : await store.tags.among(names);
  return (idOrName) =>
    tags.find(({ id, nameKey }) => id === idOrName || nameKey === tagNameKey(idOrName))?.id;
}

/** @param keys in ascending order */
async function countStarting(
  store: OrganizationStore,
  { key, trigger }: ActiveWorkflow,
  tagOf: TagOf,
  changes: readonly AssistantChange[],
  keys: readonly number[],
  now: number,
): Promise<number> {
  if (trigger.type !== 'SEGMENT_ENTERED') {
    return changes.filter((change) => starts(trigger, tagOf, change)).length;
  }
  const rule = (await store.segments.byId(trigger.segment))?.rule;
  if (rule === undefined || keys.length === 0) return 0;
  const inside = await membersAmong(store, { ...allActive, filter: rule }, keys, now);
  const range = { above: keys[0]! - 1, upTo: keys.at(-1)!, keys };
  const before = new Set(await store.workflowWalks.members(key, range));
  return inside.filter((subscriber) => !before.has(subscriber)).length;
}

function starts(trigger: Trigger, tagOf: TagOf, { known, next, event }: AssistantChange): boolean {
  switch (trigger.type) {
    case 'EVENT':
      return trigger.name === event;
    case 'SUBSCRIBER_CREATED':
      return known === null;
    case 'SUBSCRIBER_UPDATED':
      return known !== null && event === undefined;
    case 'TAG_ADDED':
      return hasGained(tagOf(trigger.tag), known, next);
    case 'TAG_REMOVED':
      return hasGained(tagOf(trigger.tag), next, known);
    default:
      return false;
  }
}

function hasGained(tag: string | undefined, before: Tagged | null, after: Tagged | null): boolean {
  if (tag === undefined || !after?.tagIds.includes(tag)) return false;
  return !before?.tagIds.includes(tag);
}

export class StoppedSends {
  readonly #people: Record<string, number> = {};
  readonly #repeated = new Set<string>();
  #isComplete = true;

  readonly note = async (store: OrganizationStore, changes: readonly AssistantChange[]): Promise<void> => {
    const { people, repeated, isComplete } = await countStoppedSends(store, changes);
    for (const [id, amount] of Object.entries(people)) this.#people[id] = (this.#people[id] ?? 0) + amount;
    for (const id of repeated) this.#repeated.add(id);
    this.#isComplete &&= isComplete;
  };

  warnings(): string[] {
    return stoppedSendWarnings({
      people: this.#people,
      repeated: [...this.#repeated],
      isComplete: this.#isComplete,
    });
  }

  answer(): { warnings?: string[] } {
    const warnings = this.warnings();
    return warnings.length === 0 ? {} : { warnings };
  }
}
