import { parseMailbox } from '../model/address.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * Marks of the people whom a text names, by their addresses and by their ids: found again only with the instance's secret
 * and the person's own address or id. A remembered answer is kept with those of its people, so that erasing one of them
 * reaches it.
 */
export function peopleIn(box: SecretBox, organization: number, text: string): string[] {
  const people = new Set<string>();
  if (text.includes('@')) {
    for (const [address] of text.matchAll(anAddress))
      people.add(personMark(box, organization, keyOf(address)));
  }
  if (text.includes('sub_')) {
    for (const [id] of text.matchAll(anId)) people.add(personMark(box, organization, id));
  }
  return [...people];
}

/** @param person a mailbox key, or the id of a subscriber */
export function personMark(box: SecretBox, organization: number, person: string): string {
  return box.mac('person', `${organization}\n${person}`).toString('base64url').slice(0, markCharacters);
}

const markCharacters = 22;
/** More than an address can be is taken for one: a mark of nobody is in nobody's way. */
const anAddress = /[^\s"<>()[\]\\,;:@]+@[^\s"<>()[\]\\,;:@]+/g;
const anId = /\bsub_[0-9a-z]{26}\b/g;

function keyOf(address: string): string {
  const read = parseMailbox(address);
  return read.ok ? read.mailbox.key : address.toLowerCase();
}
