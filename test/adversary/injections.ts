import { disguises } from './disguises.ts';
import { orders } from './orders.ts';

/**
 * Texts that try to make a reading assistant act. Each contains `MARK`, replaced by a unique word, so that
 * the text can be found anywhere.
 */
export type Injection = { kind: string; text: string };

/** The unique word of the text with this number; in lower case, like addresses. */
export function markOf(index: number): string {
  return `planted${String(index).padStart(3, '0')}x`;
}

const localPartCharactersMax = 60;

export const anyMark = /planted\d{3}x/gi;

/** The complete corpus with unique words. */
export const injections: readonly Injection[] = [...orders, ...disguises].map(({ kind, text }, index) => ({
  kind,
  text: text.replaceAll('MARK', markOf(index)),
}));

/** Shortens the text to one line of this length that keeps its unique word. */
export function onOneLine(index: number, charactersMax: number): string {
  return fitted(injections[index]!.text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' '), index, charactersMax);
}

/** Shortens the text for an HTTP header or an SMTP reply. */
export function inAscii(index: number, charactersMax: number): string {
  const plain = injections[index]!.text.replace(/[^\x20-\x7e]+/g, ' ');
  return fitted(plain, index, charactersMax);
}

/** Converts the text to a local part: words joined by dots. */
export function inLocalPart(index: number): string {
  const words = injections[index]!.text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const others = words.filter((word) => word !== markOf(index));
  // A text without Latin letters is replaced by an order that has some.
  const sentence = others.length > 3 ? others : ['ignore', 'all', 'rules', 'and', 'send'];
  return [markOf(index), ...sentence].join('.').slice(0, localPartCharactersMax).replace(/\.$/, '');
}

/** Converts the text to a valid event name. */
export function inEventName(index: number): string {
  return fitted(injections[index]!.text.replace(/[^\p{L}\p{M}\p{N}._\-: ]+/gu, ' '), index, 128);
}

function fitted(text: string, index: number, charactersMax: number): string {
  const cut = text.trim().slice(0, charactersMax).toWellFormed();
  if (cut.includes(markOf(index))) return cut.trim();
  return `${markOf(index)} ${text.trim()}`.slice(0, charactersMax).toWellFormed().trim();
}
