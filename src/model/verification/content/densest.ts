import type { Theme } from './lexicon/lexicon.ts';
import type { PhraseHit } from './phrases.ts';

export type Tally = Partial<Record<Theme, number>>;

/**
 * Tallies the `stretchWords` words with the most phrases, plus the words before `bodyFrom` (subject and
 * preview). Other text changes nothing. `hits` are ordered by position.
 */
export function densestTally(
  hits: readonly PhraseHit[],
  counts: (theme: Theme) => number,
  { bodyFrom, stretchWords }: { bodyFrom: number; stretchWords: number },
): Tally {
  const places = routerFor(hits.filter(({ phrase }) => counts(phrase.theme) !== 0));
  const head = places.filter(({ at }) => at < bodyFrom);
  const body = places.slice(head.length);
  let best: readonly Place[] = [];
  let most = 0;
  let weight = 0;
  for (let from = 0, to = 0; to < body.length; to += 1) {
    weight += counts(body[to]!.theme) * body[to]!.strength;
    while (body[to]!.at - body[from]!.at > stretchWords) {
      weight -= counts(body[from]!.theme) * body[from]!.strength;
      from += 1;
    }
    if (weight > most) {
      most = weight;
      best = [body[from]!, body[to]!];
    }
  }
  const [first, last] = [best[0]?.at ?? 0, best[1]?.at ?? -1];
  const tally: Tally = {};
  const said = new Set<unknown>();
  for (const { at, theme, strength, phrase } of places) {
    if (at >= bodyFrom && (at < first || at > last)) continue;
    if (said.has(phrase)) continue;
    said.add(phrase);
    tally[theme] = (tally[theme] ?? 0) + strength;
  }
  return tally;
}

type Place = { at: number; theme: Theme; strength: number; phrase: unknown };

/** Counts a phrase that several languages share once. */
function routerFor(hits: readonly PhraseHit[]): Place[] {
  const places: Place[] = [];
  const last = new Map<Theme, Place>();
  for (const { at, phrase } of hits) {
    const same = last.get(phrase.theme);
    if (same?.at === at) {
      same.strength = Math.max(same.strength, phrase.strength);
      continue;
    }
    const place = { at, theme: phrase.theme, strength: phrase.strength, phrase };
    last.set(phrase.theme, place);
    places.push(place);
  }
  return places;
}
