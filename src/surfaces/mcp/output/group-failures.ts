import { Failure, type FieldFault, invalidFields } from '../../../model/failure.ts';
import { type Fields, isFields, omitFields } from '../../../model/text/fields.ts';
import { tokensAtMost } from './tokens/token-estimate.ts';

/** Failures of a batch differ in few ways, so equal failures are shown once, with the indexes of their entries. */

/** Further groups are counted, because an assistant corrects the first ones before it reads on. */
const groupsMax = 12;
const groupedTokensMax = 1_000;

const indexedPath = /^([^[\]]*)\[(\d{1,9})\](.*)$/s;

type Place = { before: string; index: number; after: string };

function readPlace(path: string): Place | null {
  const found = indexedPath.exec(path);
  return found && { before: found[1]!, index: Number(found[2]), after: found[3]! };
}

/** Formats `0-41, 43`. */
function formatIndexes(indexes: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const index of [...new Set(indexes)].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && index === range[1] + 1) range[1] = index;
    else ranges.push([index, index]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ');
}

/** Merges `emails[0].to` and `emails[1].to` into `emails[0-1].to`. */
export function groupPaths(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, dropIndex)].map(([, same]) => {
    const place = readPlace(same[0]!);
    if (place === null) return same[0]!;
    const indexes = formatIndexes(same.map((path) => readPlace(path)!.index));
    return `${place.before}[${indexes}]${place.after}`;
  });
}

function dropIndex(path: string): string {
  const place = readPlace(path);
  return place === null ? path : JSON.stringify([place.before, place.after]);
}

/** Merges equal faults of the entries of a list. `left` counts the groups beyond the limit. */
export function groupFaults(failure: Failure): { failure: Failure; left: number } {
  const { details } = failure;
  if (failure.failure !== 'validation_error' || !Array.isArray(details)) return { failure, left: 0 };
  const faults = details as readonly FieldFault[];
  const alike = [
    ...Map.groupBy(faults, ({ path, code, message }) =>
      JSON.stringify([dropIndex(path), code, message]),
    ).values(),
  ];
  if (alike.length === faults.length && faults.filter(({ path }) => readPlace(path)).length < groupsMax)
    return { failure, left: 0 };
  const grouped = alike.map((same) => ({ ...same[0]!, path: groupPaths(same.map(({ path }) => path))[0]! }));
  const shown = grouped.slice(0, groupsMax);
  const isOfFirst = failure.message === invalidFields(faults).message;
  const message = isOfFirst ? invalidFields(shown).message : failure.message;
  const { explanation, recipients } = failure;
  const more = { message, details: shown, recipients, ...(explanation !== undefined && { explanation }) };
  return { failure: new Failure('validation_error', more), left: grouped.length - shown.length };
}

/** Merges equal failures among the rows of a batch, which have `index`. Other rows stay. */
export function groupRows(rows: readonly unknown[]): { rows: unknown[]; notes: string[] } {
  const failed = rows.filter(isFailed);
  if (failed.length < 2) return { rows: [...rows], notes: [] };
  const alike = [...Map.groupBy(failed.map(withoutPlace), ({ fault }) => JSON.stringify(fault)).values()];
  const shown: Fields[] = [];
  let room = groupedTokensMax;
  for (const same of alike) {
    const [{ row, fault }] = same as [Placed, ...Placed[]];
    const group =
      same.length === 1 ? row : { indexes: formatIndexes(same.map(({ index }) => index)), ...fault };
    room -= tokensAtMost(JSON.stringify(group), groupedTokensMax);
    if (shown.length > 0 && (room < 0 || shown.length >= groupsMax)) break;
    shown.push(group);
  }
  const left = alike.slice(shown.length).flat();
  const others = rows.filter((row) => !isFailed(row));
  const indexes = formatIndexes(left.map(({ index }) => index));
  const notes = left.length === 0 ? [] : [`Omitted for length: the failures of entries ${indexes}.`];
  return { rows: [...shown, ...others], notes };
}

type Failed = Fields & { index: number };
type Placed = { index: number; row: Failed; fault: Fields };

function isFailed(row: unknown): row is Failed {
  if (!isFields(row) || typeof row.index !== 'number') return false;
  return isFields(row.error) || (typeof row.name === 'string' && typeof row.message === 'string');
}

/** Fields that identify an entry. The index identifies it too. */
const ofEntry: ReadonlySet<string> = new Set(['index', 'to', 'email']);

function withoutPlace(row: Failed): Placed {
  const { index } = row;
  const own = new RegExp(`^[A-Za-z_]+\\[${index}\\](?:\\.|: | )?`);
  const relative = (value: unknown): unknown => {
    if (!isFields(value)) return value;
    const short = { ...value };
    for (const name of ['path', 'message']) {
      const text = short[name];
      if (typeof text === 'string') short[name] = text.replace(own, '');
    }
    for (const name of ['details', 'badges']) {
      const entries = short[name];
      if (Array.isArray(entries)) short[name] = entries.map(relative);
    }
    return isFields(short.error) ? { ...short, error: relative(short.error) } : short;
  };
  const named = omitFields(row, (name, value) => ofEntry.has(name) || value === null);
  return { index, row, fault: relative(named) as Fields };
}
