import { parseMailbox } from '../../model/address.ts';
import type { SecretBox } from './secret-box.ts';

/** A text that seems to name more people than this is kept as if it named everyone. */
const peopleMax = 500;
/** Longer ones are no address. */
const localCharactersMax = 128;
const markCharacters = 22;

const anId = /\bsub_[0-9a-z]{26}\b/g;
/** JSON writes a line break as `\n`, whose letter is not a part of the address behind it. */
const jsonEscape = /\\(?:u[0-9a-fA-F]{4}|.)/g;
const notInLocal = /[\s"<>()[\]\\,;:@]/;
const markupBefore = /^.*[^\p{L}\p{M}\p{N}._+-]_*|^_+/u;
const domainAfter = /[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63}){0,126}/uy;

/**
 * Marks of the people that a text names, by their addresses and by their ids: found again only with the instance's secret
 * and the person's own address or id. A remembered answer is kept with those of its people, so that erasing one of them
 * reaches it.
 * @param json may hold megabytes that a caller wrote: the time this takes grows with its length alone
 */
export function peopleIn(box: SecretBox, organization: number, json: string): string[] {
  const names = namesIn(json);
  if (names === null) return [everyoneMark(box, organization)];
  const people = new Set<string>();
  for (const name of names)
    people.add(personMark(box, organization, name.includes('@') ? keyOf(name) : name));
  return [...people];
}

/** @param person a mailbox key, or the id of a subscriber */
export function personMark(box: SecretBox, organization: number, person: string): string {
  return box.mac('person', `${organization}\n${person}`).toString('base64url').slice(0, markCharacters);
}

/** The mark of the external id of a person, if they have one: what an integration sent may name them by it alone. */
export function externalMarks(
  { secretBox }: { secretBox: SecretBox },
  organization: number,
  { externalId }: { externalId: string | null },
): string[] {
  return externalId === null ? [] : [personMark(secretBox, organization, `ext:${externalId}`)];
}

/** Represents the people of a text that names too many to keep a mark of each. */
export function everyoneMark(box: SecretBox, organization: number): string {
  return personMark(box, organization, 'everyone');
}

/** Ids and what may be an address: a mark of no one does no harm. Null for more than `peopleMax`. */
function namesIn(json: string): Set<string> | null {
  const names = new Set<string>();
  if (json.includes('sub_')) {
    for (const [id] of json.matchAll(anId)) if (names.add(id).size > peopleMax) return null;
  }
  if (!json.includes('@')) return names;
  const text = json.replace(jsonEscape, ' ');
  let looks = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    looks += 1;
    for (const address of addressesAround(text, at)) names.add(address);
    if (names.size > peopleMax || looks > looksMax) return null;
  }
  return names;
}

/** Of signs that may be in an address, in one text. */
const looksMax = 20 * peopleMax;

/** The longest that may be an address, and the one without signs that are markup more often than part of a name. */
function addressesAround(text: string, at: number): string[] {
  let from = at;
  while (from > 0 && at - from < localCharactersMax && !notInLocal.test(text[from - 1]!)) from -= 1;
  domainAfter.lastIndex = at + 1;
  const domain = domainAfter.exec(text)?.[0];
  if (domain === undefined) return [];
  const local = text.slice(from, at);
  return [local, local.replace(markupBefore, '')].filter(Boolean).map((name) => `${name}@${domain}`);
}

function keyOf(address: string): string {
  const read = parseMailbox(address);
  return read.ok ? read.mailbox.key : address.toLowerCase();
}
