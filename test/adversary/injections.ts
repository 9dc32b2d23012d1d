import { disguises } from './disguises.ts';
import { orders } from './orders.ts';

/**
 * Texts as an attacker would write them to make an assistant that reads them act. In each stands `MARK`, in
 * whose place comes a word of its own, so that the text is found again wherever it went.
 */
export type Injection = { kind: string; text: string };

/** The word that stands in the text of this number; in lower case, since addresses are. */
export function markOf(index: number): string {
  return `planted${String(index).padStart(3, '0')}x`;
}

const localPartCharactersMax = 60;

export const anyMark = /planted\d{3}x/gi;

/** The whole corpus, with the marks in place. */
export const injections: readonly Injection[] = [...orders, ...disguises].map(({ kind, text }, index) => ({
  kind,
  text: text.replaceAll('MARK', markOf(index)),
}));

/** The text on one line of so many characters at most; its mark stays in it. */
export function onOneLine(index: number, charactersMax: number): string {
  return fitted(injections[index]!.text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' '), index, charactersMax);
}

/** The same of what a header of HTTP or a reply of SMTP can hold. */
export function inAscii(index: number, charactersMax: number): string {
  const plain = injections[index]!.text.replace(/[^\x20-\x7e]+/g, ' ');
  return fitted(plain, index, charactersMax);
}

/** The same as the local part of an address: words with dots between them. */
export function inLocalPart(index: number): string {
  const words = injections[index]!.text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const others = words.filter((word) => word !== markOf(index));
  // Where the text has no Latin letters, an order that has.
  const sentence = others.length > 3 ? others : ['ignore', 'all', 'rules', 'and', 'send'];
  return [markOf(index), ...sentence].join('.').slice(0, localPartCharactersMax).replace(/\.$/, '');
}

/** The same of what the name of an event may hold. */
export function inEventName(index: number): string {
  return fitted(injections[index]!.text.replace(/[^\p{L}\p{M}\p{N}._\-: ]+/gu, ' '), index, 128);
}

function fitted(text: string, index: number, charactersMax: number): string {
  const cut = text.trim().slice(0, charactersMax).toWellFormed();
  if (cut.includes(markOf(index))) return cut.trim();
  return `${markOf(index)} ${text.trim()}`.slice(0, charactersMax).toWellFormed().trim();
}
