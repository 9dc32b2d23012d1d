import { stripInvisible } from './strip-invisible.ts';

export const clientCharactersMax = 200;

/** Returns the name that a client gives itself as one visible line; null if nothing of it is visible. */
export function clientName(client: string | undefined): string | null {
  if (client === undefined) return null;
  const line = stripInvisible(client.toWellFormed()).replaceAll(/\s+/g, ' ').trim();
  return line === '' ? null : line.slice(0, clientCharactersMax).toWellFormed();
}
