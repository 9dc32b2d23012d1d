import { z } from 'zod';

const nameLengthMax = 64;
/** Intl takes 30 µs per name, so valid names are cached. There are about 600, each in upper or lower case. */
const known = new Set<string>();
const knownMax = 1_000;

export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  // Intl also accepts offsets such as `+02:00`, which have no daylight saving time.
  if (name.length > nameLengthMax || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    // Intl reports an unknown name only by throwing.
    return false;
  }
  if (known.size < knownMax) known.add(name);
  return true;
}

/** Checks the length together with the name, to keep the JSON Schema of the nullable field small. */
export const TimeZoneInput = z.string().check((ctx) => {
  if (isTimeZone(ctx.value)) return;
  ctx.issues.push({
    code: 'custom',
    input: ctx.value,
    message: 'must be an IANA time zone, such as Europe/Lisbon',
  });
});
