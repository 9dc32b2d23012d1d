import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { textOf } from '../pins/checkout/program.ts';
import { firstToken } from '../world/platform.ts';
import { endsWithTests } from '../world/programs/child-programs.ts';
import { freePort } from '../world/programs/free-ports.ts';
import { type RunningPosthouse, startPosthouse } from '../world/programs/running-posthouse.ts';

/** The sample configurations in `deploy/`, run by the real proxies in front of the real Posthouse. */

const host = 'mail.example.com';
const startMsMax = 15_000;
const mebibyte = 1024 * 1024;

/** The differences of a sample on this machine from a real installation. */
type Place = { folder: string; upstream: number; https: number; http: number; cert: string; key: string };

/** A sample with some of its values replaced; each of them must occur. */
function placed(sample: string, values: Readonly<Record<string, string>>): string {
  let config = textOf(sample);
  for (const [from, to] of Object.entries(values)) {
    if (!config.includes(from)) throw new Error(`${sample} has no ${from}`);
    config = config.replaceAll(from, to);
  }
  return config;
}

type Proxy = { name: string; redirects: boolean; start(place: Place): ChildProcess };

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    redirects: true,
    start({ folder, upstream, https, http, cert, key }) {
      const site = placed('deploy/nginx.conf', {
        '127.0.0.1:3025': `127.0.0.1:${upstream}`,
        'listen 443': `listen 127.0.0.1:${https}`,
        'listen 80': `listen 127.0.0.1:${http}`,
        [`/etc/letsencrypt/live/${host}/fullchain.pem`]: cert,
        [`/etc/letsencrypt/live/${host}/privkey.pem`]: key,
      });
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ');
      const config = `daemon off; pid ${folder}/pid; events {} http { access_log off; ${paths}\n${site}}`;
      writeFileSync(join(folder, 'nginx.conf'), config);
      return spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
    },
  },
  {
    name: 'caddy',
    // Caddy redirects by itself where it manages certificates, which a test without internet access cannot
    // do.
    redirects: false,
    start({ folder, upstream, https, cert, key }) {
      const site = placed('deploy/Caddyfile', {
        '127.0.0.1:3025': `127.0.0.1:${upstream}`,
        [`\n${host} {`]: `\nhttps://${host}:${https} {\n\ttls ${cert} ${key}`,
      });
      writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
      return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
        env: { PATH: process.env.PATH, HOME: folder },
        stdio: 'ignore',
      });
    },
  },
];

/** Made by a third-party program, because Caddy reads certificates more strictly than Node. */
function makePair(cert: string, key: string): void {
  const words = [
    'req',
    '-x509',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-days',
    '9',
  ];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  execFileSync('openssl', [...words, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
}

describe.each(proxies)('behind $name', ({ start, redirects }) => {
  let folder: string;
  let posthouse: RunningPosthouse;
  let proxy: ChildProcess;
  let place: Place;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'posthouse-proxy-'));
    // Its workers run as another user.
    chmodSync(folder, 0o755);
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    makePair(cert, key);
    const [upstream, https, http] = [await freePort(), await freePort(), await freePort()];
    place = { folder, upstream, https, http, cert, key };
    posthouse = await startPosthouse(join(folder, 'data'), {
      PORT: String(upstream),
      POSTHOUSE_BASE_URL: `https://${host}:${https}`,
      POSTHOUSE_TRUST_PROXY: '127.0.0.1',
    });
    proxy = endsWithTests(start(place));
    await vi.waitFor(async () => expect((await call('GET', '/readyz')).status).toBe(200), {
      timeout: startMsMax,
    });
  });
  afterAll(async () => {
    proxy?.kill('SIGTERM');
    await posthouse?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  type Call = { body?: unknown; token?: string; from?: string; headers?: Record<string, string> };

  async function call(method: string, path: string, { body, token = firstToken, from, headers }: Call = {}) {
    const sent = request({
      host: '127.0.0.1',
      port: place.https,
      servername: host,
      ca: readFileSync(place.cert),
      method,
      path,
      ...(from === undefined ? {} : { localAddress: from }),
      headers: {
        host: `${host}:${place.https}`,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      agent: false,
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = await new Promise<[IncomingMessage]>((resolve, reject) => {
      sent.on('response', (one) => resolve([one]));
      sent.on('error', reject);
    });
    return { status: answer.statusCode, headers: answer.headers, answer };
  }

  test('a client sends a mail over TLS and reads it back', async () => {
    const sent = await call('POST', '/api/v2/emails', {
      body: { from: 'hello@acme.dev', to: 'ada@example.com', subject: 'Hello', markdown: '# It works' },
    });
    expect(sent.status).toBe(200);
    expect(sent.headers['strict-transport-security']).toContain('max-age');
    const { id } = (await json(sent.answer)) as { id: string };
    const read = await call('GET', `/api/v2/emails/${id}`);
    expect(await json(read.answer)).toMatchObject({ last_event: 'delivered' });
  });

  test('the caller’s address is the connecting one, whatever the request claims', async () => {
    const made = await call('POST', '/api/v2/tokens', {
      body: { name: 'shop', scopes: ['emails.read'], ip_allowlist: ['127.0.0.2'] },
    });
    expect(made.status).toBe(201);
    const { token } = (await json(made.answer)) as { token: string };
    expect((await call('GET', '/api/v2/emails', { token, from: '127.0.0.2' })).status).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
      const value = header === 'forwarded' ? 'for=127.0.0.2' : '127.0.0.2';
      const refused = await call('GET', '/api/v2/emails', { token, headers: { [header]: value } });
      expect(refused.status, header).toBe(403);
    }
  });

  test('a batch of the maximum size passes, and a larger one is refused', async () => {
    const mail = (octets: number) => ({
      from: 'hello@acme.dev',
      to: 'ada@example.com',
      subject: 'Hello',
      html: `<p>${'x'.repeat(octets)}</p>`,
    });
    const large = await call('POST', '/api/v2/emails/batch', {
      body: Array.from({ length: 5 }, () => mail(1.8 * mebibyte)),
    });
    expect({ status: large.status, said: (await text(large.answer)).slice(0, 200) }).toMatchObject({
      status: 200,
    });
    // Refused before all of it was read: a proxy may then cut the connection, with or without an answer.
    const refused = await call('POST', '/api/v2/emails/batch', {
      body: Array.from({ length: 6 }, () => mail(1.9 * mebibyte)),
    }).then(
      ({ status }) => status,
      ({ code }: NodeJS.ErrnoException) => code,
    );
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(refused);
  });

  test('an assistant connects over Streamable HTTP', async () => {
    const { status, answer } = await call('POST', '/mcp', {
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'a test', version: '1.0.0' },
        },
      },
    });
    expect(status).toBe(200);
    expect(await text(answer)).toContain('"name":"posthouse"');
  });

  if (redirects)
    test('a plain HTTP address redirects to HTTPS', async () => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        httpRequest({ host: '127.0.0.1', port: place.http, path: '/docs?a=b', headers: { host } }, resolve)
          .on('error', reject)
          .end();
      });
      expect(answer.statusCode).toBe(308);
      expect(answer.headers.location).toBe(`https://${host}/docs?a=b`);
    });
});
