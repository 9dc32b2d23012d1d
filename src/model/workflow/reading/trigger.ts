import { idLengthMax } from '../../id.ts';
import { segmentNameLengthMax } from '../../segment/segment.ts';
import { fieldNameLengthMax } from '../../text/custom-attributes.ts';
import { isFields } from '../../text/fields.ts';
import { isLongerThan } from '../../text/text.ts';
import { type Trigger, type TriggerType, triggerTypes } from '../definition.ts';
import { cronFault } from './cron.ts';
import { GivenFields, near, type Reading } from './given-fields.ts';
import { readOffsetDays } from './times.ts';

const manual: Trigger = { type: 'MANUAL', filter: null };

export const changedFields = [
  'email',
  'firstName',
  'lastName',
  'externalId',
  'timezone',
  'locale',
  'status',
  'attributes',
] as const;
const changedFieldsMax = 50;
const attributePrefix = 'attributes.';

const fieldsOf: Readonly<Record<TriggerType, readonly string[]>> = {
  EVENT: ['name'],
  SUBSCRIBER_CREATED: [],
  SUBSCRIBER_UPDATED: ['fields'],
  TAG_ADDED: ['tag'],
  TAG_REMOVED: ['tag'],
  SEGMENT_ENTERED: ['segment'],
  EMAIL_OPENED: ['campaignId'],
  EMAIL_CLICKED: ['campaignId'],
  DATE: ['attribute', 'offset', 'at', 'yearly'],
  SCHEDULE: ['cron', 'timezone'],
  MANUAL: [],
};

/** @param timezone default for SCHEDULE: the workflow's zone, or the organization's */
export function readTrigger(reading: Reading, given: unknown, timezone: string): Trigger {
  const { faults } = reading;
  if (!isFields(given)) {
    const code = given == null ? 'required' : 'invalid';
    const message = given == null ? 'is required' : 'must be an object';
    faults.add(
      ['trigger'],
      `${message}: {type, …}, such as {type: "EVENT", name: "user.signed_up"}`,
      null,
      code,
    );
    return manual;
  }
  const outer = new GivenFields(reading, given, ['trigger']);
  const type = readType(outer);
  if (type === null) return manual;
  reading.trigger = type;
  const config = outer.value('config');
  const inConfig = isFields(config);
  if (config !== undefined && !inConfig) outer.fault('config', 'must be an object');
  const fields = inConfig ? outer.within(config, 'config') : outer;
  const beside = inConfig ? [] : ['type', 'config'];
  fields.only([...fieldsOf[type], 'filter', ...beside], `a trigger of type ${type}`);
  if (inConfig) outer.only(['type', 'config', 'filter'], 'a trigger with config: put it into config');
  if (inConfig && fields.has('filter') && outer.has('filter')) outer.fault('filter', 'is in config too');
  const filter = (fields.has('filter') ? fields : outer).rule('filter', 'trigger');
  return { ...readConfig(fields, type, timezone), filter } as Trigger;
}

function readType(outer: GivenFields): TriggerType | null {
  if (!outer.required('type', `one of ${triggerTypes.join(', ')}`)) return null;
  const given = outer.value('type');
  const type = triggerTypes.find((one) => typeof given === 'string' && one === given.toUpperCase());
  if (type === undefined) {
    outer.fault('type', `must be one of ${triggerTypes.join(', ')}${near(given, triggerTypes)}`);
  }
  return type ?? null;
}

type WithoutFilter<One> = One extends Trigger ? Omit<One, 'filter'> : never;

function readConfig(fields: GivenFields, type: TriggerType, timezone: string): WithoutFilter<Trigger> {
  switch (type) {
    case 'EVENT':
      return { type, name: fields.eventName() };
    case 'SUBSCRIBER_UPDATED':
      return { type, fields: readChangedFields(fields) };
    case 'TAG_ADDED':
    case 'TAG_REMOVED':
      return { type, tag: fields.tag() };
    case 'SEGMENT_ENTERED': {
      if (!fields.required('segment', 'the name or id of a segment')) return { type, segment: '' };
      return { type, segment: fields.line('segment', segmentNameLengthMax) ?? '' };
    }
    case 'EMAIL_OPENED':
    case 'EMAIL_CLICKED':
      return { type, campaignId: fields.line('campaignId', idLengthMax) };
    case 'DATE':
      return readDate(fields);
    case 'SCHEDULE':
      return { type, cron: readCron(fields), timezone: fields.zone('timezone') ?? timezone };
    default:
      return { type };
  }
}

function readChangedFields(fields: GivenFields): string[] {
  const given = fields.value('fields');
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > changedFieldsMax) {
    fields.fault('fields', `must be a list of at most ${changedFieldsMax} fields of a subscriber`);
    return [];
  }
  for (const [index, name] of given.entries()) {
    if (isChangedField(name)) continue;
    const allowed = [...changedFields, 'attributes.<name>'];
    fields.fault(['fields', index], `must be one of ${allowed.join(', ')}${near(name, allowed)}`);
  }
  return [...new Set(given as string[])];
}

function isChangedField(name: unknown): boolean {
  if (typeof name !== 'string') return false;
  if ((changedFields as readonly string[]).includes(name)) return true;
  const attribute = name.startsWith(attributePrefix) ? name.slice(attributePrefix.length) : '';
  return attribute !== '' && !isLongerThan(attribute, fieldNameLengthMax);
}

function readDate(fields: GivenFields): WithoutFilter<Trigger> {
  const given = fields.value('offset') ?? '0 days';
  const offset = typeof given === 'string' ? given : '';
  const attribute = fields.required('attribute', 'the attribute with the date, such as birthday')
    ? (fields.line('attribute', attributePrefix.length + fieldNameLengthMax) ?? '')
    : '';
  if (fields.has('attribute') && attribute.replace(attributePrefix, '') === '') {
    fields.fault('attribute', 'must be the name of an attribute, such as birthday');
  }
  if (readOffsetDays(offset) === null) {
    fields.fault(
      'offset',
      'must be days or weeks before or after the date, such as -7 days, 0 days or 2 weeks',
    );
  }
  return {
    type: 'DATE',
    attribute: attribute.startsWith(attributePrefix) ? attribute.slice(attributePrefix.length) : attribute,
    offset,
    at: fields.timeOfDay('at') ?? '09:00',
    yearly: fields.flag('yearly'),
  };
}

function readCron(fields: GivenFields): string {
  if (!fields.required('cron', 'minute hour day month weekday, such as 0 9 * * MON-FRI')) return '';
  const given = fields.value('cron');
  const cron = typeof given === 'string' ? given.trim() : '';
  const fault = cronFault(cron);
  if (fault !== null) fields.fault('cron', fault);
  return cron;
}
