import { z } from 'zod';
import { alias, shownAs } from '../../text/alias.ts';
import { FreeObject } from '../../text/custom-attributes.ts';
import { isFields } from '../../text/fields.ts';

const text = { type: 'string' };
const aRule = { type: 'object', properties: { field: text, operator: text, value: {} } };

/**
 * A definition as the input of a tool. Only the outermost types are checked here: `readDefinition` and
 * `changeDefinition` read the rest, because a tree of alternatives would be the longest thing that a model reads, and
 * because what is allowed in a step depends on the other steps.
 */
export const definitionFields = {
  trigger: FreeObject.optional()
    .describe('{type, filter} and the fields of its type')
    .meta(
      shownAs({
        type: 'object',
        description:
          'EVENT name; TAG_ADDED tag; SEGMENT_ENTERED segment; DATE attribute, offset; SCHEDULE cron; MANUAL',
        properties: {
          type: text,
          name: text,
          tag: text,
          segment: text,
          attribute: text,
          offset: text,
          cron: text,
          filter: aRule,
        },
      }),
    ),
  steps: z
    .array(FreeObject)
    .optional()
    .describe('{key, type} and the fields of its type')
    .meta(
      shownAs({
        type: 'array',
        description:
          'send_email subject, markdown; delay duration "3 days"; wait_for_event name, timeout, received [steps], timed_out; condition rule, yes, no; branch cases [{rule, steps}], else; ab_split percent, a, b; add_tag tag; update_subscriber attributes; webhook url; exit; or {goto: key}',
        items: { type: 'object', properties: { key: text, type: text } },
      }),
    ),
  connections: z.array(FreeObject).optional().meta(alias).describe('Of flat steps: {from, to, type}'),
  goal: orNull({ ...aRule, description: 'A rule that ends runs' }),
  reentry: z.string().optional().describe('EVERY_TIME, event.<property>'),
  exitOn: z
    .array(z.string())
    .optional()
    .meta(alias)
    .describe('unsubscribe, bounce, complaint: all when left out'),
  quietHours: orNull({
    type: 'object',
    properties: { from: { ...text, description: '21:00' }, to: text },
  }),
  mailsMax: orNull({
    type: 'object',
    properties: { count: { type: 'integer' }, per: { ...text, description: '7 days' } },
  }),
  timezone: z.string().nullish().meta(alias).describe('Of people without one; default the organization’s'),
};

/** Of a stored definition: the fields of single steps that change. */
export const changesField = FreeObject.optional()
  .describe('{step key: {fields}}')
  .meta(
    shownAs({
      type: 'object',
      description: 'Step key to its changed fields',
      additionalProperties: { type: 'object' },
    }),
  );

/** An object that is read later; null resets a setting, which a model is not shown in every schema. */
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
