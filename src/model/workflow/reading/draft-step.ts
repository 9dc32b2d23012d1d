import { isFields } from '../../text/fields.ts';
import { type ConnectionType, type StepType, stepTypes, workflowLimits } from '../definition.ts';
import type { Keyed, Path } from './faults.ts';
import { GivenFields, near, type Reading } from './given-fields.ts';
import { fieldsOfType } from './step-config.ts';

export type DraftStep = Keyed & {
  path: Path;
  type: StepType | null;
  given: GivenFields;
  config: GivenFields;
};

/** Nested lists of steps by type, with the way out that leads into each. */
export const listsOfType: Readonly<Partial<Record<StepType, Readonly<Record<string, ConnectionType>>>>> = {
  condition: { yes: 'condition_met', no: 'condition_not_met' },
  wait_for_event: { received: 'event_received', timed_out: 'timeout' },
  branch: { else: 'default' },
  ab_split: { a: 'case:1', b: 'case:2', c: 'case:3', d: 'case:4', e: 'case:5' },
};

const keyShape = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Reads the fields common to all steps. A missing key is empty until `nameSteps` runs. */
export function readDraft(reading: Reading, given: unknown, path: Path, nested: boolean): DraftStep | null {
  if (!isFields(given)) {
    reading.faults.add(path, 'must be an object {type, …}');
    return null;
  }
  const step: Keyed = { key: '' };
  const fields = new GivenFields(reading, given, path, step);
  step.key = readKey(fields);
  const type = readStepType(fields);
  const config = fields.value('config');
  const inConfig = isFields(config);
  if (config !== undefined && !inConfig) fields.fault('config', 'must be an object');
  const draft = { path, type, given: fields, config: inConfig ? fields.within(config, 'config') : fields };
  if (type !== null) refuseOthers(draft.given, draft.config, type, nested);
  return Object.assign(step, draft);
}

function readKey(fields: GivenFields): string {
  const value = fields.value('key');
  if (value === undefined) return '';
  if (typeof value === 'string' && value.length <= workflowLimits.keyLengthMax && keyShape.test(value)) {
    return value;
  }
  fields.fault(
    'key',
    `must be 1 to ${workflowLimits.keyLengthMax} of a-z, A-Z, 0-9, _ and -, beginning with a letter or digit`,
  );
  return '';
}

function readStepType(fields: GivenFields): StepType | null {
  if (!fields.required('type', `one of ${stepTypes.join(', ')}`)) return null;
  const given = fields.value('type');
  const type = stepTypes.find((one) => one === given);
  if (type !== undefined) return type;
  const repair =
    given === 'trigger'
      ? '; the trigger is a field of the workflow and no step'
      : near(given, [...stepTypes]);
  fields.fault('type', `must be one of ${stepTypes.join(', ')}${repair}`);
  return null;
}

function refuseOthers(given: GivenFields, config: GivenFields, type: StepType, nested: boolean): void {
  const lists = Object.keys(listsOfType[type] ?? {});
  const own = ['key', 'type', 'config', ...(nested ? [...(type === 'exit' ? [] : ['goto']), ...lists] : [])];
  const what = `a step of type ${type}`;
  const repairs = repairsFor(type, nested);
  if (config === given) {
    given.only([...fieldsOfType[type], ...own], what, repairs);
    return;
  }
  config.only(fieldsOfType[type], `the config of ${type}`, repairs);
  given.only(own, `${what} with config; put it into config`, repairs);
}

function repairsFor(type: StepType, nested: boolean): Record<string, string> {
  const repairs: Record<string, string> = {};
  for (const [owner, lists] of Object.entries(listsOfType)) {
    for (const name of Object.keys(lists)) repairs[name] = `it belongs to a ${owner}`;
  }
  repairs.goto = type === 'exit' ? 'an exit ends the run' : '';
  if (!nested) {
    for (const name of [...Object.keys(listsOfType[type] ?? {}), 'goto']) {
      repairs[name] = 'with connections the steps are a flat list; leave connections out to nest them';
    }
  }
  if (type === 'update_subscriber') {
    for (const name of ['firstName', 'lastName', 'timezone', 'locale']) {
      repairs[name] = `put it into fields: {"${name}": …}`;
    }
  }
  if (type === 'webhook') repairs.method = 'it is always a POST';
  return repairs;
}
