import { beginningOf } from '../text/text.ts';
import { type MergeFields, mergeValue } from './merge-fields.ts';

/**
 * Values in bulk mail. A campaign is verified with its placeholders unfilled, so values are never verified: they may
 * name a plan or a city, but must not carry a message or a link of their own.
 */
const bulkValueCharactersMax = 300;
const bulkNameCharactersMax = 100;

const names: ReadonlySet<string> = new Set(['firstName', 'lastName', 'name']);

/** The values of one mail as a campaign may use them: short, and without text that mail clients would turn into links. */
export function bulkValues(values: MergeFields): MergeFields {
  const bounded: MergeFields = {};
  for (const [name, value] of Object.entries(values)) {
    // An address must not be truncated, or it would be another one.
    const charactersMax = names.has(name) ? bulkNameCharactersMax : bulkValueCharactersMax;
    const short = name === 'email' ? value : beginningOf(value, charactersMax);
    const unlinked = name === 'email' ? value : withoutLinks(short);
    bounded[name] = unlinked;
    if (unlinked !== short) bounded[inLink(name)] = short;
  }
  return bounded;
}

/** The value of a field inside a link that its author wrote, where it cannot change the target. */
export function valueInLink(values: MergeFields, name: string): string {
  const whole = inLink(name);
  return mergeValue(values, Object.hasOwn(values, whole) ? whole : name);
}

/** No field has a blank in its name. */
function inLink(name: string): string {
  return `link ${name}`;
}

/** What mail clients turn into links: a scheme or `www.` with what follows, and a host with a path. */
const linkable =
  /(?:[a-z][a-z\d+.-]{0,20}:\/\/|www\.)\S+|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,9}\.\p{L}{2,63}\/\S*/giu;

/**
 * Inserts visible blanks after the scheme and in the host: `https:// acme. com`. Breaking the scheme is not enough,
 * since many clients link a bare host too; and invisible characters are a phishing technique.
 */
function withoutLinks(value: string): string {
  return value.replace(linkable, (link) => link.replace(/:\/\/(?=\S)|\.(?=[\p{L}\p{N}])/gu, '$& '));
}
