/**
 * The people a campaign was approved for, in bounded space, so that a later audience can be compared with them. Each
 * person gets a number that is fixed per campaign; the smallest numbers are kept, each with a keyed mark of the
 * address: a k-minimum-values sample (Beyer et al., "On synopses for distinct-value estimation under multiset
 * operations", SIGMOD 2007). An audience of at most `approvedPeopleMax` is kept whole. Of a larger one it is a sample
 * that the caller cannot choose, and overlap in the sample estimates overlap in the whole.
 */

/** A person's number, and the mark of their address. */
export type DrawnPerson = readonly [lot: number, mark: string];

export type ApprovedPeople = {
  /** The sample is the whole audience. */
  whole: boolean;
  /** In ascending order of their numbers. */
  drawn: readonly DrawnPerson[];
};

/** People kept, about 25 KB of JSON; an audience up to this size is known exactly. */
export const approvedPeopleMax = 1_000;

/**
 * How many people of the later audience are compared. If all of them had a smaller number than the greatest kept one,
 * at least half would be new, more than is ever allowed, so the rest need not be read.
 */
export const comparedPeopleMax = 2 * approvedPeopleMax;

/** An audience that has grown by more than this since its approval is a different audience. */
export const growthMax = 0.01;

/**
 * In a sample, this many newcomers beyond `growthMax` are attributed to chance. With 1 % of newcomers in the audience,
 * which is allowed, 10 are expected among the 1,000 of the sample, and more than 25 occur once in 50,000 times
 * (Poisson). With 4 %, more than 25 occur in 99.2 % of cases, with 5 % in 99.99 %.
 */
const chanceNewcomersMax = 15;

/**
 * How many people of a larger audience an approval token itself is bound to. It cannot carry more and tolerates no
 * difference: they must be the same when it is used. If a tenth of the audience was exchanged, 99.997 % of cases are
 * detected; an audience that changes by one in a thousand by itself has to be approved again once in ten times.
 */
export const boundPeopleMax = 100;

/** Those with the smallest numbers. @param max how many are kept */
export function approvedPeople(people: readonly DrawnPerson[], max = approvedPeopleMax): ApprovedPeople {
  const drawn = people.toSorted(([one], [other]) => one - other).slice(0, max);
  return { whole: drawn.length === people.length, drawn };
}

/** The people that an approval token is bound to: all of them if they are the whole audience, else the first few. */
export function boundPeople({ whole, drawn }: ApprovedPeople): ApprovedPeople {
  return { whole, drawn: whole ? drawn : drawn.slice(0, boundPeopleMax) };
}

/**
 * How many people of the later audience were not in the approved one, or had another address; of a sample, counts those
 * whose number is not above its greatest. People who left do not count.
 * @param later of up to `comparedPeopleMax`
 */
export function newcomersAmong(later: ApprovedPeople, approved: ApprovedPeople): number {
  const marks = new Map(approved.drawn);
  const through = approved.whole ? Number.POSITIVE_INFINITY : (approved.drawn.at(-1)?.[0] ?? 0);
  return later.drawn.filter(([lot, mark]) => lot <= through && marks.get(lot) !== mark).length;
}

/** Whether this many newcomers make it a different audience from the approved one. */
export function areOthers(newcomers: number, { whole, drawn }: ApprovedPeople): boolean {
  return newcomers > drawn.length * growthMax + (whole ? 0 : chanceNewcomersMax);
}

/** Whether a number of people exceeds the `approved` number by more than the allowed growth. */
export function isMoreThan(people: number, approved: number): boolean {
  return people > approved * (1 + growthMax);
}
