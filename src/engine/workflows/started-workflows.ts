import { quoted } from '../../model/text/quoted.ts';
import type { Definition, Step } from '../../model/workflow/definition.ts';
import { workflowLimits } from '../../model/workflow/definition.ts';
import type { ListenedKind } from '../../model/workflow/facts-needed.ts';
import { workflowListeners } from '../../store/records/workflows/workflow-inbox.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { frozenVersion } from '../workflow-runs/frozen-versions.ts';

export type StartedWorkflow = { key: number; id: string; name: string; version: number; subjects: string[] };

/** Finds active workflows that these steps can start, also indirectly, because an approval covers them. */
export async function startedWorkflows(
  engine: Engine,
  store: OrganizationStore,
  key: number,
  definitions: readonly Definition[],
): Promise<StartedWorkflow[]> {
  const listeners = await workflowListeners(store.queries, store.organization);
  const seen = new Set([key]);
  const started: StartedWorkflow[] = [];
  let starting = [...definitions];
  for (let depth = 0; depth < workflowLimits.depthMax && starting.length > 0; depth += 1) {
    const steps = starting.flatMap((one) => one.steps);
    const listening = new Set(
      steps.flatMap((step) => kindsOf(step).flatMap((kind) => listeners.get(kind) ?? [])),
    );
    const tags = await tagsChangedBy(store, steps);
    starting = [];
    for (const { key: other, id, name, status, version } of (
      await store.workflows.byKeys([...listening])
    ).values()) {
      if (status !== 'ACTIVE' || version === null || seen.has(other)) continue;
      const frozen = await frozenVersion(engine, store, other, version);
      if (!frozen || !(await canStart(store, frozen.definition, steps, tags))) continue;
      seen.add(other);
      starting.push(frozen.definition);
      const subjects = [...frozen.drafts.values()].map(({ subject }) => subject);
      if (subjects.length > 0) started.push({ key: other, id, name, version, subjects });
    }
  }
  return started;
}

const namedMax = 5;
const quotedMax = 40;

export function startedSentences(started: readonly StartedWorkflow[]): string[] {
  if (started.length === 0) return [];
  const named = started.slice(0, namedMax).map(({ name, subjects }) => {
    const mails = subjects.slice(0, namedMax).map((subject) => quoted(subject, quotedMax));
    return `${quoted(name, quotedMax)} (${[...mails, ...moreThan(subjects)].join(', ')})`;
  });
  return [
    `Its steps can start other workflows, which also mail these people: ${[...named, ...moreThan(started)].join(', ')}`,
  ];
}

function moreThan({ length }: readonly unknown[]): string[] {
  return length > namedMax ? [`and ${length - namedMax} more`] : [];
}

function kindsOf(step: Step): ListenedKind[] {
  switch (step.type) {
    case 'add_tag':
      return ['tag.added'];
    case 'remove_tag':
      return ['tag.removed'];
    case 'track_event':
      return [`event:${step.config.name}`];
    case 'update_subscriber':
      return ['subscriber.updated'];
    case 'unsubscribe':
      return ['subscriber.updated', 'subscriber.left'];
    default:
      return [];
  }
}

/** Assumes that a segment trigger can always start. */
async function canStart(
  store: OrganizationStore,
  { trigger }: Definition,
  steps: readonly Step[],
  tags: Readonly<Record<'add_tag' | 'remove_tag', ReadonlySet<string>>>,
): Promise<boolean> {
  switch (trigger.type) {
    case 'TAG_ADDED':
      return tags.add_tag.has(await tagKey(store, trigger.tag));
    case 'TAG_REMOVED':
      return tags.remove_tag.has(await tagKey(store, trigger.tag));
    case 'EVENT':
      return steps.some((step) => step.type === 'track_event' && step.config.name === trigger.name);
    case 'SUBSCRIBER_UPDATED':
      return steps.some(({ type }) => type === 'update_subscriber');
    case 'SEGMENT_ENTERED':
      return true;
    default:
      return false;
  }
}

async function tagsChangedBy(store: OrganizationStore, steps: readonly Step[]) {
  const tags = { add_tag: new Set<string>(), remove_tag: new Set<string>() };
  for (const step of steps) {
    if (step.type === 'add_tag' || step.type === 'remove_tag')
      tags[step.type].add(await tagKey(store, step.config.tag));
  }
  return tags;
}

/** Definitions name a tag by id or name. */
async function tagKey({ tags }: OrganizationStore, idOrName: string): Promise<string> {
  return (await tags.find(idOrName))?.id ?? idOrName.toLowerCase();
}
