import { readFileSync } from 'node:fs';

/** The version of this package, as its package.json says; the file stands above both `src` and `dist/src`. */
export const version: string = readVersion();

function readVersion(): string {
  for (const above of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(above, import.meta.url), 'utf8'));
      if (name === 'posthouse') return version;
    } catch {
      // Not this one: the built file lies one folder deeper than the source.
    }
  }
  throw new Error('package.json of posthouse was not found');
}
