import { beginningOf } from '../text/text.ts';
import { type MergeFields, mergeValue } from './merge-fields.ts';

/**
 * Values in mail that many get. A campaign is verified with its placeholders open, so what stands in them has been seen by
 * nobody: it may name a plan or a city, and neither tell a story of its own nor lead anywhere.
 */
const bulkValueCharactersMax = 300;
const bulkNameCharactersMax = 100;

const names: ReadonlySet<string> = new Set(['firstName', 'lastName', 'name']);

/** The values of one mail as a campaign may use them: short, and with addresses that no mail program makes links of. */
export function bulkValues(values: MergeFields): MergeFields {
  const bounded: MergeFields = {};
  for (const [name, value] of Object.entries(values)) {
    // An address is what it is: cut, it would be another's.
    const charactersMax = names.has(name) ? bulkNameCharactersMax : bulkValueCharactersMax;
    const short = name === 'email' ? value : beginningOf(value, charactersMax);
    const unlinked = name === 'email' ? value : withoutLinks(short);
    bounded[name] = unlinked;
    if (unlinked !== short) bounded[inLink(name)] = short;
  }
  return bounded;
}

/** The value of a field as a part of a link that its author wrote, where it leads nowhere by itself. */
export function valueInLink(values: MergeFields, name: string): string {
  const whole = inLink(name);
  return mergeValue(values, Object.hasOwn(values, whole) ? whole : name);
}

/** No field has a blank in its name. */
function inLink(name: string): string {
  return `link ${name}`;
}

/** A scheme or `www.` with what follows, and a host with a path: what mail programs take for a link. */
const linkable =
  /(?:[a-z][a-z\d+.-]{0,20}:\/\/|www\.)\S+|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,9}\.\p{L}{2,63}\/\S*/giu;

/**
 * Blanks that everybody sees, after the scheme and in the host: `https:// acme. com`. The scheme alone is not enough, since
 * many programs link a bare host as well; and marks that nobody sees are what phishers write.
 */
function withoutLinks(value: string): string {
  return value.replace(linkable, (link) => link.replace(/:\/\/(?=\S)|\.(?=[\p{L}\p{N}])/gu, '$& '));
}
