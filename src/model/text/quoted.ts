import { stripInvisible } from './strip-invisible.ts';
import { beginningOf } from './text.ts';

/** Text of others within a sentence of ours. What cannot be seen is removed before it is cut, so that it pushes nothing out. */

export const quotedCharactersMax = 120;

/** Within quotation marks that nothing in it can end. */
export function quoted(text: string, charactersMax = quotedCharactersMax): string {
  return `“${oneLine(text, charactersMax).replace(/[“”]/g, "'")}”`;
}

/** On one line and short; an ellipsis says that it goes on. */
export function oneLine(text: string, charactersMax = quotedCharactersMax): string {
  const line = stripInvisible(text).replace(/\s+/gu, ' ').trim();
  const beginning = beginningOf(line, charactersMax);
  return beginning.length < line.length ? `${beginning}…` : beginning;
}
