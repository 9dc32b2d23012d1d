import { visibleLine } from './strip-invisible.ts';
import { cutAtCodeUnits } from './text.ts';

/** Removes invisible characters before truncating, so that they do not displace visible text. */

export const quotedCharactersMax = 120;

/** No character inside can end the quotation marks. */
export function quoted(text: string, charactersMax = quotedCharactersMax): string {
  return `“${oneLine(text, charactersMax).replace(/[“”]/g, "'")}”`;
}

export function oneLine(text: string, charactersMax = quotedCharactersMax): string {
  const line = visibleLine(text);
  const beginning = cutAtCodeUnits(line, charactersMax);
  return beginning.length < line.length ? `${beginning}…` : beginning;
}
