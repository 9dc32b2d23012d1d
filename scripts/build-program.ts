/**
 * Builds the shipped program: bundled with all packages into a few files, with its SQL and texts next to them. The npm package and the
 * desktop bundle contain these files too, so a test of one covers the others.
 */
import { isAscii } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import {
  type ChunkingContext,
  type InputOptions,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  rolldown,
} from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { textFolders } from '../src/surfaces/mcp/content/shipped-texts.ts';
import { builtFormsFile } from '../src/surfaces/mcp/tools/built-forms.ts';
import { builtDocumentFile, builtDocumentText } from '../src/surfaces/rest/openapi/built-document.ts';
import { v1Envelope } from '../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../src/surfaces/rest/v2/envelope.ts';
import { version } from '../src/version.ts';
import { packedMapEnding, requiredPackages } from '../src/world/log.ts';
import { catalogue } from '../tools/index.ts';
import { lineMap } from './line-maps.ts';
import { noticesOf } from './third-party-notices.ts';
import { toolFormsText } from './tool-forms.ts';

export type BuiltFile = { path: string; bytes: Buffer };

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** Entry points: the program, and its child processes and threads. */
const entries = {
  main: 'src/main.ts',
  'render-child': 'src/world/render-child.ts',
  'scan-thread': 'src/store/sqlite/scan-thread.ts',
  'purge-thread': 'src/store/sqlite/purge-thread.ts',
  'checkpoint-thread': 'src/store/sqlite/checkpoint-thread.ts',
};

/**
 * The modules of each start by chunk: a chunk holds everything that its files import. Reading a few large files takes a
 * tenth less CPU than reading a hundred small ones. A module belongs to the first chunk that needs it. The first chunk
 * serves the child processes, whose permissions do not cover the files that the other modules read.
 */
const startChunks = {
  'with-threads': Object.values(entries).filter((path) => path !== entries.main),
  'with-command-line': [
    'src/cli.ts',
    'src/version.ts',
    'src/surfaces/cli/parse-options.ts',
    'src/surfaces/cli/output/help.ts',
    'src/world/command-line.ts',
  ],
  'with-engine': ['src/surfaces/cli/mcp.ts', 'src/open.ts', 'src/store/sqlite/database.ts'],
  'with-server': [
    'src/serve.ts',
    'src/http-doors.ts',
    'src/world/telemetry/prometheus-meters.ts',
    'src/surfaces/http/connections/socket-server.ts',
  ],
} as const;
type StartChunk = keyof typeof startChunks;
const packagesEnding = '-packages';

/** Modules that each export one JSON value: tables of names, and tables computed from the phrases of all languages. */
const tableModule = /content\/(?:names\/|requests\/\w+-table)[^/]*\.ts$/;
const letterBlocks = /any-ascii\/block\.js$/;
const letterBlocksMax = 0x1100;

/** Optional packages of PostgreSQL's client and `@keyv/sqlite`, which work without them. Two are native modules. */
const notThere = ['pg-native', 'pg-cloudflare', 'better-sqlite3', 'bun:sqlite'];
/** Peer dependencies that an operator may install. They are loaded if a setting needs them. */
const peers = [
  '@opentelemetry/sdk-trace',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
];

/** Keeps names, so that stack traces show functions. Drops comments, which are a seventh of the size. */
const comments = { legal: true, annotation: false, jsdoc: false };

/**
 * Builds the program from the sources below `root`. Returns its files by path.
 *
 * Keeps lazily loaded modules separate, because loading modules dominates the start. Also generates the tools as models see them,
 * and the API contract, which each start would otherwise derive from the catalogue.
 */
export async function buildProgram(root: string): Promise<BuiltFile[]> {
  const modules = new Set<string>();
  const program = await built(
    // `codeSplitting` needs the entries' exports to be free, and no entry has any.
    { cwd: root, input: entries, preserveEntrySignatures: false },
    {
      format: 'esm',
      comments,
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      chunkFileNames: (chunk) => chunkName(root, chunk),
      // Each chunk already contains its dependencies, and packages must not follow their importers.
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'start', name: startChunkOf(root) }],
      },
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
  const builtDocument = builtDocumentText({
    catalogue,
    version,
    envelopes: { v1: v1Envelope, v2: v2Envelope },
  });
  return [
    ...withoutBlanks(program)
      .filter((file) => !isForeignMap(file))
      .map((file) => (isMap(file) ? packedLineMap(file) : inAscii(file))),
    ...required.flat().map((file) => inAscii(withoutBlank(file, false))),
    textFile(builtFormsFile, toolFormsText()),
    { path: builtDocumentFile, bytes: brotliCompressSync(builtDocument) },
    // The icons of the console were copied from this package.
    textFile(noticesFile, noticesOf(modules.add(`${root}node_modules/lucide/package.json`))),
    ...filesBelow(`${root}src/surfaces/public/frame/`, 'look/').filter(({ path }) => !path.endsWith('.ts')),
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
    plugins: [compressTables],
  });
  const { output: files } = await build.generate(output);
  await build.close();
  for (const file of files) if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id);
  return files.map((file) => ({
    path: file.fileName,
    bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
  }));
}

/** Writes the values of tables in place of their code, compressed, because they are otherwise a sixth of the package. */
const compressTables: Plugin = {
  name: 'compress-tables',
  async transform(_code, id) {
    if (letterBlocks.test(id)) {
      const { default: block } = await import(id);
      const blocks = Array.from({ length: letterBlocksMax }, (_, number) => block(number));
      return withCompressed(
        blocks,
        (table) => `const table = ${table}; export default (n) => table[n] ?? '';`,
      );
    }
    if (!tableModule.test(id)) return null;
    const [[name, value] = []] = Object.entries(await import(id));
    return withCompressed(value, (table) => `export const ${name} = ${table};`);
  },
};

function withCompressed(value: unknown, codeWith: (table: string) => string): { code: string; map: null } {
  const packed = brotliCompressSync(JSON.stringify(value)).toString('base64');
  const table = `JSON.parse(brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString())`;
  return { code: `import { brotliDecompressSync } from 'node:zlib';\n${codeWith(table)}`, map: null };
}

/** Minifies files that contain only packages, because their lines are never needed; stack traces still show their functions. */
function withoutBlanks(files: readonly BuiltFile[]): BuiltFile[] {
  const foreign = new Set(files.filter(isForeignMap).map(({ path }) => path.replace(mapEnding, '')));
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

/**
 * Escapes the characters beyond ASCII in code, because a single one makes V8 keep two bytes for each character of the file.
 *
 * @throws Error where an escape would change the meaning
 */
function inAscii(file: BuiltFile): BuiltFile {
  const code = file.bytes.toString();
  if (isAscii(file.bytes)) return file;
  if (/(?<!\\)(?:\\\\)*\\\P{ASCII}|String\.raw`[^`]*[^\p{ASCII}`]/u.test(code)) {
    throw new Error(`${file.path} escapes a character beyond ASCII`);
  }
  const escaped = code.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return textFile(file.path, escaped);
}

function packedLineMap({ path, bytes }: BuiltFile): BuiltFile {
  const map = JSON.stringify(lineMap(JSON.parse(bytes.toString())));
  return { path: path.replace(mapEnding, packedMapEnding), bytes: brotliCompressSync(map) };
}

const mapEnding = /\.map$/;

function isMap({ path }: BuiltFile): boolean {
  return mapEnding.test(path);
}

/** Whether a source map contains only package sources. */
function isForeignMap(file: BuiltFile): boolean {
  if (!isMap(file)) return false;
  const { sources } = JSON.parse(file.bytes.toString()) as { sources: string[] };
  return sources.every((source) => source.includes('node_modules/'));
}

/** Packages have chunks of their own, because those are minified. */
function startChunkOf(root: string): (id: string, context: ChunkingContext) => string | null {
  const chunks = new Map<StartChunk, ReadonlySet<string>>();
  const modulesOf = (chunk: StartChunk, context: ChunkingContext): ReadonlySet<string> => {
    const paths = startChunks[chunk].map((path) => `${root}${path}`);
    const modules = chunks.get(chunk) ?? importedFrom(paths, chunk === 'with-threads', context);
    chunks.set(chunk, modules);
    return modules;
  };
  return (id, context) => {
    const isIn = (chunk: StartChunk): boolean => modulesOf(chunk, context).has(id);
    if (!isIn('with-engine') && !isIn('with-server')) return null;
    const chunk = (Object.keys(startChunks) as StartChunk[]).find(isIn)!;
    return id.includes('node_modules/') ? `${chunk}${packagesEnding}` : chunk;
  };
}

function importedFrom(
  ids: readonly string[],
  includesLazy: boolean,
  context: ChunkingContext,
): ReadonlySet<string> {
  const found = new Set(ids);
  // A set also visits the entries added during the loop.
  for (const id of found) {
    const info = context.getModuleInfo(id);
    const lazy = includesLazy ? info?.dynamicallyImportedIds : undefined;
    for (const imported of [...(info?.importedIds ?? []), ...(lazy ?? [])]) found.add(imported);
  }
  return found;
}

/** Names a chunk after its main module, or after the folder of most of its modules, to make stack traces readable. */
function chunkName(root: string, { name, moduleIds }: Pick<OutputChunk, 'name' | 'moduleIds'>): string {
  if (name.replace(packagesEnding, '') in startChunks) return `${name}.js`;
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
