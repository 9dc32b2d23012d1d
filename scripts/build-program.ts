/**
 * The program as it is shipped: bundled with all its packages into a few files, its SQL and texts beside them. The build,
 * the npm package and the desktop bundle are all made of these files, so what is tested in one is what the others hold.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, relative } from 'node:path';
import { type InputOptions, type OutputChunk, type OutputOptions, rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { textFolders } from '../src/surfaces/mcp/content/shipped-texts.ts';
import { builtFormsFile } from '../src/surfaces/mcp/tools/built-forms.ts';
import { requiredPackages } from '../src/world/log.ts';
import { lineMap } from './line-maps.ts';
import { noticesOf } from './third-party-notices.ts';
import { toolFormsText } from './tool-forms.ts';

export type BuiltFile = { path: string; bytes: Buffer };

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** What starts by itself: the program, and what it starts beside it in processes and threads. */
const entries = {
  main: 'src/main.ts',
  'render-child': 'src/world/render-child.ts',
  'scan-thread': 'src/store/sqlite/scan-thread.ts',
  'purge-thread': 'src/store/sqlite/purge-thread.ts',
  'checkpoint-thread': 'src/store/sqlite/checkpoint-thread.ts',
};

/** PostgreSQL's client and `@keyv/sqlite` look for these and work without them; two of them are native modules. */
const notThere = ['pg-native', 'pg-cloudflare', 'better-sqlite3', 'bun:sqlite'];
/** Peers that an operator installs: found beside the program when a setting asks for them. */
const peers = [
  '@opentelemetry/sdk-trace',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
];

/** Names stay as they are, so that a stack trace names functions; comments would be a seventh of the size. */
const comments = { legal: true, annotation: false, jsdoc: false };

/**
 * The files of the program built from the sources below `root`, by their paths in its folder.
 *
 * Lazily loaded modules stay separate, because loading modules dominates the start; and what every start would derive
 * from the catalogue alone, the tools as models see them, is generated here.
 */
export async function buildProgram(root: string): Promise<BuiltFile[]> {
  const modules = new Set<string>();
  const program = await built(
    { cwd: root, input: entries },
    {
      format: 'esm',
      comments,
      sourcemap: true,
      sourcemapExcludeSources: true,
      chunkFileNames: (chunk) => chunkName(root, chunk),
    },
    modules,
  );
  const required = await Promise.all(
    requiredPackages.map((name) =>
      built(
        { cwd: root, input: { [name]: name } },
        { format: 'cjs', comments, codeSplitting: false, exports: 'auto', entryFileNames: '[name].cjs' },
        modules,
      ),
    ),
  );
  return [
    ...withoutBlanks(program)
      .filter((file) => !isForeignMap(file))
      .map(withLineMap),
    ...required.flat().map((file) => withoutBlank(file, false)),
    textFile(builtFormsFile, toolFormsText()),
    textFile(noticesFile, noticesOf(modules)),
    ...filesBelow(`${root}src/store/migrations/`, 'migrations/'),
    ...textFolders.flatMap((folder) => filesBelow(`${root}${folder}/`, `${folder}/`)),
  ];
}

/** @param modules collects the bundled files */
async function built(input: InputOptions, output: OutputOptions, modules: Set<string>): Promise<BuiltFile[]> {
  const build = await rolldown({
    ...input,
    platform: 'node',
    external: [...notThere, ...peers],
    logLevel: 'warn',
  });
  const { output: files } = await build.generate(output);
  await build.close();
  for (const file of files) if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id);
  return files.map((file) => ({
    path: file.fileName,
    bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
  }));
}

/** Files of packages alone are of no use line by line, so they are written short; a stack trace still names their functions. */
function withoutBlanks(files: readonly BuiltFile[]): BuiltFile[] {
  const foreign = new Set(files.filter(isForeignMap).map(({ path }) => path.slice(0, -'.map'.length)));
  return files.map((file) => (foreign.has(file.path) ? withoutBlank(file, true) : file));
}

function withoutBlank({ path, bytes }: BuiltFile, module: boolean): BuiltFile {
  const { code, errors } = minifySync(path, bytes.toString(), {
    module,
    mangle: { keepNames: { function: true, class: true } },
    compress: { target: 'es2024', keepNames: { function: true, class: true } },
    codegen: { removeWhitespace: true },
  });
  if (errors.length > 0) throw new Error(`${path} cannot be written shorter: ${errors[0]?.message}`);
  return { path, bytes: Buffer.from(code) };
}

function withLineMap(file: BuiltFile): BuiltFile {
  if (!file.path.endsWith('.map')) return file;
  return textFile(file.path, JSON.stringify(lineMap(JSON.parse(file.bytes.toString()))));
}

/** A source map whose lines are all of packages: a stack trace is looked up for lines of ours. */
function isForeignMap({ path, bytes }: BuiltFile): boolean {
  if (!path.endsWith('.map')) return false;
  const { sources } = JSON.parse(bytes.toString()) as { sources: string[] };
  return sources.every((source) => source.includes('node_modules/'));
}

/** Named after its main module, or after the room most of its modules come from: a stack trace then names a place. */
function chunkName(root: string, { name, moduleIds }: Pick<OutputChunk, 'name' | 'moduleIds'>): string {
  const paths = moduleIds.map((id) => relative(root, id).replace(/^(src|.*node_modules)\//, ''));
  const main = paths.find((path) => basename(path, extname(path)) === name);
  const rooms = Map.groupBy(paths, dirname);
  const [room] = [...rooms].sort(([, one], [, other]) => other.length - one.length)[0] ?? ['lazy'];
  const named = main === undefined ? `${room}/${name}` : main.slice(0, -extname(main).length);
  return `${named.replaceAll(/[^a-zA-Z0-9]+/g, '-').replace(/^-/, '')}.js`;
}

export function filesBelow(folder: string, under: string): BuiltFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = `${entry.parentPath.replace(/\/?$/, '/')}${entry.name}`;
      return { path: `${under}${path.slice(folder.length)}`, bytes: readFileSync(path) };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function textFile(path: string, content: string): BuiltFile {
  return { path, bytes: Buffer.from(content) };
}
