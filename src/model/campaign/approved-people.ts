/**
 * The people a campaign was approved for, in bounded space, so that a later audience can be compared with them. Each
 * person gets a number that is fixed per campaign; the smallest numbers are kept, each with a keyed mark of the
 * address: a k-minimum-values sample (Beyer et al., "On synopses for distinct-value estimation under multiset
 * operations", SIGMOD 2007). An audience of at most `approvedPeopleMax` is kept whole. Of a larger one it is a sample
 * that the caller cannot choose, and overlap in the sample estimates overlap in the whole.
 */

/** The lot somebody drew, and the mark of their address. */
export type DrawnPerson = readonly [lot: number, mark: string];

export type ApprovedPeople = {
  /** They are all who were there. */
  whole: boolean;
  /** By their lots, the smallest first. */
  drawn: readonly DrawnPerson[];
};

/** So many people are kept, some 25 KB of JSON; an audience up to this is known exactly. */
export const approvedPeopleMax = 1_000;

/**
 * How many people of the later audience are compared. If all of them had a smaller number than the greatest kept one,
 * at least half would be new, more than is ever allowed, so the rest need not be read.
 */
export const comparedPeopleMax = 2 * approvedPeopleMax;

/** An audience that has grown by more than this since it was agreed to is another audience. */
export const growthMax = 0.01;

/**
 * In a sample, so many newcomers more than `growthMax` of it are put down to chance. With 1 % of newcomers in the audience,
 * which are allowed, 10 are expected among the 1,000 of the sample, and more than 25 come once in 50,000 times (a Poisson
 * distribution). With 4 % more than 25 come in 99.2 % of all cases, with 5 % in 99.99 %.
 */
const chanceNewcomersMax = 15;

/**
 * Of a larger audience so many of the sample stand in a confirmation itself, which cannot carry all of them and has no
 * room for a difference: they must be the same when it is used. Of an audience of which a tenth was exchanged meanwhile
 * 99.997 % are found so; one that changes by one in a thousand by itself is shown again once in ten times.
 */
export const boundPeopleMax = 100;

/** Those with the smallest lots, of all who drew one. @param max how many are kept */
export function approvedPeople(people: readonly DrawnPerson[], max = approvedPeopleMax): ApprovedPeople {
  const drawn = people.toSorted(([one], [other]) => one - other).slice(0, max);
  return { whole: drawn.length === people.length, drawn };
}

/** What a confirmation is bound to of the people: all of them where they are the whole audience, else the first few. */
export function boundPeople({ whole, drawn }: ApprovedPeople): ApprovedPeople {
  return { whole, drawn: whole ? drawn : drawn.slice(0, boundPeopleMax) };
}

/**
 * How many of those who are there later were not there when it was agreed to, or had another address; of a sample, how
 * many of those whose lots are not above its greatest. Who has left is none of them.
 * @param later of up to `comparedPeopleMax`
 */
export function newcomersAmong(later: ApprovedPeople, approved: ApprovedPeople): number {
  const marks = new Map(approved.drawn);
  const through = approved.whole ? Number.POSITIVE_INFINITY : (approved.drawn.at(-1)?.[0] ?? 0);
  return later.drawn.filter(([lot, mark]) => lot <= through && marks.get(lot) !== mark).length;
}

/** Whether so many newcomers make another audience of the one that was agreed to. */
export function areOthers(newcomers: number, { whole, drawn }: ApprovedPeople): boolean {
  return newcomers > drawn.length * growthMax + (whole ? 0 : chanceNewcomersMax);
}

/** Whether so many people are another audience than the `approved` number. */
export function isMoreThan(people: number, approved: number): boolean {
  return people > approved * (1 + growthMax);
}
