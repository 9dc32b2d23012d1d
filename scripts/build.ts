/**
 * Builds `dist`: the program in a few files instead of the hundreds it is written in, and its SQL and texts beside them. Most of
 * a start is reading modules, so this is what makes it short. What is loaded when it is first needed stays apart; and what
 * every start would make of the catalogue alone, the tools as assistants see them, is made here.
 */
import { cp, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { textFolders } from '../src/surfaces/mcp/content/shipped-texts.ts';
import { builtFormsFile } from '../src/surfaces/mcp/tools/built-forms.ts';
import { toolFormsText } from './tool-forms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Loaded from their own packages, when they are first needed. */
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
