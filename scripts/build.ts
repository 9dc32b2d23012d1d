/**
 * Builds `dist`: the program bundled into a few files, with its SQL and texts beside them, because loading modules
 * dominates the start. Lazily loaded modules stay separate; and what every start would derive from the catalogue alone,
 * the tools as models see them, is generated here.
 */
import { cp, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { textFolders } from '../src/surfaces/mcp/content/shipped-texts.ts';
import { builtFormsFile } from '../src/surfaces/mcp/tools/built-forms.ts';
import { toolFormsText } from './tool-forms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Loaded from their own packages on first use. */
const loadedLater = [
  '@modelcontextprotocol/server',
  'disposable-email-domains-js',
  'html-to-text',
  'htmlparser2',
  'juice',
  'marked',
  'pg',
  'pino',
  'pino-pretty',
  'postal-mime',
  'tldts',
];

await build({
  cwd: root,
  input: {
    main: 'src/main.ts',
    'render-child': 'src/world/render-child.ts',
    'scan-thread': 'src/store/sqlite/scan-thread.ts',
    'purge-thread': 'src/store/sqlite/purge-thread.ts',
  },
  platform: 'node',
  external: loadedLater.map((name) => new RegExp(`^${name}(/|$)`)),
  output: { dir: 'dist', format: 'esm', cleanDir: true },
  logLevel: 'warn',
});
await cp(`${root}src/store/migrations/`, `${root}dist/migrations/`, { recursive: true });
for (const folder of textFolders) {
  await cp(`${root}${folder}/`, `${root}dist/${folder}/`, { recursive: true });
}
await writeFile(`${root}dist/${builtFormsFile}`, toolFormsText());
