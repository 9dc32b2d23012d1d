import { z } from 'zod';
import { ruleShown } from '../../segment/rule-input.ts';
import { alias, shownAs } from '../../text/alias.ts';
import { FreeObject, fieldNameLengthMax } from '../../text/custom-attributes.ts';
import { isFields } from '../../text/fields.ts';

const text = { type: 'string' };
const ofPeopleWithout = 'For people without one';

/**
 * Checks only the outermost types. `readDefinition` and `changeDefinition` read the rest, because a schema
 * with alternatives costs a model too many tokens, and a step may depend on others.
 */
export const definitionFields = {
  trigger: FreeObject.optional()
    .describe('{type, filter} and the fields of the type')
    .meta(
      shownAs({
        type: 'object',
        description:
          'EVENT, SUBSCRIBER_CREATED, TAG_ADDED, SEGMENT_ENTERED, DATE (offset "-7 days"), SCHEDULE, MANUAL',
        properties: {
          type: text,
          ...anyOf('name tag segment attribute offset at yearly cron timezone config'),
          filter: ruleShown(),
        },
        additionalProperties: false,
      }),
    ),
  steps: z
    .array(FreeObject)
    .optional()
    .describe('{key, type} and the fields of the type')
    .meta(
      shownAs({
        type: 'array',
        description:
          'send_email, delay (duration "3 days"), wait_for_event, condition, branch (cases [{rule, steps}]), ab_split, add_tag, update_subscriber, webhook, unsubscribe, exit',
        items: {
          type: 'object',
          properties: {
            key: text,
            type: text,
            ...anyOf('subject markdown html from transactional duration until at days past'),
            ...anyOf('name timeout received timed_out rule yes no cases else percent a b'),
            ...anyOf('tag attributes url data goto config'),
          },
          additionalProperties: false,
        },
      }),
    ),
  connections: z
    .array(FreeObject)
    .optional()
    .meta(alias)
    .describe('Connections between flat steps: {from, to, type}'),
  goal: orNull({ type: 'object', description: 'Rule that ends runs' }),
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
        description: 'ONCE, EVERY_TIME or event.X (once per value of X)',
      }),
    }),
  exitOn: z.array(z.string()).optional().describe('Default: unsubscribe, bounce, complaint'),
  quietHours: orNull({
    type: 'object',
    properties: { from: { ...text, description: '21:00' }, to: text, days: { type: 'array', items: text } },
    additionalProperties: false,
  }),
  mailsMax: orNull({
    type: 'object',
    properties: { count: { type: 'integer' }, per: { ...text, description: '7 days' } },
    additionalProperties: false,
  }),
  timezone: z
    .string()
    .nullish()
    .describe(ofPeopleWithout)
    .meta(shownAs({ ...text, description: ofPeopleWithout })),
};

/** Makes fields that depend on `type`. A schema without types takes half the tokens. `config` also accepts rarer fields. */
function anyOf(names: string): Record<string, object> {
  return Object.fromEntries(names.split(' ').map((name) => [name, {}]));
}

export const changesField = FreeObject.optional()
  .describe('{step key: {fields}}')
  .meta(
    shownAs({
      type: 'object',
      description: 'Keyed by step',
      additionalProperties: { type: 'object' },
    }),
  );

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
