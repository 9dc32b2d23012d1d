import { Cron, CronPattern } from 'croner';

/** Minutes between two times of a schedule, at least. */
export const cronMinutesMin = 5;
const cronCharactersMax = 100;
/** `?` would be filled from the clock; `W` and `+` have forms that come in no year, which takes long to find out. */
const cronShape = /^[\dA-VX-Za-vx-z*,/#-]+( [\dA-VX-Za-vx-z*,/#-]+){4}$/;
/** In a leap year. */
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** What is wrong with a schedule of five fields, in a sentence; null when nothing is. */
export function cronFault(cron: string): string | null {
  const wanted = 'must be five fields of cron, minute hour day month weekday, such as 0 9 * * MON-FRI';
  if (cron.length > cronCharactersMax || !cronShape.test(cron)) return wanted;
  let pattern: CronPattern;
  try {
    pattern = new CronPattern(cron, undefined, { mode: '5-part' });
  } catch {
    // Its messages repeat the input.
    return wanted;
  }
  if (!comesEver(pattern)) return 'never comes: the month has no such day';
  if (minutesBetween(pattern) < cronMinutesMin) {
    return `must come at most every ${cronMinutesMin} minutes, such as */${cronMinutesMin} * * * *`;
  }
  return null;
}

/** The next time of a valid schedule after an instant, epoch ms; null when there is none. */
export function nextCronTime(cron: string, timezone: string, after: number): number | null {
  const schedule = new Cron(cron, { mode: '5-part', timezone, paused: true });
  return schedule.nextRun(new Date(after))?.getTime() ?? null;
}

function comesEver({ day, month, lastDayOfMonth, starDOW }: CronPattern): boolean {
  // A day of the week comes in every month.
  if (!starDOW || lastDayOfMonth) return true;
  return month.some((on, index) => on === 1 && day.slice(0, daysOfMonths[index]).includes(1));
}

/** The fewest minutes between two times; days are taken to follow one another. */
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
