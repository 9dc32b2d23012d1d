import type { z } from 'zod';
import type { MachineForm } from './machine-value.ts';

/** The key in a JSON Schema that says a text was written by somebody outside the organization. */
export const untrustedKey = 'untrusted';
/** The key that says in which form such a text is safe as it is. */
export const bareFormKey = 'bareForm';

/**
 * Marks a field (or a whole object of free fields) whose text people outside the organization wrote, or could have:
 * subscribers, recipients, senders, other mail servers. Doors for assistants fence it as data.
 *
 * @param form what the field nearly always holds, which is left without a fence
 */
export function untrusted<Schema extends z.ZodType>(schema: Schema, form?: MachineForm): Schema {
  const marks = { [untrustedKey]: true, ...(form !== undefined && { [bareFormKey]: form }) };
  return schema.meta({ ...schema.meta(), ...marks }) as Schema;
}
