import { resolve } from 'node:path';
import { z } from 'zod';
import { explainError } from '../../model/text/explain-error.ts';
import { readBounded } from './environment-file.ts';

/** Keeps a secret out of the environment, which other programs of the same user can read. */
export const secretFileSetting = (name: string) =>
  z.string().min(1).optional().describe(`File that contains \`${name}\``);

const suffix = '_FILE';

/** Returns the contents of `_FILE` variables under the replaced names. `Fault` never contains the content. */
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
    if (given[name] !== undefined) throw new Fault(`${name}, ${fileName}: may not both be set`);
    try {
      secrets[name] = readBounded(resolve(file)).trim();
    } catch (error) {
      throw new Fault(`${fileName}: ${explainError(error)}`);
    }
    if (secrets[name] === '') throw new Fault(`${fileName}: ${file} is empty`);
  }
  return secrets;
}
