/**
 * Makes `dist/posthouse.mcpb`: the MCP server with everything it needs in one file, which a desktop client installs
 * with a click and starts with its own Node. Unlike `dist` it includes its dependencies.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packExtension } from '@anthropic-ai/mcpb';
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';
import { textFolders } from '../src/surfaces/mcp/content/shipped-texts.ts';
import { builtFormsFile } from '../src/surfaces/mcp/tools/built-forms.ts';
import { toolFormsText } from './tool-forms.ts';

const rootFolder = fileURLToPath(new URL('..', import.meta.url));

type Package = { version: string; description: string; license: string; engines: { node: string } };

/** Required by name when the first line is logged, so they are placed beside the program as packages of one file each. */
const requiredByName = ['pino', 'pino-pretty'];

/** PostgreSQL's client and `@keyv/sqlite` look for these and work without them. */
const notThere = ['pg-native', 'pg-cloudflare', 'better-sqlite3', 'bun:sqlite'];

type BundledFile = { path: string; bytes: Buffer };

/** Writes the bundle of the sources below `root`; its manifest is checked against the official schema. */
export async function makeBundle(root: string, file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-bundle-'));
  try {
    for (const { path, bytes } of await bundledFiles(root)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const packed = await packExtension({ extensionPath: folder, outputPath: file, silent: true });
    if (!packed) throw new Error(`no bundle was made of ${folder}; its manifest may be invalid`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundledFiles(root: string): Promise<BundledFile[]> {
  const about = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Package;
  const modules = new Set<string>();
  const program = await built(
    {
      cwd: root,
      input: { main: 'src/main.ts', 'render-child': 'src/world/render-child.ts' },
    },
    { format: 'esm' },
    modules,
  );
  const packages: BundledFile[] = [];
  for (const name of requiredByName) {
    const files = await built(
      { cwd: root, input: { index: name } },
      { format: 'cjs', codeSplitting: false, exports: 'auto' },
      modules,
    );
    packages.push(
      ...files.map(({ path, bytes }) => ({ path: `node_modules/${name}/${path}`, bytes })),
      text(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' })),
    );
  }
  const server = [
    ...program,
    ...packages,
    text('start.js', starter),
    text(builtFormsFile, toolFormsText()),
    ...filesOf(`${root}src/store/migrations/`, 'migrations/'),
    ...textFolders.flatMap((folder) => filesOf(`${root}${folder}/`, `${folder}/`)),
  ];
  const { version } = about;
  return [
    text('manifest.json', `${JSON.stringify(manifest(about), null, 2)}\n`),
    text(
      'package.json',
      `${JSON.stringify({ name: 'posthouse', version, type: 'module', private: true })}\n`,
    ),
    { path: 'icon.png', bytes: readFileSync(`${root}scripts/icon.png`) },
    { path: 'LICENSE', bytes: readFileSync(`${root}LICENSE`) },
    text('THIRD-PARTY-LICENSES.txt', licencesOf(modules)),
    ...server.map(({ path, bytes }) => ({ path: `server/${path}`, bytes })),
  ];
}

/** @param modules collects the bundled files */
async function built(
  input: InputOptions,
  output: OutputOptions,
  modules: Set<string>,
): Promise<BundledFile[]> {
  const build = await rolldown({ ...input, platform: 'node', external: notThere, logLevel: 'silent' });
  const { output: files } = await build.generate(output);
  await build.close();
  for (const file of files) if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id);
  return files.map((file) => ({
    path: file.fileName,
    bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
  }));
}

/** Third-party code may only be distributed with its notice: the licence of each bundled package. */
function licencesOf(modules: ReadonlySet<string>): string {
  const folders = new Map<string, string>();
  for (const module of modules) {
    const [folder, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)(?=\/)/.exec(module) ?? [];
    if (folder !== undefined && name !== undefined) folders.set(name, folder);
  }
  return [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folder]) => {
      const { license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { license?: string };
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const words = file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8').trim();
      return `# ${name} (${license})\n\n${words}\n`;
    })
    .join('\n\n');
}

function filesOf(folder: string, under: string): BundledFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = `${entry.parentPath.replace(/\/?$/, '/')}${entry.name}`;
      return { path: `${under}${path.slice(folder.length)}`, bytes: readFileSync(path) };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function text(path: string, content: string): BundledFile {
  return { path, bytes: Buffer.from(content) };
}

/** A setting left empty arrives as an empty string, or as its own placeholder where a client does not fill it in. */
const starter = `const url = process.argv[2] ?? '';
process.argv.splice(2, Infinity, 'mcp', ...(/^https?:/.test(url) ? ['--url', url] : []));
for (const [name, value] of Object.entries(process.env)) if (/^\\$\\{user_config\\./.test(value)) delete process.env[name];
await import('./main.js');
`;

/** The bundle's manifest (MCPB, manifest 0.3): how it is started, and its settings. */
function manifest({ version, description, license, engines }: Package): Record<string, unknown> {
  return {
    manifest_version: '0.3',
    name: 'posthouse',
    display_name: 'Posthouse',
    version,
    description,
    long_description:
      'Send transactional mail and campaigns, look after subscribers, and find out why a mail did not arrive. It works on a database in a folder of this computer, or speaks for a Posthouse server elsewhere. Nothing is sent to several people before you have agreed to it.',
    author: { name: 'Posthouse' },
    license,
    icon: 'icon.png',
    keywords: ['email', 'newsletter', 'campaigns', 'transactional', 'deliverability', 'smtp'],
    server: {
      type: 'node',
      entry_point: 'server/start.js',
      mcp_config: {
        command: 'node',
        // biome-ignore-start lint/suspicious/noTemplateCurlyInString: filled in by the client
        args: ['${__dirname}/server/start.js', '${user_config.url}'],
        env: {
          POSTHOUSE_DATA_DIR: '${user_config.data_dir}',
          POSTHOUSE_API_KEY: '${user_config.api_key}',
          POSTHOUSE_MCP_TOOLSETS: '${user_config.toolsets}',
          POSTHOUSE_MCP_READ_ONLY: '${user_config.read_only}',
        },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    user_config: {
      data_dir: {
        type: 'directory',
        title: 'Data folder',
        description: 'Where the database and keys are kept, when no server is named.',
        default: '${HOME}/.posthouse',
        required: false,
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: filled in by the client
      },
      url: {
        type: 'string',
        title: 'Server',
        description: 'The https address of a Posthouse server. Leave it empty to work in the data folder.',
        default: '',
        required: false,
      },
      api_key: {
        type: 'string',
        title: 'API token',
        description:
          'A token (posthouse_…) of that server. In the data folder it may be left empty: then you are its operator.',
        sensitive: true,
        default: '',
        required: false,
      },
      toolsets: {
        type: 'string',
        title: 'Toolsets',
        description:
          'Which groups of tools to offer, comma separated: core, audience, campaigns, automation, deliverability, admin. Empty for all.',
        default: '',
        required: false,
      },
      read_only: {
        type: 'boolean',
        title: 'Read only',
        description: 'Offer only tools that change and send nothing.',
        default: false,
        required: false,
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
  };
}

if (import.meta.main) {
  const file = process.argv[2] ?? `${rootFolder}dist/posthouse.mcpb`;
  await makeBundle(rootFolder, file);
  process.stdout.write(`${file}: ${(statSync(file).size / 1_000_000).toFixed(1)} MB\n`);
}
