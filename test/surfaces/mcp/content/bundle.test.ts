import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBundle } from '../../../../scripts/make-bundle.ts';
import { configSchema } from '../../../../src/config.ts';
import { toolsets } from '../../../../src/contract/tool.ts';
import { root, textOf } from '../../../pins/checkout/program.ts';
import { unzipped } from '../../../world/programs/unzip.ts';
import { openScene } from '../scene.ts';
import { standardNames } from '../tools/tool-names.ts';

/** The bundle as a desktop client installs it: unpacked into a folder without the checkout. */
let folder: string;
let files: Map<string, Buffer>;
let manifest: Manifest;

type Manifest = {
  server: {
    entry_point: string;
    mcp_config: { command: string; args: string[]; env: Record<string, string> };
  };
  user_config: Record<string, { sensitive?: boolean; default?: unknown; description: string }>;
  [field: string]: unknown;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-bundle-'));
  await makeBundle(root, join(folder, 'posthouse.mcpb'));
  files = unzipped(readFileSync(join(folder, 'posthouse.mcpb')));
  manifest = JSON.parse(files.get('manifest.json')!.toString()) as Manifest;
  for (const [path, bytes] of files) {
    mkdirSync(join(folder, 'unpacked', dirname(path)), { recursive: true });
    writeFileSync(join(folder, 'unpacked', path), bytes);
  }
  mkdirSync(join(folder, 'elsewhere'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Started = { client: Client; said: () => string };

/** Starts the bundle as the manifest specifies, with the user's settings filled in. */
async function started(answers: Record<string, string>, work: (started: Started) => Promise<void>) {
  const answered = (template: string): string =>
    template
      .replace(/^\$\{__dirname\}/, join(folder, 'unpacked'))
      .replace(/^\$\{user_config\.(\w+)\}$/, (whole, name: string) =>
        String(answers[name] ?? manifest.user_config[name]?.default ?? whole),
      );
  const { args, env } = manifest.server.mcp_config;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: args.map(answered),
    env: {
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, answered(value)])),
      LOG_LEVEL: 'debug',
    },
    cwd: join(folder, 'elsewhere'),
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr!.on('data', (chunk) => (said += chunk));
  const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  try {
    await work({ client, said: () => said });
  } finally {
    await client.close();
  }
}

test('the manifest matches the package, and every file it names exists', () => {
  const { version, description, engines } = JSON.parse(textOf('package.json'));
  expect(manifest).toMatchObject({
    manifest_version: '0.3',
    name: 'posthouse',
    version,
    description,
    author: { name: 'Posthouse' },
    server: { type: 'node' },
    compatibility: { runtimes: { node: engines.node } },
  });
  expect(files.has(manifest.server.entry_point)).toBe(true);
  expect(
    files
      .get(manifest.icon as string)!
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect([...files.keys()].filter((path) => path.startsWith('/') || path.includes('..'))).toEqual([]);
});

test('the licences of all dependencies are included', () => {
  const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> };
  const notices = files.get('THIRD-PARTY-NOTICES.txt')!.toString();
  for (const name of Object.keys(dependencies)) expect(notices).toMatch(new RegExp(`^# ${name} \\d`, 'm'));
  expect(notices).not.toContain('(undefined)');
});

test('the manifest uses every setting, and every variable in it is known', () => {
  const { args, env } = manifest.server.mcp_config;
  expect(Object.keys(env).filter((name) => !(name in configSchema.shape))).toEqual([]);
  const used = [...args, ...Object.values(env)].flatMap(
    (value) => /^\$\{user_config\.(\w+)\}$/.exec(value)?.[1] ?? [],
  );
  expect(used.toSorted()).toEqual(Object.keys(manifest.user_config).toSorted());
  expect(manifest.user_config.api_key!.sensitive).toBe(true);
  expect(manifest.user_config.toolsets!.description).toContain(toolsets.join(', '));
});

test('the bundle starts in an empty folder and serves the standard tools', async () => {
  await started({ data_dir: join(folder, 'data') }, async ({ client, said }) => {
    expect(client.getServerVersion()).toMatchObject({ name: 'posthouse', version: manifest.version });
    const { tools } = await client.listTools();
    expect(new Set(tools.map(({ name }) => name))).toEqual(standardNames);
    expect((await client.listPrompts()).prompts).toHaveLength(9);
    const { contents } = await client.readResource({ uri: 'posthouse://docs/errors' });
    expect(contents).toMatchObject([{ text: expect.stringContaining('validation_error') }]);
    const sent = await client.callTool({
      name: 'send_email',
      arguments: { from: 'a@acme.dev', to: 'ada@example.com', subject: 'Hello', markdown: '# It works' },
    });
    const { id } = sent.structuredContent as { id: string };
    const shown = await client.callTool({ name: 'get_email', arguments: { id } });
    expect(shown.structuredContent).toMatchObject({ last_event: 'delivered', delivery_mode: 'test' });
    // The logger is a separate package, loaded with its first line.
    expect(said()).toContain('"tool":"send_email"');
  });
  expect(readdirSync(join(folder, 'elsewhere'))).toEqual([]);
  expect(readdirSync(join(folder, 'data'))).toContain('posthouse.sqlite');
});

test('settings narrow the offered tools', async () => {
  await started(
    { data_dir: join(folder, 'data'), toolsets: 'core', read_only: 'true' },
    async ({ client }) => {
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toContain('list_emails');
      expect(names.filter((name) => /^(send|create|delete)_/.test(name))).toEqual([]);
    },
  );
});

test('a bundle with a server address connects to that server', async () => {
  const scene = await openScene();
  const { port } = await scene.http.listen('127.0.0.1', 0);
  try {
    await started({ url: `http://127.0.0.1:${port}`, api_key: scene.secret }, async ({ client }) => {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_notes');
    });
  } finally {
    await scene.close();
  }
});
