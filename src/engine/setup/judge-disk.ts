import { type Finding, fail, ok, warn } from './finding.ts';

const gibibyte = 1024 ** 3;
/** A campaign of a million emails with bodies and events takes a few gibibytes. */
const freeBytesComfortable = 2 * gibibyte;
/** Below this the next write-ahead log may not fit, and mail is refused. */
const freeBytesMin = gibibyte / 4;

export function judgeDisk(freeBytes: number, disk: string): Finding {
  const name = 'disk';
  const free = `${(freeBytes / gibibyte).toFixed(1)} GiB are free on ${disk}`;
  if (freeBytes < freeBytesMin)
    return fail(name, `Only ${free}. Free some space; otherwise mail will soon be refused.`);
  if (freeBytes < freeBytesComfortable) return warn(name, `${free}; a large campaign needs more.`);
  return ok(name, `${free}.`);
}
