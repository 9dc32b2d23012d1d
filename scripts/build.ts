/**
 * Builds `dist`: the program bundled into a few files, with its SQL and texts beside them, because loading modules
 * dominates the start. Lazily loaded modules stay separate; and what every start would derive from the catalogue alone,
 * the tools as models see them, is generated here.
 */
import { cp, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import packageJson from '../package.json' with { type: 'json' };
import { textFolders } from '../src/surfaces/mcp/content/shipped-texts.ts';
import { builtFormsFile } from '../src/surfaces/mcp/tools/built-forms.ts';
import { buildClient } from './sdk/build-client.ts';
import { toolFormsText } from './tool-forms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Its seventy modules, read one by one, would take a sixth of a start. */
const bundledPackages: ReadonlySet<string> = new Set(['zod']);
/** Loaded from their own folders, where `npm audit` and an operator see the version that runs. */
const packages = Object.keys(packageJson.dependencies).filter((name) => !bundledPackages.has(name));

/** Drivers that `@keyv/sqlite` has beside node:sqlite. They are never loaded, and one of them is a native module. */
const otherDrivers = ['better-sqlite3', 'bun:sqlite'];

await build({
  cwd: root,
  input: {
    main: 'src/main.ts',
    'render-child': 'src/world/render-child.ts',
    'scan-thread': 'src/store/sqlite/scan-thread.ts',
    'purge-thread': 'src/store/sqlite/purge-thread.ts',
  },
  platform: 'node',
  external: [...packages.map((name) => new RegExp(`^${name}(/|$)`)), ...otherDrivers],
  output: { dir: 'dist', format: 'esm', cleanDir: true, sourcemap: true, chunkFileNames: chunkName },
  logLevel: 'warn',
});
await cp(`${root}src/store/migrations/`, `${root}dist/migrations/`, { recursive: true });
for (const folder of textFolders) {
  await cp(`${root}${folder}/`, `${root}dist/${folder}/`, { recursive: true });
}
await writeFile(`${root}dist/${builtFormsFile}`, toolFormsText());
await buildClient(`${root}dist/sdk`);

/** Named after its main module, or after the room most of its modules come from: a stack trace then names a place. */
function chunkName({ name, moduleIds }: { name: string; moduleIds: string[] }): string {
  const paths = moduleIds.map((id) => relative(root, id).replace(/^src\//, ''));
  const main = paths.find((path) => basename(path, extname(path)) === name);
  const rooms = Map.groupBy(paths, dirname);
  const [room] = [...rooms].sort(([, one], [, other]) => other.length - one.length)[0] ?? ['lazy'];
  const named = main === undefined ? `${room}/${name}` : main.slice(0, -extname(main).length);
  return `${named.replaceAll(/[^a-zA-Z0-9]+/g, '-')}.js`;
}
