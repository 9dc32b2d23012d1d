import { isFields } from '../text/fields.ts';
import {
  type Connection,
  type Definition,
  exitReasons,
  type MailsMax,
  type QuietHours,
  type Reentry,
  type Step,
  type Trigger,
  waysOut,
  weekdays,
  workflowLimits,
} from './definition.ts';
import type { DraftStep } from './reading/draft-step.ts';
import { type DefinitionFault, FaultList } from './reading/faults.ts';
import { readFlatSteps } from './reading/flat-steps.ts';
import { GivenFields, near, type Reading } from './reading/given-fields.ts';
import { addGraphFaults, addMailFaults } from './reading/graph-faults.ts';
import { type DraftGraph, readNestedSteps } from './reading/nested-steps.ts';
import { propertyAsked } from './reading/rule-language.ts';
import { readStepConfig, type StepTerms } from './reading/step-config.ts';
import { readTrigger } from './reading/trigger.ts';

export type { DefinitionFault } from './reading/faults.ts';

export const definitionFieldNames = [
  'trigger',
  'reentry',
  'exitOn',
  'goal',
  'quietHours',
  'mailsMax',
  'timezone',
  'steps',
  'connections',
] as const;

export type DefinitionTerms = {
  /** For webhook URLs; see `readEndpointUrl`. */
  allowPrivate: boolean;
  ownHost: string;
  timezone: string;
};

export type DefinitionRead =
  | { ok: true; definition: Definition }
  | { ok: false; faults: readonly DefinitionFault[] };

const mailsCountMax = 1_000;
const eventPrefix = 'event.';

/**
 * Parses nested lists of steps or, with `connections`, one flat list, in linear time and memory. A step's
 * fields may stand next to its type or in `config`. Every fault names its step and a fix.
 */
export function readDefinition(given: unknown, terms: DefinitionTerms): DefinitionRead {
  const reading: Reading = { faults: new FaultList(), rules: [], trigger: null };
  const { faults } = reading;
  if (!isFields(given)) {
    faults.add([], 'must be an object {trigger, steps}');
    return { ok: false, faults: faults.list() };
  }
  const fields = new GivenFields(reading, given, []);
  fields.only(definitionFieldNames, 'a workflow');
  const timezone = fields.zone('timezone');
  const trigger = readTrigger(reading, fields.value('trigger'), timezone ?? terms.timezone);
  const settings = {
    trigger,
    reentry: readReentry(fields, reading, trigger),
    exitOn: readExitOn(fields),
    goal: fields.rule('goal', 'goal'),
    quietHours: readQuietHours(fields),
    mailsMax: readMailsMax(fields),
    timezone,
  };
  const graph = readGraph(reading, fields);
  refuseDoubleKeys(faults, graph);
  const steps = graph.steps.flatMap((draft) => readStep(draft, { ...terms, trigger: reading.trigger }));
  const definition: Definition = {
    ...settings,
    start: steps[0]?.key ?? null,
    steps,
    connections: inOrder(steps, graph.connections),
  };
  if (graph.whole && steps.length === graph.steps.length) {
    const written = new Map(graph.steps.map((step) => [step.key, { path: step.path, step }]));
    addGraphFaults(faults, definition, written);
    addMailFaults(faults, definition, reading.rules);
  }
  if (faults.isEmpty && bytesOf(definition) > workflowLimits.bytesMax) {
    const allowed = workflowLimits.bytesMax.toLocaleString('en');
    faults.add(
      ['steps'],
      `must have at most ${allowed} bytes as JSON without the content of mails; use fewer or shorter steps`,
    );
  }
  if (faults.isEmpty && bodyBytesOf(definition) > workflowLimits.bodyBytesMax) {
    const allowed = workflowLimits.bodyBytesMax.toLocaleString('en');
    faults.add(['steps'], `must have mails of at most ${allowed} bytes together; use shorter ones`);
  }
  return faults.isEmpty ? { ok: true, definition } : { ok: false, faults: faults.list() };
}

/** Mail bodies count against their own limit. */
function bytesOf(definition: Definition): number {
  const steps = definition.steps.map((step) =>
    step.type === 'send_email' ? { ...step, config: { ...step.config, body: null } } : step,
  );
  return Buffer.byteLength(JSON.stringify({ ...definition, steps }));
}

function bodyBytesOf({ steps }: Definition): number {
  return steps.reduce(
    (bytes, step) => bytes + (step.type === 'send_email' ? Buffer.byteLength(step.config.body.source) : 0),
    0,
  );
}

function readReentry(fields: GivenFields, { trigger: type }: Reading, trigger: Trigger): Reentry {
  const given = fields.value('reentry');
  // Yearly dates and schedules recur, so they enter every time by default.
  const again = trigger.type === 'SCHEDULE' || (trigger.type === 'DATE' && trigger.yearly);
  const usual = again ? 'EVERY_TIME' : 'ONCE';
  if (given === undefined) return usual;
  if (typeof given === 'string') {
    const word = given.toUpperCase();
    if (word === 'ONCE' || word === 'EVERY_TIME') return word;
    const name = given.startsWith(eventPrefix) ? given.slice(eventPrefix.length) : '';
    if (trigger.type === 'EVENT' && name !== '' && name === trigger.name) {
      fields.fault(
        'reentry',
        `names the event itself: after event. goes one of its properties, such as event.order_id`,
      );
      return usual;
    }
    if (propertyAsked(`trigger.${name}`) !== null) {
      if (type !== null && type !== 'EVENT') {
        fields.fault('reentry', 'needs a trigger of type EVENT: what starts this workflow has no properties');
      }
      return given as Reentry;
    }
  }
  const words = ['ONCE', 'EVERY_TIME', 'event.<property>'];
  const example = `the property being one of the event that starts it, such as event.order_id`;
  fields.fault('reentry', `must be one of ${words.join(', ')}, ${example}${near(given, words)}`);
  return usual;
}

function readExitOn(fields: GivenFields): Definition['exitOn'] {
  const given = fields.value('exitOn');
  if (given === undefined) return [...exitReasons];
  if (!Array.isArray(given) || given.length > exitReasons.length) {
    fields.fault('exitOn', `must be a list of ${exitReasons.join(', ')}; empty for none`);
    return [];
  }
  for (const [index, reason] of given.entries()) {
    if ((exitReasons as readonly unknown[]).includes(reason)) continue;
    fields.fault(['exitOn', index], `must be one of ${exitReasons.join(', ')}${near(reason, exitReasons)}`);
  }
  return exitReasons.filter((reason) => given.includes(reason));
}

function readQuietHours(fields: GivenFields): QuietHours | null {
  const given = fields.value('quietHours');
  if (given === undefined) return null;
  if (!isFields(given)) {
    fields.fault('quietHours', 'must be an object {from, to, days}, such as {from: "21:00", to: "08:00"}');
    return null;
  }
  const inner = fields.within(given, 'quietHours');
  inner.only(['from', 'to', 'days'], 'quietHours');
  const from = inner.required('from', 'a time such as 21:00') ? inner.timeOfDay('from') : null;
  const to = inner.required('to', 'a time such as 08:00') ? inner.timeOfDay('to') : null;
  if (from !== null && from === to) {
    inner.fault('to', 'must differ from from: else no mail could ever be sent');
  }
  const days = inner.days('days');
  return { from: from ?? '', to: to ?? '', days: inner.has('days') ? days : [...weekdays] };
}

function readMailsMax(fields: GivenFields): MailsMax | null {
  const given = fields.value('mailsMax');
  if (given === undefined) return null;
  if (!isFields(given)) {
    fields.fault('mailsMax', 'must be an object {count, per}, such as {count: 3, per: "7 days"}');
    return null;
  }
  const inner = fields.within(given, 'mailsMax');
  inner.only(['count', 'per'], 'mailsMax');
  const count = inner.required('count', 'how many mails a person gets')
    ? inner.integer('count', 1, mailsCountMax)
    : 1;
  const per = inner.required('per', 'a duration such as 7 days') ? inner.duration('per') : null;
  return { count, per: per ?? '' };
}

function readGraph(reading: Reading, fields: GivenFields): DraftGraph {
  const steps = fields.value('steps') ?? [];
  if (!Array.isArray(steps)) {
    fields.fault('steps', 'must be a list of steps');
    return { steps: [], connections: [], whole: false };
  }
  const connections = fields.value('connections');
  return connections === undefined
    ? readNestedSteps(reading, steps)
    : readFlatSteps(reading, steps, connections);
}

/** With duplicate keys, connections are ambiguous, so the graph is not checked further. */
function refuseDoubleKeys(faults: FaultList, graph: DraftGraph): void {
  const seen = new Set<string>();
  for (const step of graph.steps) {
    if (seen.has(step.key)) {
      faults.add([...step.path, 'key'], 'is the key of another step too; each needs its own', step);
      graph.whole = false;
    }
    seen.add(step.key);
  }
}

function readStep(draft: DraftStep, terms: StepTerms): Step[] {
  const { key, type, config } = draft;
  if (type === null) return [];
  return [{ key, type, config: readStepConfig(type, config, terms) } as Step];
}

/** Orders connections by step and way out, so that equal definitions serialize to equal texts. */
function inOrder(steps: readonly Step[], connections: readonly Connection[]): Connection[] {
  const found = new Map(
    connections.map((connection) => [`${connection.from} ${connection.type}`, connection]),
  );
  return steps.flatMap((step) => waysOut(step).flatMap((type) => found.get(`${step.key} ${type}`) ?? []));
}
