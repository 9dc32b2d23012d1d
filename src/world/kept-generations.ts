import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { replaceFile } from './write-once-file.ts';

/** The valid generations of a data folder's database, stored next to it. */
export type KeptGenerations = {
  /** Null if none were ever stored. */
  read(): readonly string[] | null;
  write(generations: readonly string[]): void;
};

export function keptGenerations(folder: string): KeptGenerations {
  const file = join(resolve(folder), 'generation');
  return {
    read() {
      const names = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      const kept = names.filter((name) => name !== '');
      return kept.length === 0 ? null : kept;
    },
    write: (generations) => replaceFile(file, `${generations.join('\n')}\n`),
  };
}
