import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { instanceSecret, readConfig, secretFileOf } from '../../../../src/config.ts';
import type { HttpDoor } from '../../../../src/surfaces/http/server.ts';
import { baseUrl, firstToken, openPlatform } from '../../../world/platform.ts';
import { builtProgram } from '../../../world/programs/built-program.ts';
import { endsWithTests } from '../../../world/programs/child-programs.ts';
import { freePort } from '../../../world/programs/free-ports.ts';

const main = await builtProgram();
const recorder = fileURLToPath(new URL('../../../world/programs/written-files.ts', import.meta.url));

let folder: string;
let dataDir: string;
let port: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-first-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  dataDir = join(folder, 'var', 'data');
  port = await freePort();
});

function program(words: readonly string[], more: Record<string, string> = {}, nodeWords: string[] = []) {
  const child = spawn(process.execPath, [...nodeWords, main, ...words], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      POSTHOUSE_DATA_DIR: dataDir,
      POSTHOUSE_SMTP_PORT: '0',
      POSTHOUSE_SMTPS_PORT: '0',
      LOG_LEVEL: 'error',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return endsWithTests(child);
}

async function run(words: readonly string[], more: Record<string, string> = {}, nodeWords: string[] = []) {
  const child = program(words, more, nodeWords);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, out, err };
}

/** Starts the server, reads its output until it is ready or exits, and stops it. */
async function serve(more: Record<string, string> = {}, nodeWords: string[] = []) {
  const child = program(['serve'], more, nodeWords);
  const exited = once(child, 'exit');
  const err = text(child.stderr);
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    // Last line of the banner.
    if (line.startsWith('Check the set-up')) child.kill('SIGTERM');
  }
  const [code] = await exited;
  return { code: code as number, banner: said.join('\n'), err: await err };
}

const token = /posthouse_[A-Za-z0-9]{32,}/;

describe('a first start', () => {
  test('syncs each file and its folder before the database depends on them', async () => {
    const noted = join(folder, 'noted');
    const smtpPort = await freePort();
    const more = { WRITTEN_FILES: noted, POSTHOUSE_SMTP_PORT: String(smtpPort) };
    const { code } = await serve(more, ['--import', recorder]);
    expect(code).toBe(0);
    const steps = readFileSync(noted, 'utf8').trimEnd().split('\n');
    const at = (step: string) => steps.indexOf(step);

    expect(at(`mkdirSync ${dirname(dataDir)}`)).toBeGreaterThan(-1);
    const folders = [folder, dirname(dataDir)].map((parent) => at(`fsyncSync ${parent}`));
    const named = steps.findIndex((step) => /^(link|rename)Sync .* \S+\/secret$/.test(step));
    const draft = steps[named]!.split(' ')[1]!;
    const written = steps.findLastIndex((step) => /^write(File)?Sync /.test(step) && step.endsWith(draft));
    const synced = steps.indexOf(`fsyncSync ${draft}`, written);
    const listed = steps.indexOf(`fsyncSync ${dataDir}`, named);
    const bound = steps.findIndex((step) => step.startsWith('bind'));
    expect([...folders, written, synced, named, listed, bound].every((step) => step >= 0)).toBe(true);
    expect(written < synced && synced < named && named < listed && listed < bound).toBe(true);
    for (const made of folders) expect(made).toBeLessThan(bound);

    // Other files are treated the same.
    for (const [index, step] of steps.entries()) {
      const [what, from, to] = step.split(' ');
      if (what !== 'linkSync' && what !== 'renameSync') continue;
      expect(steps.slice(0, index), step).toContain(`fsyncSync ${from}`);
      expect(steps.slice(index), step).toContain(`fsyncSync ${dirname(to!)}`);
    }
    expect(steps.some((step) => step.endsWith('/smtp-tls.pem'))).toBe(true);
  });

  test('creates a new secret when a power cut left an empty file', async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'secret'), '');
    expect(await serve()).toMatchObject({ code: 0, banner: expect.stringMatching(token) });
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toMatch(/^[\w-]{64}\n$/);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    expect((await serve()).code).toBe(0);
  });

  test('creates no token when the port is taken, so that the next start shows it', async () => {
    for (const taken of ['PORT', 'POSTHOUSE_INBOUND_PORT']) {
      rmSync(dataDir, { recursive: true, force: true });
      const busy = createServer().listen(0, '127.0.0.1');
      await once(busy, 'listening');
      const { port: busyPort } = busy.address() as { port: number };
      const refused = await serve({
        POSTHOUSE_BOUNCE_DOMAIN: 'bounces.acme.com',
        [taken]: String(busyPort),
      });
      busy.close();
      expect(refused, taken).toMatchObject({
        code: 1,
        err: expect.stringContaining(`${taken}: another program`),
      });
      expect(refused.banner).toBe('');
      expect(await serve(), taken).toMatchObject({ code: 0, banner: expect.stringMatching(token) });
    }
  });

  test('answers 503 from the time when its port opens until it is ready', async () => {
    const ask = (door: HttpDoor, path: string) =>
      door.fetch(new Request(baseUrl + path, { headers: { authorization: `Bearer ${firstToken}` } }));
    const answers: Response[] = [];
    const { platform, close } = await openPlatform({
      async beforeFirstStart({ http }) {
        for (const path of ['/api/v2/emails', '/readyz', '/healthz']) answers.push(await ask(http, path));
      },
    });
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(answers[0]!.headers.get('retry-after')).toBe('1');
    expect((await ask(platform.http, '/api/v2/emails')).status).toBe(200);
    await close();
  });

  test("creates no token when the operator's certificate is invalid", async () => {
    writeFileSync(join(folder, 'cert.pem'), '');
    const pair = {
      POSTHOUSE_TLS_CERT: join(folder, 'cert.pem'),
      POSTHOUSE_TLS_KEY: join(folder, 'cert.pem'),
    };
    const refused = await serve({ ...pair, POSTHOUSE_SMTP_PORT: String(await freePort()) });
    expect(refused).toMatchObject({
      code: 1,
      banner: '',
      err: expect.stringContaining('POSTHOUSE_TLS_CERT'),
    });
    expect((await serve()).banner).toMatch(token);
  });
});

describe('a later start', () => {
  test('without the secret of its database reports the missing secret and writes nothing', async () => {
    await serve();
    const secret = join(dataDir, 'secret');
    const kept = readFileSync(secret);
    for (const left of [null, '']) {
      rmSync(secret, { force: true });
      if (left !== null) writeFileSync(secret, left);
      const before = readdirSync(dataDir).sort();
      const { code, err } = await serve();
      expect(code).toBe(1);
      expect(err).toContain(secret);
      expect(err).toContain('backup');
      expect(readdirSync(dataDir).sort()).toEqual(before);
      expect(existsSync(secret) ? readFileSync(secret, 'utf8') : null).toBe(left);
    }
    writeFileSync(secret, kept);
    expect((await serve()).code).toBe(0);
  });

  test('prints a working command that creates a token until a token was used', async () => {
    expect((await serve()).banner).toMatch(token);
    const { banner } = await serve();
    expect(banner).not.toMatch(token);
    const command = /posthouse (?:-- )?(tools run create_token .*)$/m.exec(banner)?.[1];
    const made = await run(command!.split(' '));
    expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: '' });
    const { token: secret } = JSON.parse(made.out) as { token: string };
    // The new token has the same rights as the first, including the operator's tools.
    const child = program(['serve']);
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('Check the set-up')) break;
    }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/admin/tools`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'list_organizations' }),
    });
    expect(answer.status).toBe(200);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    // The operator used one, so they have access.
    expect((await serve()).banner).not.toContain('create_token');
  });
});

describe('a backup', () => {
  test('is synced before the command reports success, and holds its queue after it is restored', async () => {
    await serve();
    const noted = join(folder, 'noted');
    const copy = join(folder, 'copy');
    const made = await run(['backup', copy], { WRITTEN_FILES: noted }, ['--import', recorder]);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('complete and checked') });
    const steps = readFileSync(noted, 'utf8').trimEnd().split('\n');
    const linked = steps.findIndex((step) => step.startsWith('linkSync ') && step.endsWith(` ${copy}`));
    const draft = steps[linked]!.split(' ')[1]!;
    expect(steps.slice(0, linked)).toContain(`fsyncSync ${draft}`);
    expect(steps.slice(linked)).toContain(`fsyncSync ${folder}`);

    expect(await run(['restore', copy])).toMatchObject({ code: 0, err: '' });
    const { code, banner } = await serve();
    expect(code).toBe(0);
    expect(banner).toContain('This database is a restored copy: nothing is sent, new mail included, until');
    const command = /posthouse (?:-- )?(release-queue)$/m.exec(banner)?.[1];
    expect(await run([command!])).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Released: 0 mails\. No server of this instance runs at 127\.0\.0\.1:\d+\./,
      ),
      err: '',
    });
    expect((await serve()).banner).not.toContain('restored');
  });
});

describe('the secret file in the data folder', () => {
  const config = () => readConfig({ POSTHOUSE_DATA_DIR: dataDir });

  test.each([
    ['empty', ''],
    ['zeroed', '\0'.repeat(64)],
    ['cut off', 'half-of-a-secret'],
    ['cut off within its line', 'x'.repeat(40)],
    ['cut off short of its length', 'x'.repeat(63)],
  ])('is created again when it is %s, unless a database was created with it', (_state, left) => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(secretFileOf(config()), left);
    const made = instanceSecret(config(), false);
    expect(made).toMatch(/^[\w-]{64}$/);
    expect(instanceSecret(config(), true)).toBe(made);
    expect(readdirSync(dataDir)).toEqual(['secret']);
  });

  test.each(['x'.repeat(64), `${'x'.repeat(32)}\n`, `${'x'.repeat(64)}\n`])(
    'stays unchanged when it is complete: %j',
    (whole) => {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(secretFileOf(config()), whole);
      expect(instanceSecret(config(), false)).toBe(whole.trim());
      expect(readFileSync(secretFileOf(config()), 'utf8')).toBe(whole);
    },
  );
});
