import { readFileSync } from 'node:fs';

/** Root of the package. Both `src` and the built `dist` are in it. */
export const packageFolder = new URL('../', import.meta.url);

export const version: string = JSON.parse(
  readFileSync(new URL('package.json', packageFolder), 'utf8'),
).version;
