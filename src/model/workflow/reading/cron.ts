import { Cron, CronPattern } from 'croner';

export const cronMinutesMin = 5;
const cronCharactersMax = 100;
/** Excludes `?`, which depends on the clock, and `W` and `+`, whose impossible dates take long to rule out. */
const cronShape = /^[\dA-VX-Za-vx-z*,/#-]+( [\dA-VX-Za-vx-z*,/#-]+){4}$/;
/** For a leap year. */
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the fault of a five-field schedule as a sentence; null if it is valid. */
export function cronFault(cron: string): string | null {
  const wanted = 'must be five fields of cron, minute hour day month weekday, such as 0 9 * * MON-FRI';
  if (cron.length > cronCharactersMax || !cronShape.test(cron)) return wanted;
  let pattern: CronPattern;
  try {
    pattern = new CronPattern(cron, undefined, { mode: '5-part' });
  } catch {
    // The parser's messages repeat the input.
    return wanted;
  }
  if (!comesEver(pattern)) return 'never comes: the month has no such day';
  if (minutesBetween(pattern) < cronMinutesMin) {
    return `must come at most every ${cronMinutesMin} minutes, such as */${cronMinutesMin} * * * *`;
  }
  return null;
}

export function nextCronTime(cron: string, timezone: string, after: number): number | null {
  const schedule = new Cron(cron, { mode: '5-part', timezone, paused: true });
  return schedule.nextRun(new Date(after))?.getTime() ?? null;
}

function comesEver({ day, month, lastDayOfMonth, starDOW }: CronPattern): boolean {
  // Every weekday occurs in every month.
  if (!starDOW || lastDayOfMonth) return true;
  return month.some((on, index) => on === 1 && day.slice(0, daysOfMonths[index]).includes(1));
}

/** Returns the shortest interval, as if every day matched. */
function minutesBetween({ minute, hour }: CronPattern): number {
  const minutes = placesOf(minute);
  const hours = placesOf(hour);
  const within = minutes.slice(1).map((later, index) => later - minutes[index]!);
  const followed = hours.some((one) => hours.includes((one + 1) % 24));
  const across = followed ? [minutes[0]! + 60 - minutes.at(-1)!] : [];
  return Math.min(...within, ...across, 24 * 60);
}

function placesOf(set: readonly number[]): number[] {
  return set.flatMap((on, place) => (on === 1 ? [place] : []));
}
