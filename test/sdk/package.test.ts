import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildClient, clientEntries, minifiedEntry } from '../../scripts/sdk/build-client.ts';
import { open } from '../spec/scene.ts';
import { firstToken } from '../world/platform.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Creates a project with the package installed. */
let project: string;
let folder: string;
let packageJson: {
  exports: Record<string, Record<string, Record<string, string>>>;
  [field: string]: unknown;
};

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'posthouse-package-'));
  const installed = join(project, 'node_modules/posthouse');
  folder = join(installed, 'dist/sdk');
  await mkdir(folder, { recursive: true });
  await buildClient(folder);
  packageJson = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await writeFile(join(installed, 'package.json'), JSON.stringify(packageJson));
  await mkdir(join(project, 'node_modules/@types'));
  await symlink(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  await symlink(join(root, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'));
}, 120_000);
afterAll(() => rm(project, { recursive: true }));

/** Node 24 of the checkout, and the machine's own Node if it is another. */
const nodes = [join(root, 'node_modules/node/bin/node'), '/usr/bin/node'].filter(existsSync);

test('the package exports each entry for import and require, with types, and every exported file exists', async () => {
  const files = new Set(await readdir(folder));
  for (const entry of Object.keys(clientEntries)) {
    const exported = packageJson.exports[entry === 'index' ? '.' : `./${entry}`]!;
    for (const [condition, script, types] of [
      ['import', 'mjs', 'd.mts'],
      ['require', 'cjs', 'd.cts'],
    ] as const) {
      expect(exported[condition]).toEqual({
        types: `./dist/sdk/${entry}.${types}`,
        default: `./dist/sdk/${entry}.${script}`,
      });
      expect(files).toContain(`${entry}.${script}`);
      expect(files).toContain(`${entry}.${types}`);
    }
  }
});

test('compilers that do not read exports also find the types of each entry', () => {
  const { main, module, types, typesVersions } = packageJson;
  expect({ main, module, types }).toEqual({
    main: './dist/sdk/index.cjs',
    module: './dist/sdk/index.mjs',
    types: './dist/sdk/index.d.cts',
  });
  const others = Object.keys(clientEntries).filter((entry) => entry !== 'index');
  expect(typesVersions).toEqual({
    '*': Object.fromEntries(others.map((entry) => [entry, [`./dist/sdk/${entry}.d.cts`]])),
  });
});

test('the client imports no Node module and no other package except the React renderer', async () => {
  for (const file of (await readdir(folder)).filter((name) => /\.[mc]js$/.test(name))) {
    const text = await readFile(join(folder, file), 'utf8');
    expect(text).not.toMatch(/node:|\bBuffer\b/);
    const imported = [...text.matchAll(/(?:from |import\(|require\()["']([^"']+)["']/g)].map(
      ([, name]) => name!,
    );
    expect(imported.filter((name) => !name.startsWith('./') && name !== '@react-email/render')).toEqual([]);
    expect(text.includes('@react-email/render')).toBe(file.startsWith('react-email'));
  }
});

test('the client is small: 6 KB in total, 8 KB with test inboxes, 1 KB to verify, 150 KB of types', async () => {
  const octetsMax = { index: 6_144, webhooks: 1_024, testing: 8_192, 'react-email': 512 };
  const sizes: Record<string, number> = {};
  for (const entry of Object.keys(clientEntries) as (keyof typeof clientEntries)[]) {
    const octets = brotliCompressSync(await minifiedEntry(entry)).length;
    sizes[entry] = octets;
    expect(octets).toBeLessThanOrEqual(octetsMax[entry]);
  }
  const types = (await readdir(folder)).filter((name) => name.endsWith('.d.mts'));
  const texts = await Promise.all(types.map((name) => readFile(join(folder, name))));
  const declared = texts.reduce((sum, text) => sum + text.length, 0);
  console.log(`brotli of the minified bundles ${JSON.stringify(sizes)}, types ${declared} octets`);
  expect(declared).toBeLessThanOrEqual(153_600);
});

describe.each(nodes)('on %s,', (node) => {
  test.each([
    [
      'imported',
      'mjs',
      "import { Posthouse } from 'posthouse'; import { verify } from 'posthouse/webhooks';",
    ],
    [
      'required',
      'cjs',
      "const { Posthouse } = require('posthouse'); const { verify } = require('posthouse/webhooks');",
    ],
  ])('the client can be %s, sends, waits and verifies', async (_, extension, head) => {
    const simulated = await open();
    const { port } = await simulated.platform.http.listen('127.0.0.1', 0);
    const script = join(project, `app.${extension}`);
    await writeFile(
      script,
      `${head}
const posthouse = new Posthouse();
async function main() {
  const sent = await posthouse.emails.send({ from: 'a@acme.test', to: 'ada@example.com', subject: 'Hello', markdown: 'Hello' });
  const found = await posthouse.emails.wait({ to: 'ada@example.com' });
  const { error } = await verify('{}', {}, 'whsec_AAAA');
  console.log(JSON.stringify([process.version, sent.error, found.data.id === sent.data.id, error.name]));
}
main();
`,
    );
    const { stdout } = await run(node, [script], {
      env: { POSTHOUSE_API_KEY: firstToken, POSTHOUSE_BASE_URL: `http://127.0.0.1:${port}` },
    });
    await simulated.platform.http.drain(0);
    const [version, ...rest] = JSON.parse(stdout);
    expect(version).toMatch(/^v(2\d)\./);
    expect(rest).toEqual([null, true, 'missing_headers']);
  });
});

describe('with the published types,', () => {
  /**
   * The compiler's errors for each file. One run compiles all of them, because it takes a second to start.
   */
  let complaints: Map<string, string[]>;
  beforeAll(async () => {
    const names = Object.keys(sources);
    await Promise.all(names.map((name) => writeFile(join(project, name), sources[name]!)));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options =
      '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --types node';
    const said = await run(nodes[0]!, [tsc, ...options.split(' '), '--pretty', 'false', ...names], {
      cwd: project,
    }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
    const lines = said.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
    complaints = Map.groupBy(lines, (line) => line.split('(')[0]!);
    expect([...complaints.keys()].filter((name) => !names.includes(name))).toEqual([]);
  }, 120_000);

  const right = `import { Posthouse, type Email } from 'posthouse';
import { createTestInbox } from 'posthouse/testing';
import { renderEmail } from 'posthouse/react-email';
const posthouse = new Posthouse('token', { timeout: 5 });
const { data, error } = await posthouse.emails.get('eml_1');
if (error) {
  switch (error.name) {
    case 'validation_error': error.details.map(({ path }) => path); break;
    case 'missing_api_key': case 'invalid_api_key': case 'restricted_api_key': case 'rate_limit_exceeded':
    case 'internal_server_error': case 'service_unavailable': case 'not_found': case 'conflict':
    case 'network_error': case 'timeout': case 'aborted': case 'unreadable_answer': break;
    default: { const none: never = error; throw none; }
  }
} else { const email: Email = data; email.subject satisfies string; }
const found = await posthouse.emails.wait({ to: 'a@example.com' }).orThrow();
if (found.id !== null) found.subject satisfies string;
for await (const each of posthouse.emails.list({ last_event: 'bounced' })) each.id satisfies string;
const checked = await posthouse.webhooks.verify('{}', new Headers(), 'whsec_AAAA');
if (checked.event?.type === 'email.bounced') checked.event.data.bounce.type satisfies 'hard' | 'soft';
const mail = await createTestInbox(posthouse).waitForEmail();
mail.link() satisfies string;
await posthouse.emails.send({ from: 'a@acme.dev', to: 'b@acme.dev', subject: 'x', ...(await renderEmail({})) });
`;

  const send = (body: string): string =>
    `import { Posthouse } from 'posthouse';\nvoid new Posthouse().emails.send({ from: 'a@b.c', to: 'd@e.f', subject: 's', ${body} });\n`;
  const wrong: Record<string, string> = {
    'no body': '',
    'two bodies': "html: 'x', markdown: 'y'",
    react: "html: 'x', react: {}",
    attachments: "html: 'x', attachments: []",
    scheduled_at: "html: 'x', scheduled_at: 'tomorrow'",
    'a field that is none': "html: 'x', subjct: 'y'",
  };
  const fileWith = (what: string) => `${what.replaceAll(' ', '-')}.mts`;
  const sources: Record<string, string> = {
    'app.mts': right,
    'app.cts': `${right.split('\n').slice(0, 3).join('\n')}\nasync function main() {\n${right.replaceAll(/^import.*$/gm, '')}}\nvoid main();\n`,
    'sends.mts': send("markdown: 'x'"),
    ...Object.fromEntries(Object.entries(wrong).map(([what, body]) => [fileWith(what), send(body)])),
  };

  test.each(['app.mts', 'app.cts'])(
    'the results of %s are exact and distinguish every error of a call',
    (name) => {
      expect(complaints.get(name) ?? []).toEqual([]);
    },
  );

  test.each(Object.keys(wrong))('a send with %s does not compile', (what) => {
    expect(complaints.get(fileWith(what))).toEqual([expect.stringContaining('error TS')]);
  });

  test('a send with one body compiles', () => {
    expect(complaints.get('sends.mts') ?? []).toEqual([]);
  });
});
