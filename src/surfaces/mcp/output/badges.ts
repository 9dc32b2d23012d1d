import { type Fields, isFields } from '../../../model/text/fields.ts';
import { groupPaths } from './group-failures.ts';

const placesMax = 10;

/** Merges equal badges of a result or an error. `path` lists every place, and `count` sums the occurrences. */
export function withBadgesOnce<Value extends Fields>(value: Value): Value {
  const { badges } = value;
  if (!Array.isArray(badges) || badges.length < 2 || !badges.every(isFields)) return value;
  const alike = Map.groupBy(badges, ({ path: _, ...badge }) => JSON.stringify(badge));
  if (alike.size === badges.length) return value;
  return { ...value, badges: [...alike.values()].map(onceFor) };
}

function onceFor(same: readonly Fields[]): Fields {
  const { path: _, ...badge } = same[0]!;
  if (same.length === 1) return same[0]!;
  const places = groupPaths(same.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])));
  const count = same.reduce((sum, { count = 1 }) => sum + Number(count), 0);
  return { ...badge, ...(places.length > 0 && { path: listed(places) }), count };
}

function listed(places: readonly string[]): string {
  const named = places.slice(0, placesMax).join(', ');
  return places.length > placesMax ? `${named} and ${places.length - placesMax} more` : named;
}
