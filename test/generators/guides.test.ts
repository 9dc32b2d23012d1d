import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClient } from '../../scripts/sdk/build-client.ts';
import { textOf } from '../pins/checkout/program.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../world/platform.ts';

/**
 * Runs the code blocks of two guides unchanged, with the packages they are about: one sends a mail of React
 * Email, the other signs up with Playwright in Chromium. `POSTHOUSE_TEST_CHROMIUM` names the browser if it is
 * not on the path.
 */

const run = promisify(execFile);
const packages = {
  '@playwright/test': '1.65.1',
  '@react-email/render': '2.3.1',
  '@types/node': '24.19.2',
  '@types/react': '19.2.2',
  react: '19.3.1',
  'react-dom': '19.3.1',
  'react-email': '6.11.13',
  typescript: '5.9.3',
};
const fetchMs = 300_000;

let folder: string;
let platform: SimulatedPlatform;
let shop: Server;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-guides-'));
  platform = await openPlatform();
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  environment = {
    ...process.env,
    POSTHOUSE_BASE_URL: `http://127.0.0.1:${port}`,
    POSTHOUSE_API_KEY: firstToken,
    FORCE_COLOR: '0',
  };
  await keep('package.json', JSON.stringify({ private: true, type: 'module', dependencies: packages }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
  await buildClient(join(folder, 'node_modules/posthouse/dist/sdk'));
  await keep('node_modules/posthouse/package.json', textOf('package.json')!);
  shop = await openShop();
}, fetchMs);

afterAll(async () => {
  shop?.close();
  await platform.platform.http.drain(0);
  await platform.close();
  await rm(folder, { recursive: true });
});

async function keep(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** The code blocks of a page in one language, in order. */
function blocksOf(path: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}(?: not-run: [^\\n]+)?\\n(.*?)^\`\`\``, 'gms');
  return [...textOf(path)!.matchAll(fence)].map(([, text]) => text!);
}

/** Compiles the files as a reader’s editor does. @returns the errors of the compiler */
async function complaints(...files: string[]): Promise<string> {
  const compilerOptions = {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    jsx: 'react-jsx',
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  await keep('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  return await run('npx', ['tsc', '-p', '.'], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

/** An app with a sign-up page that mails a confirmation link. */
async function openShop(): Promise<Server> {
  const page = (body: string) =>
    `<!doctype html><html lang="en"><title>Shop</title><body>${body}</body></html>`;
  const server = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    const { pathname } = new URL(request.url!, 'http://shop.test');
    if (request.method === 'POST') {
      let form = '';
      for await (const part of request) form += String(part);
      const { port } = server.address() as AddressInfo;
      await platform.call('send_email', {
        from: 'Shop <hello@acme.dev>',
        to: new URLSearchParams(form).get('email'),
        subject: 'Confirm your address',
        markdown: `[Confirm your address](http://127.0.0.1:${port}/confirm?token=1)`,
      });
      // A test that is already waiting looks again after a pause, by the clock of its world.
      await platform.clock.advance(1_000);
      response.end(page('<p>Look into your inbox</p>'));
    } else if (pathname === '/confirm') response.end(page('<h1>Welcome</h1>'));
    else {
      response.end(
        page('<form method="post"><label>Email <input name="email"></label><button>Sign up</button></form>'),
      );
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('the component of the React Email guide compiles, is sent, and arrives complete', async () => {
  const [component, sender] = blocksOf('docs/guides/react-email.md', 'tsx') as [string, string];
  await keep('welcome.tsx', component);
  await keep('send.tsx', sender);
  expect(await complaints('send.tsx')).toBe('');
  // React is not bundled: it is loaded from the folder, as in a real project.
  const bundle = await rolldown({ cwd: folder, input: 'send.tsx', platform: 'node', external: /^[^./]/ });
  await bundle.write({ dir: join(folder, 'sent'), format: 'esm', entryFileNames: 'send.mjs' });
  await bundle.close();
  const { stdout } = await run(process.execPath, ['sent/send.mjs'], { cwd: folder, env: environment });
  expect(stdout).toMatch(/^eml_/);
  const mail = (await platform.http('GET', `/api/v2/emails/${stdout.trim()}`)).body;
  expect(mail.text).toContain('Welcome, friend');
  expect(mail.text).not.toContain('to begin');
  expect(mail.html).toContain('href="https://acme.dev/confirm?a=1&amp;b=2"');
});

test('the files of the Playwright tutorial compile and sign up in a browser', async () => {
  const [fixtures, spec] = blocksOf('docs/start/test-sign-up-mail.md', 'ts') as [string, string];
  await keep('tests/fixtures.ts', fixtures);
  await keep('tests/sign-up.spec.ts', spec);
  const { port } = shop.address() as AddressInfo;
  const browser = JSON.stringify({
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: {
      executablePath: process.env.POSTHOUSE_TEST_CHROMIUM ?? (await run('which', ['chromium'])).stdout.trim(),
      args: ['--no-sandbox'],
    },
  });
  await keep('playwright.config.ts', `export default { testDir: 'tests', use: ${browser} };`);
  expect(await complaints('tests/sign-up.spec.ts')).toBe('');
  const words = ['playwright', 'test', '--reporter=json', '--repeat-each=4', '--workers=2'];
  const { stdout } = await run('npx', words, { cwd: folder, env: environment });
  expect(JSON.parse(stdout).stats).toMatchObject({ expected: 4, unexpected: 0, flaky: 0 });
});
