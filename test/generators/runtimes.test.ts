import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packedManifest } from '../../scripts/pack.ts';
import { buildClient } from '../../scripts/sdk/build-client.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../world/platform.ts';

/**
 * The packed client in runtimes other than Node: Bun, Deno and workerd, which has no Node APIs. They are
 * fetched for this test alone: a third of a gigabyte.
 */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const runtimes = { bun: '1.4.5', deno: '2.9.6', miniflare: '4.20260426.0' };
const workersDate = '2026-04-01';
const fetchMs = 300_000;

let folder: string;
let platform: SimulatedPlatform;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-runtimes-'));
  platform = await openPlatform();
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  environment = {
    ...process.env,
    POSTHOUSE_API_KEY: firstToken,
    POSTHOUSE_BASE_URL: `http://127.0.0.1:${port}`,
  };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: runtimes }),
  );
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
  // The other runtimes find their programs at start.
  await run(process.execPath, ['install.js'], { cwd: join(folder, 'node_modules/bun') });
  const installed = join(folder, 'node_modules/posthouse');
  await mkdir(join(installed, 'dist/sdk'), { recursive: true });
  await buildClient(join(installed, 'dist/sdk'));
  await writeFile(
    join(installed, 'package.json'),
    packedManifest(await readFile(join(root, 'package.json'), 'utf8')),
  );
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
}, fetchMs);

afterAll(async () => {
  await platform.platform.http.drain(0);
  await platform.close();
  await rm(folder, { recursive: true });
});

const programs = {
  'program.js': `import { Posthouse } from 'posthouse';
import { createTestInbox } from 'posthouse/testing';
import { verify, verifyRequest } from 'posthouse/webhooks';

const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

export async function program(posthouse = new Posthouse()) {
  const inbox = createTestInbox(posthouse);
  const mail = { from: 'Acme <hello@acme.test>', to: inbox.address, markdown: '[Confirm](https://acme.test/confirm)' };
  const sent = await posthouse.emails.send({ ...mail, subject: 'Confirm' });
  const { link } = await inbox.waitForEmail({ subject: /confirm/i }).then((found) => ({ link: found.link('/confirm') }));
  await posthouse.emails.send({ ...mail, subject: 'Welcome' }).orThrow();
  const ids = new Set();
  for await (const { id } of posthouse.emails.list({ limit: 1, to: inbox.address })) ids.add(id);
  const missing = await posthouse.emails.get('eml_none');
  const file = await posthouse.exports.downloadEmails();
  const heads = (await new Response(file.data).text()).split(',')[0];
  const ended = await posthouse.emails.wait({ to: 'none@example.com' }, { signal: AbortSignal.timeout(100) });

  const secret = crypto.getRandomValues(new Uint8Array(32));
  const body = JSON.stringify({ type: 'email.sent', data: {} });
  const stamp = String(Math.floor(Date.now() / 1000));
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(\`msg_1.\${stamp}.\${body}\`));
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': stamp, 'webhook-signature': \`v1,\${base64(signed)}\` };
  const request = new Request('https://app.acme.test/', { method: 'POST', headers, body });
  const verified = await verifyRequest(request, \`whsec_\${base64(secret)}\`);
  const forged = await verify(\`\${body} \`, headers, \`whsec_\${base64(secret)}\`);
  return [
    sent.error, link, ids.size, missing.error.name, heads, ended.error.name, verified.event.type, forged.error.name,
  ];
}
`,
  'main.js': `import { program } from './program.js';
console.log(JSON.stringify(await program()));
`,
  'worker.js': `import { Posthouse } from 'posthouse';
import { program } from './program.js';
export default {
  fetch: async (_, { token, baseUrl }) => Response.json(await program(new Posthouse(token, { baseUrl }))),
};
`,
  'start-worker.js': `import { Miniflare } from 'miniflare';
const { POSTHOUSE_API_KEY: token, POSTHOUSE_BASE_URL: baseUrl } = process.env;
const worker = new Miniflare({
  modules: true,
  scriptPath: 'worker-bundle.js',
  compatibilityDate: '${workersDate}',
  bindings: { token, baseUrl },
});
console.log(await (await worker.dispatchFetch('http://worker.test/')).text());
await worker.dispose();
`,
};

const expected = [
  null,
  'https://acme.test/confirm',
  2,
  'not_found',
  'id',
  'aborted',
  'email.sent',
  'invalid_signature',
];

test.each([
  ['bun', ['bun', 'main.js']],
  ['deno', ['deno', 'run', '--allow-net', '--allow-env', '--node-modules-dir=manual', 'main.js']],
])('the client on %s sends, waits, lists, streams, aborts and verifies', async (_, words) => {
  const { stdout } = await run('npx', ['--no-install', ...words], { cwd: folder, env: environment });
  expect(JSON.parse(stdout)).toEqual(expected);
});

test('the client in workerd does the same without any Node API', async () => {
  const bundle = await rolldown({ input: join(folder, 'worker.js'), cwd: folder, platform: 'neutral' });
  await bundle.write({ file: join(folder, 'worker-bundle.js'), format: 'esm' });
  const { stdout } = await run(process.execPath, ['start-worker.js'], { cwd: folder, env: environment });
  expect(JSON.parse(stdout)).toEqual(expected);
});
