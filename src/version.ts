import { readFileSync } from 'node:fs';

/** Where this package lies: both `src` and the built `dist` stand in it. */
export const packageFolder = new URL('../', import.meta.url);

/** The version of this package, as its package.json says. */
export const version: string = JSON.parse(
  readFileSync(new URL('package.json', packageFolder), 'utf8'),
).version;
