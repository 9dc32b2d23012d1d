import { attributeLimits, subscriberFields } from '../../subscriber/subscriber.ts';
import { isFields } from '../../text/fields.ts';
import { TimeZoneInput } from '../../time-zone.ts';
import { readEndpointUrl } from '../../webhook/endpoint-url.ts';
import { type StepConfigs, type StepType, type TriggerType, workflowLimits } from '../definition.ts';
import { readFreeFields, textsIn } from './free-fields.ts';
import type { GivenFields } from './given-fields.ts';
import { mailFields, readMail } from './mail.ts';
import { mergeFieldFaults } from './merge-fields.ts';
import { hasProperties, triggerPrefix } from './rule-language.ts';
import { readUntil } from './times.ts';

export type StepTerms = {
  trigger: TriggerType | null;
  allowPrivate: boolean;
  ownHost: string;
};

/** Excludes the address and the external id, which may belong to another person. */
const personFields = ['firstName', 'lastName', 'timezone', 'locale'] as const;
const propertyLimits = { keysMax: 100, bytesMax: 16 * 1024 };
const percentMin = 1;

export const fieldsOfType: Readonly<Record<StepType, readonly string[]>> = {
  send_email: mailFields,
  delay: ['duration', 'until', 'at', 'days', 'past'],
  wait_for_event: ['name', 'timeout', 'filter', 'since'],
  condition: ['rule'],
  branch: ['cases'],
  ab_split: ['percent'],
  update_subscriber: ['fields', 'attributes'],
  add_tag: ['tag'],
  remove_tag: ['tag'],
  track_event: ['name', 'properties'],
  webhook: ['url', 'data'],
  unsubscribe: [],
  exit: ['reason'],
};

type Readers = { [Type in StepType]: (fields: GivenFields, terms: StepTerms) => StepConfigs[Type] };

const readers: Readers = {
  send_email: (fields, { trigger }) => readMail(fields, trigger),
  delay: readDelay,
  wait_for_event: (fields) => ({
    name: fields.eventName(),
    timeout: fields.required('timeout', 'how long to wait, such as 7 days')
      ? (fields.duration('timeout') ?? '')
      : '',
    filter: fields.rule('filter', 'wait'),
    since: fields.choice('since', ['run', 'now'], 'run'),
  }),
  condition: (fields) => ({ rule: readRequiredRule(fields) }),
  branch: readBranch,
  ab_split: readSplit,
  update_subscriber: readUpdate,
  add_tag: (fields) => ({ tag: fields.tag() }),
  remove_tag: (fields) => ({ tag: fields.tag() }),
  track_event: (fields, terms) => ({
    name: fields.eventName(),
    properties: readFilledFields(fields, 'properties', propertyLimits, terms),
  }),
  webhook: (fields, terms) => ({
    url: readUrl(fields, terms),
    data: readFilledFields(fields, 'data', propertyLimits, terms),
  }),
  unsubscribe: () => ({}),
  exit: (fields) => ({ reason: fields.line('reason') }),
};

export function readStepConfig<Type extends StepType>(
  type: Type,
  fields: GivenFields,
  terms: StepTerms,
): StepConfigs[Type] {
  return readers[type](fields, terms);
}

/** Placeholder; a definition with a fault is never used. */
const noRule = { and: [] };

function readRequiredRule(fields: GivenFields): StepConfigs['condition']['rule'] {
  const example = 'such as {field: "attributes.plan", operator: "eq", value: "pro"}';
  return fields.required('rule', example) ? (fields.rule('rule', 'step') ?? noRule) : noRule;
}

function readDelay(fields: GivenFields, { trigger }: StepTerms): StepConfigs['delay'] {
  const delay: StepConfigs['delay'] = {
    duration: fields.duration('duration'),
    until: fields.line('until'),
    at: fields.timeOfDay('at'),
    days: fields.days('days'),
    past: fields.choice('past', ['continue', 'exit'], 'continue'),
  };
  if (!['duration', 'until', 'at', 'days'].some((name) => fields.has(name))) {
    fields.fault('duration', 'is required, or until, or at: such as 3 days', 'required');
  }
  if (fields.has('duration') && fields.has('until')) {
    fields.fault('until', 'cannot stand beside duration; use two delays, or one of the two');
  }
  if (fields.has('past') && !fields.has('until')) {
    fields.fault('past', 'says what happens when until is over; leave it out without until');
  }
  if (delay.until !== null) readEnd(fields, delay.until, trigger);
  return delay;
}

function readEnd(fields: GivenFields, text: string, trigger: TriggerType | null): void {
  const until = readUntil(text);
  if (until === null) {
    fields.fault(
      'until',
      'must be an ISO date such as 2026-12-24, an instant such as 2026-12-24T09:00:00Z, attributes.<name> or trigger.<property>',
    );
  } else if (until.kind === 'property' && trigger !== null && !hasProperties(trigger)) {
    fields.fault('until', `${triggerPrefix}<property> needs a trigger of type EVENT or MANUAL`);
  }
}

function readBranch(fields: GivenFields): StepConfigs['branch'] {
  const { casesMax } = workflowLimits;
  const wanted = `1 to ${casesMax} cases, each {rule, steps}`;
  if (!fields.required('cases', wanted)) return { cases: [] };
  const given = fields.value('cases');
  if (!Array.isArray(given) || given.length === 0 || given.length > casesMax) {
    fields.fault('cases', `must be a list of ${wanted}`);
    return { cases: [] };
  }
  const names = new Set<string>();
  const cases = given.map((one: unknown, index) => {
    if (!isFields(one)) {
      fields.fault(['cases', index], 'must be an object {rule, steps}');
      return { name: null, rule: noRule };
    }
    const inner = fields.within(one, 'cases', index);
    inner.only(['name', 'rule', 'steps'], 'a case');
    const name = inner.line('name', workflowLimits.keyLengthMax);
    if (name !== null && names.has(name)) inner.fault('name', 'is the name of another case of this branch');
    if (name !== null) names.add(name);
    return { name, rule: readRequiredRule(inner) };
  });
  return { cases };
}

function readSplit(fields: GivenFields): StepConfigs['ab_split'] {
  const { splitsMax } = workflowLimits;
  const wanted = `2 to ${splitsMax} shares in percent, such as [50, 50]`;
  if (!fields.required('percent', wanted)) return { percent: [] };
  const given = fields.value('percent');
  if (!Array.isArray(given) || given.length < 2 || given.length > splitsMax) {
    fields.fault('percent', `must be a list of ${wanted}`);
    return { percent: [] };
  }
  const wrong = given.findIndex((share) => !Number.isInteger(share) || share < percentMin);
  if (wrong >= 0) {
    fields.fault(['percent', wrong], `must be a whole number of at least ${percentMin}`);
    return { percent: given.map(() => percentMin) };
  }
  const sum = given.reduce((all: number, share: number) => all + share, 0);
  if (sum !== 100) fields.fault('percent', `must make 100 together; they make ${sum.toLocaleString('en')}`);
  return { percent: given as number[] };
}

function readUpdate(fields: GivenFields, terms: StepTerms): StepConfigs['update_subscriber'] {
  const update = {
    fields: readPersonFields(fields, terms),
    attributes: readAttributes(fields, terms),
  };
  const isEmpty = Object.keys(update.fields).length === 0 && Object.keys(update.attributes).length === 0;
  const given = ['fields', 'attributes'].some((name) => fields.has(name));
  if (isEmpty && (!given || ['fields', 'attributes'].every((name) => isEmptyObject(fields.value(name))))) {
    fields.fault('attributes', 'is required, or fields: what changes, such as {plan: "pro"}', 'required');
  }
  return update;
}

function isEmptyObject(value: unknown): boolean {
  return value === undefined || (isFields(value) && Object.keys(value).length === 0);
}

function readPersonFields(fields: GivenFields, terms: StepTerms): Record<string, string | null> {
  const given = fields.value('fields');
  if (given === undefined) return {};
  if (!isFields(given)) {
    fields.fault('fields', `must be an object with ${personFields.join(', ')}`);
    return {};
  }
  const inner = fields.within(given, 'fields');
  inner.only(personFields, 'fields of update_subscriber');
  const read: Record<string, string | null> = {};
  for (const name of personFields) {
    if (!Object.hasOwn(given, name)) continue;
    const text = inner.line(name);
    read[name] = text;
    if (text === null) continue;
    if (text.includes('{{')) {
      for (const message of mergeFieldFaults(text, { ...terms, inMail: false })) inner.fault(name, message);
    } else if (name === 'timezone' && !TimeZoneInput.safeParse(text).success) {
      inner.fault(name, 'must be an IANA time zone, such as Europe/Lisbon, or a merge field');
    } else if (!subscriberFields[name].safeParse(text).success) {
      inner.fault(name, `cannot be the ${name} of a subscriber`);
    }
  }
  return read;
}

function readAttributes(
  fields: GivenFields,
  terms: StepTerms,
): StepConfigs['update_subscriber']['attributes'] {
  const read = readFilledFields(fields, 'attributes', attributeLimits, terms);
  for (const [name, value] of Object.entries(read)) {
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) continue;
    fields.fault(['attributes', name], 'must be text, a number, true, false, or null to remove it');
  }
  return read as StepConfigs['update_subscriber']['attributes'];
}

function readFilledFields(
  fields: GivenFields,
  name: string,
  limits: { keysMax: number; bytesMax: number },
  { trigger }: StepTerms,
): Record<string, unknown> {
  const read = readFreeFields(fields, name, limits);
  for (const text of textsIn(read)) {
    for (const message of mergeFieldFaults(text, { trigger, inMail: false })) fields.fault(name, message);
  }
  return read;
}

function readUrl(fields: GivenFields, terms: StepTerms): string {
  if (!fields.required('url', 'where the POST goes, such as https://crm.acme.dev/hook')) return '';
  const given = fields.value('url');
  const url = typeof given === 'string' ? given : '';
  if (url.includes('{{') || url.includes('%7B%7B')) {
    fields.fault('url', 'must not hold merge fields, which could lead anywhere; put them into data');
    return '';
  }
  const read = readEndpointUrl(url, terms);
  if (!read.ok) fields.fault('url', read.message);
  return read.ok ? read.url : '';
}
