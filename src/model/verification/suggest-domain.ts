import { freeDomains, isFreeDomain } from './role-and-free-addresses.ts';

/** Minimum length for two typos; in a shorter domain they make another word. */
const longDomainCharacters = 9;

/** Shorter names, such as me.com, are one typo away from too many other domains. */
const shortestMeantCharacters = 7;
const suggested = freeDomains.filter(({ length }) => length >= shortestMeantCharacters);

/** Allows two typos in a long domain. Null for a free mail domain itself, or without a match. */
export function suggestDomain(domain: string): string | null {
  if (isFreeDomain(domain)) return null;
  const most = domain.length >= longDomainCharacters ? 2 : 1;
  let nearest: string | null = null;
  let distance = most + 1;
  for (const known of suggested) {
    if (Math.abs(known.length - domain.length) >= distance) continue;
    const slips = editDistance(domain, known, distance - 1);
    if (slips < distance) {
      nearest = known;
      distance = slips;
    }
  }
  return nearest;
}

/** Optimal string alignment distance. Returns `most + 1` for anything above `most`. */
export function editDistance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let slips = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) slips = Math.min(slips, before[column - 2]! + 1);
      current.push(slips);
    }
    if (Math.min(...current) > most) return most + 1;
    before = previous;
    previous = current;
  }
  return Math.min(previous[b.length]!, most + 1);
}
