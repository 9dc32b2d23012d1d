import { linkSync, unlinkSync, writeFileSync } from 'node:fs';

/**
 * Keeps a text under a name that nobody has taken, for this user alone. Written whole under another name first, then
 * linked: of several who come at once exactly one succeeds, and nobody ever reads half of it. Whose text it is now, only
 * reading it again tells.
 */
export function keepOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
}
