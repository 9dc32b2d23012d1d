import { z } from 'zod';

const nameLengthMax = 64;
/** Intl takes 30 µs to check a name, so valid names are cached. There are about 600, but each may be written in any case. */
const known = new Set<string>();
const knownMax = 1_000;

/** Whether `name` is a time zone of the IANA database, such as `Europe/Lisbon` or `UTC`. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  // Intl also accepts offsets such as `+02:00`, but they have no summer time.
  if (name.length > nameLengthMax || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    // Intl has no other way to report an unknown name.
    return false;
  }
  if (known.size < knownMax) known.add(name);
  return true;
}

/** The length is checked together with the name, so that the JSON Schema of the nullable field stays small. */
export const TimeZoneInput = z.string().check((ctx) => {
  if (isTimeZone(ctx.value)) return;
  ctx.issues.push({
    code: 'custom',
    input: ctx.value,
    message: 'must be an IANA time zone, such as Europe/Lisbon',
  });
});
