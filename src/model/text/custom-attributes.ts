import { z } from 'zod';
import { isFields } from './fields.ts';
import { isLongerThan } from './text.ts';

/** Caller-chosen names, at most `bytesMax` as JSON in UTF-8. Refuses `__proto__`, which zod would drop. */
export function freeFields<Value extends z.ZodType>(
  value: Value,
  limits: { keysMax: number; bytesMax: number },
) {
  const schema = z.preprocess(
    (given, ctx) => {
      if (isFields(given)) {
        for (const { path, message } of freeFieldFaults(given, limits)) {
          ctx.issues.push({ code: 'custom', input: given, path, message });
        }
      }
      return given;
    },
    z.record(z.string(), value),
  );
  return schema.register(freeSchemas, { free: true });
}

const freeSchemas = z.registry<{ free: true }>();

export function findFreeField(shape: Readonly<Record<string, z.core.$ZodType>>): string | undefined {
  return Object.keys(shape).find((name) => {
    let schema: z.core.$ZodType | undefined = shape[name];
    while (schema && !freeSchemas.has(schema)) {
      schema = (schema._zod.def as { innerType?: z.core.$ZodType }).innerType;
    }
    return schema !== undefined;
  });
}

/** Zod's record would copy the object field by field; a hundred thousand unknown fields would block the event loop. */
export const FreeObject = z
  .unknown()
  .check(({ value: input, issues }) => {
    if (!isFields(input)) issues.push({ code: 'invalid_type', expected: 'record', input });
  })
  .meta({
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: {},
  }) as unknown as z.ZodType<Record<string, unknown>, Record<string, unknown>>;

export const fieldNameLengthMax = 100;
const controlCharacter = /\p{Cc}/u;

export function freeFieldFaults(
  fields: Readonly<Record<string, unknown>>,
  { keysMax, bytesMax }: { keysMax: number; bytesMax: number },
): { path: string[]; message: string }[] {
  const names = Object.keys(fields);
  if (names.length > keysMax) {
    return [{ path: [], message: `must have at most ${keysMax} keys` }];
  }
  const faults = names.flatMap((name) => {
    const message = nameFault(name);
    return message === null ? [] : [{ path: [name.slice(0, fieldNameLengthMax)], message }];
  });
  if (faults.length > 0) return faults;
  if (Buffer.byteLength(JSON.stringify(fields)) > bytesMax) {
    return [{ path: [], message: `must have at most ${bytesMax.toLocaleString('en')} bytes as JSON` }];
  }
  return [];
}

function nameFault(name: string): string | null {
  if (name === '__proto__') return 'is not allowed as a key';
  if (name === '' || isLongerThan(name, fieldNameLengthMax)) {
    return `must be a key of 1 to ${fieldNameLengthMax} characters`;
  }
  return controlCharacter.test(name) ? 'must be a key without control characters' : null;
}
