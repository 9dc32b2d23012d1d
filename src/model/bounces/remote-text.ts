import { stripInvisible } from '../text/strip-invisible.ts';

const remoteTextCharactersMax = 500;

/** Untrusted text as it is kept and shown: one line, without invisible characters, truncated. It is never interpreted. */
export function remoteText(text: string, charactersMax: number = remoteTextCharactersMax): string {
  // Truncated first, so that a long text costs no more than a short one.
  const line = stripInvisible(text.slice(0, charactersMax * 8)).replace(/[\s\u2028\u2029]+/g, ' ');
  return line.trim().slice(0, charactersMax).toWellFormed().replaceAll('\0', '');
}
