import { z } from 'zod';

const known = new Map<string, boolean>();
/** There are about 600 names; wrong ones are not kept, so the table stays small. */
const nameLengthMax = 64;

/** Whether `name` is a time zone of the IANA database, such as `Europe/Lisbon` or `UTC`. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  // Offsets such as `+02:00` are time zones to Intl as well, but they know no summer time.
  if (name.length > nameLengthMax || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    // Intl has no other way to say that it does not know the name.
    return false;
  }
  known.set(name, true);
  return true;
}

export const TimeZoneInput = z
  .string()
  .max(nameLengthMax)
  .check((ctx) => {
    if (!isTimeZone(ctx.value)) {
      ctx.issues.push({
        code: 'custom',
        input: ctx.value,
        message: 'must be an IANA time zone, such as Europe/Lisbon',
      });
    }
  });
