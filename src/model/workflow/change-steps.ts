import { didYouMean } from '../text/did-you-mean.ts';
import { type Fields, isFields } from '../text/fields.ts';
import type { Definition } from './definition.ts';
import { definitionAnswer } from './definition-answer.ts';
import { type DefinitionRead, type DefinitionTerms, readDefinition } from './read-definition.ts';
import { type DefinitionFault, FaultList } from './reading/faults.ts';

const bodyKinds = ['html', 'markdown', 'tiptap'];
const contentFields = ['subject', 'preview', ...bodyKinds];
/** A step has either a template or content of its own. */
const templateFields = ['template', 'variables'];
/** Fields that place a step in the workflow and do not configure it. */
const placing = ['yes', 'no', 'received', 'timed_out', 'else', 'a', 'b', 'c', 'd', 'e', 'goto', 'steps'];

/**
 * Applies a request to a definition. A missing setting is kept, null resets it. `steps` replaces all steps,
 * `connections` reconnects them, and `changes` patches fields by key.
 */
export function changeDefinition(known: Definition, given: Fields, terms: DefinitionTerms): DefinitionRead {
  const { changes, ...settings } = given;
  const changed: Fields = { ...definitionAnswer(known) };
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) changed[name] = value;
  if (settings.steps != null && settings.connections == null) delete changed.connections;
  if (changes == null) return readDefinition(changed, terms);
  if (settings.steps == null && settings.connections == null) {
    return changeSteps(known, changes, terms, settings);
  }
  const faults = new FaultList();
  faults.add(['changes'], 'cannot stand beside steps or connections; give one of them');
  return { ok: false, faults: faults.list() };
}

/** Null removes a field; a new body replaces a body of any kind. @param settings other settings of the request */
export function changeSteps(
  known: Definition,
  changes: unknown,
  terms: DefinitionTerms,
  settings: Fields = {},
): DefinitionRead {
  const faults = new FaultList();
  const answer = definitionAnswer(known);
  if (!isFields(changes)) {
    faults.add(['changes'], 'must be an object {key: {fields that change}}');
    return { ok: false, faults: faults.list() };
  }
  const byKey = new Map(answer.steps.map((step) => [step.key, step]));
  for (const [key, change] of Object.entries(changes).slice(0, answer.steps.length + 1)) {
    const step = byKey.get(key);
    const path = ['changes', key];
    if (step === undefined) {
      const meant = didYouMean(key, byKey.keys());
      faults.add(path, `is not the key of a step${meant ? `; did you mean ${meant}?` : ''}`);
    } else if (!isFields(change)) {
      faults.add(path, 'must be an object of fields; to remove a step, give all steps', { key });
    } else {
      const fields = changeOf(step, change, path, faults);
      step.config = changedConfig(step.config, fields);
    }
  }
  if (!faults.isEmpty) return { ok: false, faults: faults.list() };
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const read = readDefinition({ ...answer, ...given }, terms);
  if (read.ok) return read;
  const paths = answer.steps.map(({ key }) => (Object.hasOwn(changes, key) ? `changes.${key}` : null));
  return { ok: false, faults: read.faults.map((fault) => ({ ...fault, path: changedPath(fault, paths) })) };
}

function changeOf(
  step: { key: string; type: string },
  change: Fields,
  path: readonly string[],
  faults: FaultList,
): Fields {
  const { key, type, config, ...fields } = change;
  if (key != null && key !== step.key) {
    faults.add([...path, 'key'], 'cannot change; give all steps to rename one', step);
  }
  if (type != null && type !== step.type) {
    faults.add([...path, 'type'], 'cannot change; give all steps to put another in its place', step);
  }
  if (config != null && !isFields(config)) faults.add([...path, 'config'], 'must be an object', step);
  for (const name of placing) {
    if (!Object.hasOwn(fields, name)) continue;
    faults.add([...path, name], 'cannot change alone; give all steps to move them', step, 'unknown_field');
  }
  return { ...fields, ...(isFields(config) && config) };
}

function changedConfig(config: Fields, change: Fields): Fields {
  const changed = { ...config };
  if (bodyKinds.some((kind) => change[kind] != null)) {
    for (const name of [...bodyKinds, ...templateFields]) delete changed[name];
  }
  if (change.template != null) for (const name of contentFields) delete changed[name];
  // `past` has no meaning without `until`.
  if (change.until === null) delete changed.past;
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete changed[name];
    else if (value !== undefined) changed[name] = value;
  }
  return changed;
}

const stepPath = /^steps\[(\d+)\](?:\.config)?/;

/** Translates the path of a fault in the resulting definition to the path in the request. */
function changedPath({ path }: DefinitionFault, paths: readonly (string | null)[]): string {
  const index = stepPath.exec(path)?.[1];
  const changed = index === undefined ? null : (paths[Number(index)] ?? null);
  return changed === null ? path : path.replace(stepPath, () => changed);
}
