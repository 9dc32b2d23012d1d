import { beginningOf } from '../text/text.ts';
import { type MergeFields, mergeValue } from './merge-fields.ts';

/**
 * Limits for values in bulk mail. A campaign is verified with unfilled placeholders, so a value may name a plan or a
 * city, but must not carry a message or a link.
 */
const bulkValueCharactersMax = 300;
const bulkNameCharactersMax = 100;

const names: ReadonlySet<string> = new Set(['firstName', 'lastName', 'name']);

/** Shortens values and breaks text that mail clients would turn into links. */
export function bulkValues(values: MergeFields): MergeFields {
  const bounded: MergeFields = {};
  for (const [name, value] of Object.entries(values)) {
    // A truncated address would be a different one.
    const charactersMax = names.has(name) ? bulkNameCharactersMax : bulkValueCharactersMax;
    const short = name === 'email' ? value : beginningOf(value, charactersMax);
    const unlinked = name === 'email' ? value : withoutLinks(short);
    bounded[name] = unlinked;
    if (unlinked !== short) bounded[inLink(name)] = short;
  }
  return bounded;
}

/** Returns the unbroken value for a link that the author wrote, in which it cannot change the target. */
export function valueInLink(values: MergeFields, name: string): string {
  const whole = inLink(name);
  return mergeValue(values, Object.hasOwn(values, whole) ? whole : name);
}

/** No field name contains a space, so the key is unique. */
function inLink(name: string): string {
  return `link ${name}`;
}

/** Matches text that mail clients turn into links: a scheme or `www.` and its continuation, or a host with a path. */
const linkable =
  /(?:[a-z][a-z\d+.-]{0,20}:\/\/|www\.)\S+|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,9}\.\p{L}{2,63}\/\S*/giu;

/**
 * Inserts visible spaces: `https:// acme. com`. Many clients link bare hosts, so breaking the scheme is not enough, and
 * invisible characters are a phishing technique.
 */
function withoutLinks(value: string): string {
  return value.replace(linkable, (link) => link.replace(/:\/\/(?=\S)|\.(?=[\p{L}\p{N}])/gu, '$& '));
}
