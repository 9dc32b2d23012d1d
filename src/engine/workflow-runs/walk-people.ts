import { allActive } from '../../model/campaign/campaign.ts';
import type { Rule } from '../../model/segment/rule.ts';
import { dateBetween, datesBetween } from '../../model/workflow/date-trigger.ts';
import type { Definition } from '../../model/workflow/definition.ts';
import { activeUnlessAsked, begunWalk, endedWalk, isWalked, type Walk } from '../../model/workflow/walk.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import { calculateSliceSize } from '../../store/audience/audience-slice-size.ts';
import type { AudienceTerms } from '../../store/audience/audience-sql.ts';
import type { Job } from '../../store/jobs.ts';
import { readPeople } from '../../store/records/workflows/workflow-facts.ts';
import type { Inbound } from '../../store/records/workflows/workflow-inbox.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { resolveAudience } from '../audience/resolve-audience.ts';
import type { Engine } from '../context/scope.ts';
import { frozenVersion } from './frozen-versions.ts';
import { type LockedWorkflows, withWorkflows } from './locked-workflows.ts';
import { routeTriggerEvents } from './route-inbox.ts';
import { saveListens } from './save-listens.ts';
import { noteMembers, segmentNow } from './segment-members.ts';
import { walkKind } from './trigger-events.ts';

/** Bounds how long a transaction holds the writer. */
const pagePeople = 200;
const segmentRows = 500;

type Page = { found: Inbound[]; through: number };

/**
 * Backfills come first, then other triggers. The walk's position and the runs of a page are one transaction,
 * so that a crash neither skips nor repeats a person. Returns whether there was a page.
 */
export async function walkPage(engine: Engine, job: Job): Promise<boolean> {
  const { workflowWalks } = engine.store.forOrganization(job.organization);
  const backfilling = await workflowWalks.backfilling();
  if (backfilling !== undefined) {
    return await onWorkflow(engine, job, backfilling, (scene) => backfillPage(scene));
  }
  const first = await workflowWalks.first();
  if (!first || first.dueAt > engine.world.clock.now()) return false;
  return await onWorkflow(engine, job, first.workflow, (scene) => triggerPage(scene));
}

type Scene = {
  engine: Engine;
  locked: LockedWorkflows;
  store: OrganizationStore;
  workflow: WorkflowRecord;
  definition: Definition;
  now: number;
};

async function onWorkflow(
  engine: Engine,
  job: Job,
  key: number,
  work: (scene: Scene) => Promise<void>,
): Promise<boolean> {
  return await withWorkflows(engine, job, async (locked) => {
    const { store } = locked;
    const workflow = await store.workflows.holdKey(key);
    if (workflow?.status !== 'ACTIVE' || workflow.version === null) return true;
    const version = await frozenVersion(engine, store, key, workflow.version);
    if (!version) throw new Error('an active workflow follows a version that is gone');
    const { definition } = version;
    await work({ engine, locked, store, workflow, definition, now: engine.world.clock.now() });
    return true;
  });
}

async function backfillPage({ engine, locked, store, workflow, definition, now }: Scene): Promise<void> {
  const { backfill } = workflow;
  if (backfill === null) return;
  const terms = await backfillTerms(store, definition, backfill.rule);
  const page = await peopleIn(store, terms, backfill, now);
  const left = { ...backfill, through: page.through, begun: backfill.begun + page.keys.length };
  // Before routing, which may pause the workflow.
  await store.workflows.update({ ...workflow, backfill: page.through >= backfill.until ? null : left });
  await routeTriggerEvents(engine, locked, createTriggerEvents(workflow, page.keys, now, { type: 'MANUAL' }));
}

/** Audience of a backfill: ACTIVE people who match the trigger's present state, its filter and the given rule. */
export async function backfillTerms(
  store: OrganizationStore,
  { trigger }: Definition,
  asked: Rule | null,
): Promise<AudienceTerms> {
  const rules: Rule[] = [{ field: 'status', operator: 'eq', value: 'ACTIVE' }];
  if (trigger.type === 'TAG_ADDED') rules.push({ field: 'tags', operator: 'eq', value: trigger.tag });
  if (trigger.filter !== null) rules.push(trigger.filter);
  if (asked !== null) rules.push(asked);
  const segmentId = trigger.type === 'SEGMENT_ENTERED' ? trigger.segment : null;
  return await resolveAudience(store, { ...allActive, segmentId, filter: { and: rules } });
}

async function triggerPage(scene: Scene): Promise<void> {
  const { engine, locked, store, workflow, definition, now } = scene;
  const { trigger } = definition;
  const kept = await store.workflowWalks.of(workflow.key);
  if (!kept || kept.dueAt > now) return;
  if (!isWalked(trigger)) return await store.workflowWalks.remove(workflow.key);
  const walk =
    kept.until === null ? begunWalk(trigger, kept, await store.recipients.newestSubscriber(), now) : kept;
  if (trigger.type === 'SEGMENT_ENTERED') return await segmentPage(scene, trigger, walk);
  const page =
    trigger.type === 'DATE' ? await datePage(scene, trigger, walk) : await schedulePage(scene, walk);
  await keepWalk(scene, trigger, walk, page.through);
  await routeTriggerEvents(engine, locked, page.found);
}

async function keepWalk(
  { store, now }: Scene,
  trigger: Parameters<typeof endedWalk>[0],
  walk: Walk,
  through: number,
): Promise<void> {
  const moved = { ...walk, through };
  await store.workflowWalks.save(through >= (walk.until ?? 0) ? endedWalk(trigger, moved, now) : moved);
}

async function segmentPage(
  scene: Scene,
  trigger: Parameters<typeof segmentNow>[1],
  kept: Walk,
): Promise<void> {
  const { engine, locked, store, workflow, now } = scene;
  const segment = await segmentNow(store, trigger);
  const isSame = segment.seen === kept.seen;
  // The rule changed, so the present members must not count as new.
  const walk = isSame
    ? kept
    : {
        ...kept,
        through: 0,
        until: await store.recipients.newestSubscriber(),
        seen: segment.seen,
        baseline: true,
      };
  if (!isSame) await saveListens(store, workflow);
  const { rows, octets } = calculateSliceSize(segment.terms);
  const until = walk.until ?? 0;
  const stretch = { rows: Math.min(rows, segmentRows), octets };
  const upTo = (await store.recipients.sliceEnd(walk.through, until, stretch)) ?? until;
  const entered = await noteMembers(store, workflow.key, segment, { above: walk.through, upTo }, now);
  await keepWalk(scene, trigger, walk, upTo);
  if (walk.baseline) return;
  const type = { type: 'SEGMENT_ENTERED', segment: trigger.segment };
  await routeTriggerEvents(engine, locked, createTriggerEvents(workflow, entered, now, type));
}

async function datePage(
  { engine, store, workflow, definition, now }: Scene,
  trigger: Extract<Definition['trigger'], { type: 'DATE' }>,
  walk: Walk,
): Promise<Page> {
  const at = walk.at ?? now;
  const stretch = { through: walk.through, until: walk.until ?? 0 };
  const { keys, through } = await peopleWithDates(store, trigger, { since: walk.since, upTo: at }, stretch);
  const people = await readPeople(store.queries, store.organization, keys, 'look');
  const timezone =
    definition.timezone ?? (await engine.store.organizations.byKey(store.organization))?.timezone ?? 'UTC';
  const found = keys.flatMap((key): Inbound[] => {
    const person = people.get(key);
    const value = person?.attributes[trigger.attribute];
    const date = dateBetween(trigger, value, person?.timezone ?? timezone, walk.since, at);
    return date === null ? [] : createTriggerEvents(workflow, [key], now, { type: 'DATE' }, date);
  });
  return { found, through };
}

/** Returns the next people behind a key whose attribute may hold a date that lets them in between two instants. */
export async function peopleWithDates(
  { recipients, workflowWalks }: OrganizationStore,
  trigger: Extract<Definition['trigger'], { type: 'DATE' }>,
  { since, upTo: at }: { since: number; upTo: number },
  { through: above, until }: { through: number; until: number },
): Promise<{ keys: number[]; through: number }> {
  const stretch = { rows: datesLookedAt, octets: datesOctets };
  const upTo = (await recipients.sliceEnd(above, until, stretch)) ?? until;
  const wanted = { attribute: trigger.attribute, ...datesBetween(trigger, since, at) };
  const keys = await workflowWalks.withDates(wanted, { above, upTo }, pagePeople);
  return { keys, through: keys.length < pagePeople ? upTo : keys.at(-1)! };
}

/** Limits per statement: subscribers, and octets of their attributes. */
const datesLookedAt = 2_000;
const datesOctets = 1024 * 1024;

async function schedulePage({ store, workflow, definition, now }: Scene, walk: Walk): Promise<Page> {
  const terms = await scheduleTerms(store, definition.trigger.filter);
  const page = await peopleIn(store, terms, { through: walk.through, until: walk.until ?? 0 }, now);
  const found = createTriggerEvents(workflow, page.keys, now, { type: 'SCHEDULE' }, String(walk.at));
  return { found, through: page.through };
}

/** Returns the people that a schedule lets in each time. */
export async function scheduleTerms(store: OrganizationStore, filter: Rule | null): Promise<AudienceTerms> {
  const rule = { and: activeUnlessAsked(filter === null ? [] : [filter]) };
  return await resolveAudience(store, { ...allActive, filter: rule });
}

export async function peopleIn(
  { recipients, audiences }: OrganizationStore,
  terms: AudienceTerms,
  { through: above, until }: { through: number; until: number },
  now: number,
): Promise<{ keys: number[]; through: number }> {
  const upTo = (await recipients.sliceEnd(above, until, calculateSliceSize(terms))) ?? until;
  const keys = await audiences.among(terms, { above, upTo }, now, pagePeople);
  return { keys, through: keys.length < pagePeople ? upTo : keys.at(-1)! };
}

/** @param occurrence distinguishes repeated admissions of the same person */
function createTriggerEvents(
  { key: workflow }: WorkflowRecord,
  subscribers: readonly number[],
  at: number,
  type: Readonly<Record<string, unknown>>,
  occurrence?: string,
): Inbound[] {
  return subscribers.map((subscriber) => ({
    kind: walkKind,
    subscriber,
    at,
    data: {
      workflow,
      ...type,
      ...(occurrence === undefined ? {} : { eventId: `${subscriber}@${occurrence}` }),
    },
    starts: true,
    cause: null,
    assistant: null,
    chain: null,
  }));
}
