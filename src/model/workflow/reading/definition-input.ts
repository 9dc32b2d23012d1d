import { z } from 'zod';
import { alias, shownAs } from '../../text/alias.ts';
import { FreeObject, fieldNameLengthMax } from '../../text/custom-attributes.ts';
import { isFields } from '../../text/fields.ts';
import { stepTypes, triggerTypes } from '../definition.ts';

const text = { type: 'string' };
const object = { type: 'object' };
const whole = { type: 'integer' };
const texts = { type: 'array', items: text };
/** The schema of a step cannot contain itself, because providers reject references. */
const stepList = { type: 'array', items: object };
const ofPeopleWithout = 'For people without one';

/**
 * Common fields by name; `config` takes any field of the type. A union of types would cost 1,150 tokens, and a tool
 * has at most 600.
 */
const triggerShown = {
  type: 'object',
  properties: {
    type: { ...text, enum: triggerTypes },
    ...typed(text, 'name tag segment'),
    filter: object,
    config: object,
  },
  additionalProperties: false,
};

const stepShown = {
  type: 'object',
  properties: {
    key: text,
    type: { ...text, enum: stepTypes },
    ...typed(text, 'subject markdown'),
    transactional: { type: 'boolean' },
    duration: { ...text, description: 'Such as 3 days' },
    at: text,
    days: texts,
    ...typed(text, 'name timeout'),
    ...typed(stepList, 'received timed_out'),
    rule: object,
    ...typed(stepList, 'yes no'),
    cases: { ...stepList, description: '{rule, steps}' },
    else: stepList,
    percent: { type: 'array', items: whole },
    ...typed(stepList, 'a b'),
    tag: text,
    attributes: object,
    goto: text,
    config: { ...object, description: 'Or all fields of the type' },
  },
  additionalProperties: false,
};

/**
 * Checks only the outermost types. `readDefinition` and `changeDefinition` read the rest, because a schema
 * with alternatives costs a model too many tokens, and a step may depend on others.
 */
export const definitionFields = {
  trigger: FreeObject.optional()
    .describe('{type, filter} and the fields of the type')
    .meta(shownAs({ ...triggerShown, description: '' })),
  steps: z
    .array(FreeObject)
    .optional()
    .describe('{key, type} and the fields of the type')
    .meta(shownAs({ type: 'array', items: stepShown, description: '' })),
  connections: z
    .array(FreeObject)
    .optional()
    .meta(alias)
    .describe('Connections between flat steps: {from, to, type}'),
  goal: orNull(object),
  reentry: z
    .string()
    .optional()
    .describe(
      'ONCE (default); EVERY_TIME (default for SCHEDULE and yearly triggers); event.<property>: once per value of a property of the triggering event, such as event.order_id',
    )
    .meta({
      pattern: `^(?:ONCE|EVERY_TIME|event\\..{1,${fieldNameLengthMax}})$`,
      ...shownAs({
        ...text,
        description: 'ONCE, EVERY_TIME or event.<property>',
      }),
    }),
  exitOn: z
    .array(z.string())
    .optional()
    .describe('Default: unsubscribe, bounce, complaint')
    .meta(shownAs({ ...texts, description: '' })),
  quietHours: orNull({ ...object, description: '{from, to, days}' }),
  mailsMax: orNull({ ...object, description: '{count, per}' }),
  timezone: z
    .string()
    .nullish()
    .describe(ofPeopleWithout)
    .meta(shownAs({ ...text, description: '' })),
};

function typed(schema: object, names: string): Record<string, object> {
  return Object.fromEntries(names.split(' ').map((name) => [name, schema]));
}

export const changesField = FreeObject.optional()
  .describe('{step key: {fields}}')
  .meta(shownAs({ ...object, description: 'Changed fields by step key' }));

/** Parsed later; null resets a setting. The schema for models leaves null out, to save tokens. */
function orNull(shown: Readonly<Record<string, unknown>>) {
  return z
    .unknown()
    .check(({ value: input, issues }) => {
      if (input !== undefined && input !== null && !isFields(input)) {
        issues.push({ code: 'invalid_type', expected: 'record', input });
      }
    })
    .optional()
    .meta({ type: 'object', ...shownAs(shown) }) as unknown as z.ZodOptional<
    z.ZodNullable<typeof FreeObject>
  >;
}
