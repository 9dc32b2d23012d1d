import { parseMailbox } from '../../model/address.ts';
import type { SecretBox } from './secret-box.ts';

/** A text with more people gets the mark of everyone. */
const peopleMax = 500;
/** Longer local parts are invalid. */
const localCharactersMax = 128;
const markCharacters = 22;

const anId = /\bsub_[0-9a-z]{26}\b/g;
/** The letter of an escape, such as the n of a line feed, must not join the address behind it. */
const jsonEscape = /\\(?:u[0-9a-fA-F]{4}|.)/g;
const notInLocal = /[\s"<>()[\]\\,;:@]/;
const markupBefore = /^.*[^\p{L}\p{M}\p{N}._+-]_*|^_+/u;
const domainAfter = /[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63}){0,126}/uy;

/** Returns MACs of the people in a text, by address and id, so that an erasure finds stored answers. Takes linear time. */
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
  return box.macText('person', `${organization}\n${person}`).slice(0, markCharacters);
}

/** An integration's event may identify a person by external id alone. */
export function externalMarks(
  { secretBox }: { secretBox: SecretBox },
  organization: number,
  { externalId }: { externalId: string | null },
): string[] {
  return externalId === null ? [] : [personMark(secretBox, organization, `ext:${externalId}`)];
}

export function everyoneMark(box: SecretBox, organization: number): string {
  return personMark(box, organization, 'everyone');
}

/** False positives are harmless. Null for more than `peopleMax`. */
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

const looksMax = 20 * peopleMax;

/** Returns the longest possible address, and the same without leading markup characters. */
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
