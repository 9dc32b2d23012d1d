import { appendFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isAbsolute, resolve } from 'node:path';

/**
 * Preloaded with `node --import`: records the program's file operations in order. A power cut can lose
 * anything not synced, so the order shows what a cut at any moment leaves.
 */

const noted = process.env.WRITTEN_FILES!;
const builtin = createRequire(import.meta.url);
const fs = builtin('node:fs') as typeof import('node:fs');
const sqlite = builtin('node:sqlite') as typeof import('node:sqlite');

const openSync = fs.openSync.bind(fs);
const paths = new Map<number, string>();

let isNoting = false;

function note(what: string, ...names: unknown[]): void {
  if (isNoting) return;
  isNoting = true;
  const result = names.map((name) => (isAbsolute(String(name)) ? String(name) : resolve(String(name))));
  appendFileSync(noted, `${[what, ...result].join(' ')}\n`);
  isNoting = false;
}

Object.assign(fs, {
  openSync(...args: Parameters<typeof openSync>) {
    const opened = openSync(...args);
    paths.set(opened, String(args[0]));
    return opened;
  },
});
for (const name of ['fsyncSync', 'writeSync'] as const) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name](...args: unknown[]) {
      const done = original(...args);
      const path = paths.get(args[0] as number);
      if (path !== undefined) note(name, path);
      return done;
    },
  });
}
for (const name of ['writeFileSync', 'linkSync', 'renameSync', 'mkdirSync'] as const) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name](...args: unknown[]) {
      const done = original(...args);
      const isNaming = name === 'linkSync' || name === 'renameSync';
      note(name, ...args.slice(0, isNaming ? 2 : 1));
      return done;
    },
  });
}

Object.assign(sqlite, {
  DatabaseSync: class extends sqlite.DatabaseSync {
    override prepare(...args: Parameters<InstanceType<typeof sqlite.DatabaseSync>['prepare']>) {
      if (args[0].includes('INSERT INTO instance ')) note('bind');
      if (args[0].includes('INSERT INTO tokens ')) note('token');
      return super.prepare(...args);
    }
  },
});
syncBuiltinESMExports();
