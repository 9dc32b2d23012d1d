import { readFileSync } from 'node:fs';

/** The version of this package, as its package.json says; the file lies beside both `src` and the built `dist`. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;
