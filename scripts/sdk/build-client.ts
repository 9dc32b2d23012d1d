/** Builds the client separately from the server: ESM and CJS, each with declarations, without dependencies. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Entries of the package, as in `exports` of package.json. */
export const clientEntries = {
  index: 'src/sdk/index.ts',
  webhooks: 'src/sdk/webhooks.ts',
  testing: 'src/sdk/testing.ts',
  'react-email': 'src/sdk/react-email.ts',
} as const;

const formats = [
  { format: 'esm', extension: 'mjs' },
  { format: 'cjs', extension: 'cjs' },
] as const;

/** Optional peer dependency, loaded on the first rendering. */
const peers = ['@react-email/render'];

/** @param folder receives the files; its other files stay */
export async function buildClient(folder: string): Promise<void> {
  for (const { format, extension } of formats) {
    await build({
      cwd: root,
      input: clientEntries,
      platform: 'neutral',
      external: peers,
      transform: { target: 'es2022' },
      output: {
        dir: folder,
        format,
        entryFileNames: `[name].${extension}`,
        chunkFileNames: `[name]-[hash].${extension}`,
      },
      logLevel: 'warn',
    });
  }
  await writeDeclarations(folder);
}

/** Bundles and minifies a single entry, as the bundler of an app would. */
export async function minifiedEntry(entry: keyof typeof clientEntries): Promise<string> {
  const { output } = await build({
    cwd: root,
    input: clientEntries[entry],
    platform: 'neutral',
    external: peers,
    transform: { target: 'es2022' },
    write: false,
    output: { format: 'esm', minify: true },
    logLevel: 'warn',
  });
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
}

async function writeDeclarations(folder: string): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'posthouse-client-'));
  try {
    const project = join(temporary, 'tsconfig.json');
    const types = join(temporary, 'types');
    await writeFile(project, JSON.stringify(projectFor(types)));
    await promisify(execFile)(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      project,
    ]);
    const declared = new Map<string, string>();
    for (const path of (await readdir(types, { recursive: true })).filter((each) => each.endsWith('.d.ts'))) {
      declared.set(path, await readFile(join(types, path), 'utf8'));
    }
    for (const [path, text] of withPrintedInOne(declared)) {
      for (const { extension } of formats) {
        const name = path.replace(/\.d\.ts$/, `.d.${extension.replace('js', 'ts')}`);
        await writeFile(join(folder, name), declarationText(text, extension));
      }
    }
  } finally {
    await rm(temporary, { recursive: true });
  }
}

const printedFolder = 'printed/';
/** The only printed file with code besides types. */
const operationsFile = `${printedFolder}operations.d.ts`;

/** Merges the printed declarations into one file without imports between them, which saves a twentieth. Their names are unique. */
function withPrintedInOne(declared: ReadonlyMap<string, string>): Map<string, string> {
  const isPrinted = (path: string): boolean => path.startsWith(printedFolder) && path !== operationsFile;
  const imported = new Map<string, Set<string>>();
  const bodies = [...declared]
    .filter(([path]) => isPrinted(path))
    .map(([, text]) =>
      text
        .replaceAll(/^import type \{ (.+) \} from '\.(\..+)';\n/gm, (_, names: string, from: string) => {
          imported.set(from, new Set([...(imported.get(from) ?? []), ...names.split(', ')]));
          return '';
        })
        .replaceAll(/^(?:import type .+ from '\.\/.+'|export type \* from '.+'|export \{\});\n/gm, ''),
    );
  const imports = [...imported].map(
    ([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';\n`,
  );
  return new Map([
    ...[...declared].filter(([path]) => !path.startsWith(printedFolder)),
    [operationsFile.replace('/', '-'), declared.get(operationsFile)!],
    ['printed.d.ts', [...imports, ...bodies].join('')],
  ]);
}

/** Rewrites a declaration for a flat folder, and indents it with tabs, which are shorter. */
function declarationText(text: string, extension: string): string {
  return text
    .replaceAll(/(['"])\.\/([\w/-]+)\.ts\1/g, (_, quote: string, path: string) => {
      const isType = path.startsWith(printedFolder) && !operationsFile.startsWith(`${path}.`);
      return `${quote}./${isType ? 'printed' : path.replace('/', '-')}.${extension}${quote}`;
    })
    .replaceAll(/^( {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4));
}

function projectFor(types: string): object {
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      incremental: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: types,
      rootDir: join(root, 'src/sdk'),
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: [],
    },
    include: [join(root, 'src/sdk')],
  };
}

if (import.meta.main) await buildClient(join(root, 'dist/sdk'));
