import { z } from 'zod';
import { alias } from '../../text/alias.ts';
import { FreeObject } from '../../text/custom-attributes.ts';
import { isFields } from '../../text/fields.ts';

/**
 * A definition as the input of a tool. Only the outermost types are checked here: `readDefinition` and
 * `changeDefinition` read the rest, because a tree of alternatives would be the longest thing that a model reads, and
 * because what is allowed in a step depends on the other steps.
 */
export const definitionFields = {
  trigger: FreeObject.optional().describe(
    '{type, filter}: EVENT name; TAG_ADDED tag; SEGMENT_ENTERED segment; DATE attribute, offset, yearly; SCHEDULE cron; MANUAL',
  ),
  steps: z
    .array(FreeObject)
    .optional()
    .describe(
      '{key, type}: send_email subject, markdown; delay duration "3 days", at, days; wait_for_event name, timeout, received [steps], timed_out; condition rule, yes, no; branch cases [{rule, steps}], else; ab_split percent [50, 50], a, b; add_tag; update_subscriber; track_event; webhook url; exit; {goto: key}',
    ),
  connections: z.array(FreeObject).optional().meta(alias).describe('Of flat steps: {from, to, type}'),
  goal: orNull('Ends runs: rule {field, operator, value}; email_clicked: key of a step'),
  reentry: z.string().optional().describe('EVERY_TIME, event.<property>'),
  exitOn: z
    .array(z.string())
    .optional()
    .meta(alias)
    .describe('unsubscribe, bounce, complaint: all when left out'),
  quietHours: orNull('from "21:00", to'),
  mailsMax: orNull('count, per "7 days"'),
  timezone: z.string().nullish().meta(alias).describe('Of people without one; default the organization’s'),
};

/** Of a stored definition: the fields of single steps that change. */
export const changesField = FreeObject.optional().describe('{step key: {fields}}');

/** An object that is read later; null resets a setting, which a model is not shown in every schema. */
function orNull(description: string) {
  return z
    .unknown()
    .check(({ value: input, issues }) => {
      if (input !== undefined && input !== null && !isFields(input)) {
        issues.push({ code: 'invalid_type', expected: 'record', input });
      }
    })
    .optional()
    .meta({ type: 'object', description }) as unknown as z.ZodOptional<z.ZodNullable<typeof FreeObject>>;
}
