/**
 * A bounded sample of the approved audience, for comparison with a later audience: a k-minimum-values sample
 * (Beyer et al., "On synopses for distinct-value estimation under multiset operations", SIGMOD 2007). Each
 * person gets a fixed number per campaign; the smallest are kept with a keyed mark of the address. The caller
 * cannot choose the sample. An audience of at most `approvedPeopleMax` is kept whole.
 */

export type DrawnPerson = readonly [lot: number, mark: string];

export type ApprovedPeople = {
  whole: boolean;
  drawn: readonly DrawnPerson[];
};

/** About 25 KB of JSON. Smaller audiences are known exactly. */
export const approvedPeopleMax = 1_000;

/** If they all had smaller numbers than the greatest kept one, at least half would be new, which is never allowed. */
export const comparedPeopleMax = 2 * approvedPeopleMax;

/** Beyond this growth since approval, an audience counts as a different one. */
export const growthMax = 0.01;

/**
 * Newcomers attributed to chance, beyond `growthMax`. With the allowed 1 %, 10 are expected in a sample of
 * 1,000, and more than 25 occur once in 50,000 times (Poisson); with 5 %, in 99.99 % of cases.
 */
const chanceNewcomersMax = 15;

/**
 * Maximum people in an approval token. If a tenth of the audience was exchanged, 99.997 % of cases are
 * detected; if 0.1 % of it changes, 10 % of cases need a new approval.
 */
export const boundPeopleMax = 100;

export function approvedPeople(people: readonly DrawnPerson[], max = approvedPeopleMax): ApprovedPeople {
  const drawn = people.toSorted(([one], [other]) => one - other).slice(0, max);
  return { whole: drawn.length === people.length, drawn };
}

export function boundPeople({ whole, drawn }: ApprovedPeople): ApprovedPeople {
  return { whole, drawn: whole ? drawn : drawn.slice(0, boundPeopleMax) };
}

/** For a sample, counts only numbers up to its greatest. Ignores people who left. */
export function newcomersAmong(later: ApprovedPeople, approved: ApprovedPeople): number {
  const marks = new Map(approved.drawn);
  const through = approved.whole ? Number.POSITIVE_INFINITY : (approved.drawn.at(-1)?.[0] ?? 0);
  return later.drawn.filter(([lot, mark]) => lot <= through && marks.get(lot) !== mark).length;
}

export function isDifferentAudience(newcomers: number, { whole, drawn }: ApprovedPeople): boolean {
  return newcomers > drawn.length * growthMax + (whole ? 0 : chanceNewcomersMax);
}

export function hasGrown(people: number, approved: number): boolean {
  return people > approved * (1 + growthMax);
}
