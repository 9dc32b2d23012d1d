import type { z } from 'zod';
import type { MachineForm } from './machine-value.ts';

export const untrustedKey = 'untrusted';
export const bareFormKey = 'bareForm';

/** Output for assistants fences marked text as data. @param form the field's usual form, which needs no fence */
export function untrusted<Schema extends z.ZodType>(schema: Schema, form?: MachineForm): Schema {
  const marks = { [untrustedKey]: true, ...(form !== undefined && { [bareFormKey]: form }) };
  return schema.meta({ ...schema.meta(), ...marks }) as Schema;
}
