import { cutAtCodeUnits } from '../text/text.ts';
import { type MergeFields, mergeValue } from './merge-fields.ts';

/** A campaign is verified with unfilled placeholders, so a value must not carry a message or a link. */
const bulkValueCharactersMax = 300;
const bulkNameCharactersMax = 100;

const names: ReadonlySet<string> = new Set(['firstName', 'lastName', 'name']);

export function bulkValues(values: MergeFields): MergeFields {
  const bounded: MergeFields = {};
  for (const [name, value] of Object.entries(values)) {
    // A truncated address would be a different one.
    const charactersMax = names.has(name) ? bulkNameCharactersMax : bulkValueCharactersMax;
    const short = name === 'email' ? value : cutAtCodeUnits(value, charactersMax);
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

const linkable =
  /(?:[a-z][a-z\d+.-]{0,20}:\/\/|www\.)\S+|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,9}\.\p{L}{2,63}\/\S*/giu;

/** Breaks bare hosts too, because clients link them. Invisible characters are a phishing technique. */
function withoutLinks(value: string): string {
  return value.replace(linkable, (link) => link.replace(/:\/\/(?=\S)|\.(?=[\p{L}\p{N}])/gu, '$& '));
}
