import { stripInvisible } from '../text/strip-invisible.ts';

const remoteTextCharactersMax = 500;

export function remoteText(text: string, charactersMax: number = remoteTextCharactersMax): string {
  // Truncates first, so that a long text costs no more than a short one.
  const line = stripInvisible(text.slice(0, charactersMax * 8)).replace(/[\s\u2028\u2029]+/g, ' ');
  return line.trim().slice(0, charactersMax).toWellFormed().replaceAll('\0', '');
}
