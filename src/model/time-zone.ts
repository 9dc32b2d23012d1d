import { z } from 'zod';

const nameLengthMax = 64;
/** Asking Intl costs 30 µs, so names it knew are kept. There are about 600; but each may be written in any case. */
const known = new Set<string>();
const knownMax = 1_000;

/** Whether `name` is a time zone of the IANA database, such as `Europe/Lisbon` or `UTC`. */
function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  // Offsets such as `+02:00` are time zones to Intl as well, but they know no summer time.
  if (name.length > nameLengthMax || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    // Intl has no other way to say that it does not know the name.
    return false;
  }
  if (known.size < knownMax) known.add(name);
  return true;
}

/** The length is checked with the name, so that the JSON Schema stays small beside a null. */
export const TimeZoneInput = z.string().check((ctx) => {
  if (isTimeZone(ctx.value)) return;
  ctx.issues.push({
    code: 'custom',
    input: ctx.value,
    message: 'must be an IANA time zone, such as Europe/Lisbon',
  });
});
