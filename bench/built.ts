import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import packageJson from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
/** Next to `dist`, because the built program expects the package one folder up. */
const folder = '.bench';
const bundled: ReadonlySet<string> = new Set(['zod']);
const packages = Object.keys(packageJson.dependencies).filter((name) => !bundled.has(name));

/**
 * Bundles programs of this folder as `npm run build` does, because a process that strips types from its sources takes about 50 MB more.
 * @returns the file's path for `startChild`
 */
export async function built(name: string): Promise<string> {
  await build({
    cwd: root,
    input: {
      [name]: `bench/${name}.ts`,
      'render-child': 'src/world/render-child.ts',
      'scan-thread': 'src/store/sqlite/scan-thread.ts',
      'purge-thread': 'src/store/sqlite/purge-thread.ts',
      'checkpoint-thread': 'src/store/sqlite/checkpoint-thread.ts',
    },
    platform: 'node',
    external: [...packages.map((each) => new RegExp(`^${each}(/|$)`)), 'better-sqlite3', 'bun:sqlite'],
    output: { dir: folder, format: 'esm', cleanDir: true },
    logLevel: 'warn',
  });
  await cp(`${root}src/store/migrations/`, `${root}${folder}/migrations/`, { recursive: true });
  return `../${folder}/${name}.js`;
}
