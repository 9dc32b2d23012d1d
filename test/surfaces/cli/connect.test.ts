import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { type Machine, runConnect } from '../../../src/surfaces/cli/connect/connect.ts';
import { unseenSettings } from '../../../src/surfaces/cli/connect/unseen-settings.ts';
import { resolveProgramStart } from '../../../src/world/command-line.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { keptStreams, type ToolResult } from './runner.ts';

/** A folder whose name needs quoting in every format. */
const start = { command: '/opt/node 24/node', args: ['/opt/post "office"/it\'s/bin/posthouse.js'] };
const dataFolder = resolve('.posthouse');

type Options = {
  simulated?: SimulatedPlatform;
  config?: NodeJS.ProcessEnv;
  machine?: Partial<Machine>;
};

async function connect(
  words: readonly string[],
  { simulated, config = {}, machine = {} }: Options = {},
): Promise<ToolResult> {
  const streams = keptStreams();
  const environment = {
    readConfig: () => readConfig({ LOG_LEVEL: 'silent', ...config }),
    async openConfigured() {
      if (!simulated) throw new Error('the command opened the database without need');
      return { ...simulated.platform, http: simulated.platform.http, close: async () => {} };
    },
  };
  const here: Machine = {
    platform: 'linux',
    start,
    unseenSettings: () => [],
    isContainer: false,
    ...machine,
  };
  return streams.result(await runConnect(words, environment, streams, here));
}

async function opened(): Promise<SimulatedPlatform> {
  const simulated = await openPlatform();
  onTestFinished(() => simulated.close());
  return simulated;
}

/** Runs the printed words in a shell that prints each on a line. */
function wordsOf(command: string): string[] {
  const printed = execFileSync('sh', ['-c', `claude() { printf '%s\\n' "$@"; }; ${command}`]);
  return printed.toString().trimEnd().split('\n');
}

const program = {
  command: start.command,
  args: [...start.args, 'mcp'],
  env: { POSTHOUSE_DATA_DIR: dataFolder },
};

test.each([
  ['cursor', { mcpServers: { posthouse: program } }, '~/.cursor/mcp.json'],
  [
    'claude-desktop',
    { mcpServers: { posthouse: program } },
    'Application Support/Claude/claude_desktop_config.json',
  ],
  ['vscode', { servers: { posthouse: { type: 'stdio', ...program } } }, 'MCP: Open User Configuration'],
])(
  'connect %s prints JSON that starts this installation with its data folder',
  async (client, expected, place) => {
    const { code, out, err } = await connect([client]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(expected);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(place);
    expect(err).toContain('as the operator of this machine');
    expect(err).toContain('Send a test mail to ada@example.com');
  },
);

test('connect claude-code prints a shell command with correct quoting', async () => {
  const { out } = await connect(['claude-code']);
  expect(wordsOf(out)).toEqual([
    'mcp',
    'add',
    'posthouse',
    '--scope',
    'user',
    '--env',
    `POSTHOUSE_DATA_DIR=${dataFolder}`,
    '--',
    program.command,
    ...program.args,
  ]);
});

test('connect claude-code uses double quotes on Windows', async () => {
  const start = { command: 'C:\\Program Files\\nodejs\\node.exe', args: ['C:\\mail\\bin\\posthouse.js'] };
  const { out } = await connect(['claude-code', '--stdio'], { machine: { platform: 'win32', start } });
  expect(out).toContain('-- "C:\\Program Files\\nodejs\\node.exe" C:\\mail\\bin\\posthouse.js mcp\n');
});

test('connect codex prints a TOML table with escaped strings', async () => {
  const { out } = await connect(['codex']);
  expect(out).toBe(`[mcp_servers.posthouse]
command = "/opt/node 24/node"
args = ["/opt/post \\"office\\"/it's/bin/posthouse.js", "mcp"]

[mcp_servers.posthouse.env]
POSTHOUSE_DATA_DIR = ${JSON.stringify(dataFolder)}
`);
});

test('--http connects each client to this server and says how to add a token', async () => {
  const printed = async (client: string) => await connect([client, '--http']);
  const url = 'http://127.0.0.1:3025/mcp';
  expect(wordsOf((await printed('claude-code')).out)).toEqual(
    ['mcp', 'add', 'posthouse', '--scope', 'user', '--transport', 'http', url].concat(
      '--header',
      'Authorization: Bearer posthouse_…',
    ),
  );
  const cursor = await printed('cursor');
  expect(JSON.parse(cursor.out).mcpServers.posthouse).toEqual({
    url,
    headers: { Authorization: `Bearer \${env:POSTHOUSE_API_KEY}` },
  });
  expect(cursor.err).toContain('Set POSTHOUSE_API_KEY');
  const vsCode = JSON.parse((await printed('vscode')).out);
  expect(vsCode.servers.posthouse.headers.Authorization).toBe(`Bearer \${input:${vsCode.inputs[0].id}}`);
  expect(vsCode.inputs[0]).toMatchObject({ type: 'promptString', password: true });
  expect((await printed('codex')).out).toBe(
    `[mcp_servers.posthouse]\nurl = "${url}"\nbearer_token_env_var = "POSTHOUSE_API_KEY"\n`,
  );
  // Claude Desktop cannot send a header, so a program connects it.
  expect(JSON.parse((await printed('claude-desktop')).out).mcpServers.posthouse).toEqual({
    command: start.command,
    args: [...start.args, 'mcp', '--url', 'http://127.0.0.1:3025'],
    env: { POSTHOUSE_API_KEY: 'posthouse_…' },
  });
});

const publicServer = { POSTHOUSE_BASE_URL: 'https://mail.acme.dev', POSTHOUSE_OAUTH: 'embedded' };

test('a client of a server with a public address and OAuth connects to it without a token', async () => {
  const config = { ...publicServer, POSTHOUSE_OAUTH_REGISTRATION: 'open' };
  const { out, err } = await connect(['cursor'], { config });
  expect(JSON.parse(out).mcpServers.posthouse).toEqual({ url: 'https://mail.acme.dev/mcp' });
  expect(err.replaceAll(/\s+/g, ' ')).toContain('a person chooses the permissions');
  for (const client of ['chatgpt', 'claude-desktop']) {
    const printed = await connect([client], { config: publicServer });
    expect(printed).toMatchObject({ code: 0, out: 'https://mail.acme.dev/mcp\n' });
  }
  const { out: stdio } = await connect(['cursor', '--stdio'], { config: publicServer });
  expect(JSON.parse(stdio).mcpServers.posthouse).toEqual(program);
});

test('Cursor needs a client id unless apps may register themselves', async () => {
  const { out, err } = await connect(['cursor'], { config: publicServer });
  expect(JSON.parse(out).mcpServers.posthouse).toEqual({
    url: 'https://mail.acme.dev/mcp',
    auth: { CLIENT_ID: 'oac_…' },
  });
  expect(err.replaceAll(/\s+/g, ' ')).toContain('tools run create_oauth_client --name Cursor');
});

test.each([
  ['a server without a public address', {}, [], 'connects only to a public https address'],
  [
    'a server without OAuth',
    { POSTHOUSE_BASE_URL: 'https://mail.acme.dev' },
    [],
    'Set POSTHOUSE_OAUTH to embedded',
  ],
  ['a token', publicServer, ['--assistant'], 'takes no token'],
  ['stdio', publicServer, ['--stdio'], 'starts no programs'],
])('connect chatgpt explains why it cannot use %s', async (_, config, words, sentence) => {
  const { code, out, err } = await connect(['chatgpt', ...words], { config });
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(sentence);
});

test('--assistant creates an assistant’s token, shows it once, and the configuration works with it', async () => {
  const simulated = await opened();
  const { out, err } = await connect(['cursor', '--http', '--assistant', '--mode', 'test'], { simulated });
  const authorization = JSON.parse(out).mcpServers.posthouse.headers.Authorization;
  const response = await simulated.platform.http.fetch(
    new Request('http://posthouse.example/api/v2/emails', { headers: { authorization } }),
  );
  expect(response.status).toBe(200);
  const caller = simulated.caller('cli');
  const { output } = await simulated.call('list_tokens', {}, { caller });
  const token = (output as { data: object[] }).data.find((one) => 'name' in one && one.name === 'Cursor');
  expect(token).toMatchObject({ assistant: true, mode: 'test' });
  expect(token).not.toMatchObject({ scopes: expect.arrayContaining(['campaigns.send']) });
  expect(err.replaceAll(/\s+/g, ' ')).toContain('Its mode is test, so no mail leaves.');
});

test('--scopes and --org choose the permissions and the organization of the token', async () => {
  const simulated = await opened();
  const { organization } = await simulated.addOrganization('Acme');
  const words = [
    'codex',
    '--assistant',
    '--scopes',
    'emails.read,tags.read',
    '--org',
    organization.id,
    '--json',
  ];
  const { out } = await connect(words, { simulated });
  const printed = JSON.parse(out);
  expect(printed).toMatchObject({
    client: 'codex',
    transport: 'stdio',
    format: 'toml',
    token: { name: 'Codex', scopes: ['emails.read', 'tags.read'], mode: 'live' },
    ask: 'Which of my sending settings should I improve?',
  });
  expect(printed.configuration).toMatch(/^POSTHOUSE_API_KEY = "posthouse_\w{32,}"$/m);
});

test('connect warns of settings that the assistant’s program would not have', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-connect-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, '.env'), 'POSTHOUSE_DELIVERY=direct\n');
  const here = {
    POSTHOUSE_DELIVERY: 'direct',
    POSTHOUSE_DATABASE_URL: 'postgres://db/mail',
    POSTHOUSE_OAUTH: 'off',
  };
  expect(unseenSettings(folder, here)).toEqual(['POSTHOUSE_DATABASE_URL']);
  const { err } = await connect(['codex'], { machine: { unseenSettings: () => ['POSTHOUSE_DATABASE_URL'] } });
  expect(err.replaceAll(/\s+/g, ' ')).toContain('will not have POSTHOUSE_DATABASE_URL');
});

test('connect in a container advises to connect over HTTP', async () => {
  const inContainer = { machine: { isContainer: true } };
  expect((await connect(['codex'], inContainer)).err.replaceAll(/\s+/g, ' ')).toContain(
    'Use --http or --url.',
  );
  expect((await connect(['codex', '--http'], inContainer)).err).not.toContain('container');
});

test('connect warns of a token for an address without TLS', async () => {
  const { err } = await connect(['cursor', '--url', 'http://mail.acme.dev']);
  expect(err).toContain('not https');
});

test.each(['https://elsewhere.dev', 'http://mail.acme.dev', 'http://localhost:9999'])(
  'connect creates no token for the other server %s',
  async (url) => {
    const simulated = await opened();
    const words = ['cursor', '--url', url, '--assistant'];
    const config = { POSTHOUSE_BASE_URL: 'https://mail.acme.dev' };
    const { code, out, err } = await connect(words, { simulated, config });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('a token of this server, https://mail.acme.dev,');
    expect(err).toContain(`Run connect with --assistant on the machine of ${url}`);
    const { data } = (await simulated.call('list_tokens', {})).output as { data: { name: string }[] };
    expect(data.map(({ name }) => name)).not.toContain('Cursor');
  },
);

test.each(['https://mail.acme.dev', 'http://127.0.0.1:3025', 'http://localhost:3025/mcp'])(
  'connect creates a token for this server at %s',
  async (url) => {
    const words = ['cursor', '--url', url, '--assistant'];
    const config = { POSTHOUSE_BASE_URL: 'https://mail.acme.dev' };
    const { code, out } = await connect(words, { simulated: await opened(), config });
    expect([code, out]).toEqual([0, expect.stringContaining('posthouse_')]);
  },
);

test('connect without a client lists the clients', async () => {
  const { code, out } = await connect([]);
  expect(code).toBe(0);
  for (const client of ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'chatgpt']) {
    expect(out).toContain(`  ${client} `);
  }
});

test.each([
  [['cursor', 'codex'], 'connect takes a single client'],
  [['cursor', '--http', '--stdio'], 'use only one of --http and --stdio'],
  [['cursor', '--scopes', 'emails.read'], '--scopes needs --assistant'],
  [
    ['cursor', '--assistant', '--scopes', 'email.read'],
    'there is no scope email.read; did you mean emails.read?',
  ],
  [['cursor', '--assistant', '--mode', 'dry'], '--mode must be one of test, live'],
  [['cursor', '--url', 'https://user:secret@mail.acme.dev'], '--url must be the address of a server'],
  [['cursor', '--url', 'mail.acme.dev'], '--url must be the address of a server'],
])('connect rejects the words %j', async (words, sentence) => {
  const { code, out, err } = await connect(words);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(sentence);
});

test.each([
  ['a checkout', '/srv/posthouse/', { command: '/bin/node', args: ['/srv/posthouse/bin/posthouse.js'] }],
  [
    'an npm package',
    '/srv/shop/node_modules/posthouse/',
    { command: '/bin/node', args: ['/srv/shop/node_modules/posthouse/bin/posthouse.js'] },
  ],
  ['npx', '/var/cache/_npx/1/node_modules/posthouse/', { command: 'npx', args: ['-y', 'posthouse'] }],
])('an assistant starts %s by a path that works from any folder', (_, root, expected) => {
  expect(resolveProgramStart({ root, node: '/bin/node', platform: 'linux' })).toEqual(expected);
});

test('Windows starts npx through its shell, also for a server on another machine', async () => {
  const root = 'C:\\npm\\_npx\\1\\node_modules\\posthouse\\';
  const npx = { command: 'cmd', args: ['/c', 'npx', '-y', 'posthouse'] };
  expect(resolveProgramStart({ root, node: 'C:\\node.exe', platform: 'win32' })).toEqual(npx);
  const words = ['claude-desktop', '--url', 'https://mail.acme.dev'];
  const { out } = await connect(words, { machine: { platform: 'win32' } });
  expect(JSON.parse(out).mcpServers.posthouse).toMatchObject({
    command: 'cmd',
    args: [...npx.args, 'mcp', '--url', 'https://mail.acme.dev'],
  });
});
