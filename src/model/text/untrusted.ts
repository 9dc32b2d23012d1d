import type { z } from 'zod';
import type { MachineForm } from './machine-value.ts';

/** The JSON Schema key of text that was written outside the organization. */
export const untrustedKey = 'untrusted';
/** The key for the form in which such a text is safe without a mark. */
export const bareFormKey = 'bareForm';

/**
 * Marks a field (or a whole object of free fields) whose text may come from outside the organization: subscribers,
 * recipients, senders, other mail servers. Doors for assistants fence it as data.
 *
 * @param form what the field nearly always holds, which is left without a fence
 */
export function untrusted<Schema extends z.ZodType>(schema: Schema, form?: MachineForm): Schema {
  const marks = { [untrustedKey]: true, ...(form !== undefined && { [bareFormKey]: form }) };
  return schema.meta({ ...schema.meta(), ...marks }) as Schema;
}
