import { resolve } from 'node:path';
import { z } from 'zod';
import { readBounded } from './environment-file.ts';

/** A secret in a file is in no environment, which other programs of the same user can read. */
export const fileOf = (name: string) =>
  z.string().min(1).optional().describe(`The file that holds \`${name}\`, in place of that variable`);

const suffix = '_FILE';

/**
 * The secrets that are in files, by the variables they are in place of.
 *
 * @param given the variables that are set
 * @param names of all variables; those that end in `_FILE` name files
 * @param Fault what is thrown for a file that cannot be read, naming its variable and never what is in it
 */
export function secretsFromFiles(
  given: Readonly<Record<string, string>>,
  names: readonly string[],
  Fault: new (message: string) => Error,
): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const fileName of names.filter((one) => one.endsWith(suffix))) {
    const name = fileName.slice(0, -suffix.length);
    const file = given[fileName];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new Fault(`${name}, ${fileName}: may not be set both`);
    try {
      secrets[name] = readBounded(resolve(file)).trim();
    } catch (error) {
      throw new Fault(`${fileName}: ${(error as Error).message}`);
    }
    if (secrets[name] === '') throw new Fault(`${fileName}: ${file} is empty`);
  }
  return secrets;
}
