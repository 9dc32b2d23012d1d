import { isFields } from '../../text/fields.ts';
import {
  type Connection,
  type ConnectionType,
  type StepType,
  waysOut,
  workflowLimits,
} from '../definition.ts';
import { type DraftStep, readDraft } from './draft-step.ts';
import { GivenFields, near, type Reading } from './given-fields.ts';
import { type DraftGraph, nameSteps } from './nested-steps.ts';

const connectionsMax = workflowLimits.stepsMax * (workflowLimits.casesMax + 1);

/** Reads a flat list of steps with connections. Runs begin at the first step. */
export function readFlatSteps(reading: Reading, given: readonly unknown[], connections: unknown): DraftGraph {
  const { faults } = reading;
  const steps: DraftStep[] = [];
  let whole = true;
  for (const [index, one] of given.slice(0, workflowLimits.stepsMax).entries()) {
    const step = readDraft(reading, one, ['steps', index], false);
    if (step === null || step.type === null) whole = false;
    if (step === null) continue;
    refuseNestedCases(step);
    if (!step.given.has('key')) {
      step.given.fault('key', 'is required beside connections, which name steps by it', 'required');
      whole = false;
    } else if (step.key === '') {
      whole = false;
    }
    steps.push(step);
  }
  if (given.length > workflowLimits.stepsMax) {
    const path = ['steps', workflowLimits.stepsMax];
    faults.add(path, `is one step too many: a workflow has at most ${workflowLimits.stepsMax}`);
    whole = false;
  }
  nameSteps(steps);
  if (!Array.isArray(connections) || connections.length > connectionsMax) {
    const wanted = `must be a list of {from, to, type}, at most ${connectionsMax.toLocaleString('en')}`;
    faults.add(['connections'], wanted);
    return { steps, connections: [], whole: false };
  }
  const read: Connection[] = [];
  const seen = new Set<string>();
  const byKey = new Map(steps.map((step) => [step.key, step]));
  for (const [index, one] of connections.entries()) {
    const connection = readConnection(reading, byKey, one, index, seen);
    if (connection === null) whole = false;
    else read.push(connection);
  }
  return { steps, connections: read, whole };
}

function refuseNestedCases({ type, config }: DraftStep): void {
  const cases = type === 'branch' ? config.value('cases') : null;
  if (!Array.isArray(cases)) return;
  for (const [index, one] of cases.slice(0, workflowLimits.casesMax).entries()) {
    if (!isFields(one) || one.steps == null) continue;
    config.fault(
      ['cases', index, 'steps'],
      'cannot stand beside connections; leave connections out to nest steps',
    );
  }
}

function readConnection(
  reading: Reading,
  byKey: ReadonlyMap<string, DraftStep>,
  given: unknown,
  index: number,
  seen: Set<string>,
): Connection | null {
  const path = ['connections', index];
  if (!isFields(given)) {
    reading.faults.add(path, 'must be an object {from, to, type}');
    return null;
  }
  const plain = new GivenFields(reading, given, path);
  const from = byKey.get(readEnd(plain, byKey, 'from') ?? '');
  const fields = new GivenFields(reading, given, path, from ?? null);
  fields.only(['from', 'to', 'type'], 'a connection');
  const to = readEnd(fields, byKey, 'to');
  if (from === undefined || to === null) return null;
  const type = readWay(fields, from);
  if (type === null) return null;
  // Unambiguous, because keys contain no spaces.
  const way = `${from.key} ${type}`;
  if (seen.has(way)) {
    fields.fault('type', `is a second ${type} from ${from.key}: each way leads to one step`);
    return null;
  }
  seen.add(way);
  return { from: from.key, to, type };
}

function readEnd(
  fields: GivenFields,
  byKey: ReadonlyMap<string, DraftStep>,
  name: 'from' | 'to',
): string | null {
  if (!fields.required(name, 'the key of a step')) return null;
  const key = fields.value(name);
  if (typeof key === 'string' && byKey.has(key)) return key;
  const repair =
    key === 'trigger' ? '; a run begins at the first step of the list' : near(key, [...byKey.keys()]);
  fields.fault(name, `is not the key of a step${repair}`);
  return null;
}

function readWay(fields: GivenFields, from: DraftStep): ConnectionType | null {
  if (from.type === null) return null;
  const ways = waysOfDraft(from, from.type);
  if (from.type === 'exit') {
    fields.fault('from', 'is an exit, which ends the run: nothing comes after it');
    return null;
  }
  // The unreadable cases or percentages already have a fault.
  if (ways === null) return null;
  const given = fields.value('type') ?? 'default';
  const way = ways.find((one) => one === given);
  if (way === undefined) {
    fields.fault(
      'type',
      `must be one of ${ways.join(', ')}: those are the ways out of ${from.key}${near(given, ways)}`,
    );
  }
  return way ?? null;
}

function waysOfDraft({ config }: DraftStep, type: StepType): ConnectionType[] | null {
  if (type !== 'branch' && type !== 'ab_split') return waysOut({ key: '', type, config: {} } as never);
  const parts = config.value(type === 'branch' ? 'cases' : 'percent');
  if (!Array.isArray(parts) || parts.length > workflowLimits.casesMax) return null;
  return waysOut({
    key: '',
    type,
    config: type === 'branch' ? { cases: parts } : { percent: parts },
  } as never);
}
