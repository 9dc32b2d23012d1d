import type { Database } from '../../../src/store/database.ts';

class Died extends Error {}

/** A database whose process dies at its `fatal`th transaction from now, before or after the commit. */
export function mortal(
  database: Database,
): Database & { die(fatal: number, when: 'before' | 'after'): void } {
  let left = Number.POSITIVE_INFINITY;
  let before = false;
  return {
    ...database,
    die(fatal, when) {
      left = fatal;
      before = when === 'before';
    },
    async transaction(work) {
      left -= 1;
      if (left < 0 || (left === 0 && before)) throw new Died();
      const value = await database.transaction(work);
      if (left === 0) throw new Died();
      return value;
    },
    async close() {},
  };
}
