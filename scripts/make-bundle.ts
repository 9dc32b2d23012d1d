/** Makes `dist/posthouse.mcpb`: the MCP server in a single file, which a desktop client installs with a click and runs with its own Node. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packExtension } from '@anthropic-ai/mcpb';
import { toolsets } from '../src/contract/tool.ts';
import { packedMapEnding } from '../src/world/log.ts';
import { type BuiltFile, buildProgram, noticesFile, textFile } from './build-program.ts';
import { writeFiles } from './write-files.ts';

const rootFolder = fileURLToPath(new URL('..', import.meta.url));

type Package = { version: string; description: string; license: string; engines: { node: string } };

/** Writes the bundle of the sources below `root`, and validates its manifest against the official schema. */
export async function makeBundle(root: string, file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-bundle-'));
  try {
    writeFiles(folder, await bundledFiles(root));
    const packed = await packExtension({ extensionPath: folder, outputPath: file, silent: true });
    if (!packed) throw new Error(`no bundle was made of ${folder}; its manifest may be invalid`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundledFiles(root: string): Promise<BuiltFile[]> {
  const about = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Package;
  const program = (await buildProgram(root)).filter(({ path }) => !path.endsWith(packedMapEnding));
  const { version } = about;
  return [
    textFile('manifest.json', `${JSON.stringify(manifest(about), null, 2)}\n`),
    textFile(
      'package.json',
      `${JSON.stringify({ name: 'posthouse', version, type: 'module', private: true })}\n`,
    ),
    { path: 'icon.png', bytes: readFileSync(`${root}scripts/icon.png`) },
    { path: 'LICENSE', bytes: readFileSync(`${root}LICENSE`) },
    ...[...program, textFile('start.js', starter)].map(({ path, bytes }) => ({
      path: path === noticesFile ? path : `server/${path}`,
      bytes,
    })),
  ];
}

/** Clients pass an empty setting as an empty string, or as its unfilled placeholder. */
const starter = `const url = process.argv[2] ?? '';
process.argv.splice(2, Infinity, 'mcp', ...(/^https?:/.test(url) ? ['--url', url] : []));
for (const [name, value] of Object.entries(process.env)) if (/^\\$\\{user_config\\./.test(value)) delete process.env[name];
await import('./main.js');
`;

/** Builds the bundle's manifest (MCPB, manifest 0.3) with its start command and settings. */
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
        description: 'Folder of the database and keys when no server is given.',
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
        description: `Which groups of tools to list, comma separated: ${toolsets.join(', ')}. Empty for all except rare.`,
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
