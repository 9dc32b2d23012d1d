import { expect, onTestFinished, test } from 'vitest';
import { publicLink } from '../../../src/engine/content/public-links.ts';
import { requestsPerSecondMax } from '../../../src/model/limits/ip-budget.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

const floodRequests = 2_000;
const addresses = 4;

async function open(): Promise<SimulatedPlatform> {
  const posthouse = await openPlatform();
  onTestFinished(() => posthouse.close());
  return posthouse;
}

const mail = { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'News', markdown: 'Hello' };

type Ask = { method: string; path: string; token: string | null };

const floods: Record<string, (posthouse: SimulatedPlatform) => Promise<(request: number) => Ask>> = {
  'one web version': (posthouse) => linkOf(posthouse, 'view'),
  'one preference page': (posthouse) => linkOf(posthouse, 'preferences'),
  'one pixel': (posthouse) => linkOf(posthouse, 'open'),
  'links that were never made': async () => (request) => ({
    method: 'GET',
    path: `/v/11-eml_00000000000000000000000000-${String(request).padStart(22, '0')}`,
    token: null,
  }),
  'paths that are not there': async () => (request) => ({
    method: 'GET',
    path: `/nowhere/${request}`,
    token: null,
  }),
  'a public document': async () => () => ({ method: 'GET', path: '/docs/rate-limits', token: null }),
  'tokens that were never made': async () => (request) => ({
    method: 'POST',
    path: '/mcp',
    token: `posthouse_${String(request).padStart(40, '0')}`,
  }),
  'a token beyond its budget': async (posthouse) => {
    const { token } = await posthouse.addOrganization('Flood', 'free');
    return () => ({ method: 'GET', path: '/api/v2/organization', token });
  },
};

async function linkOf(posthouse: SimulatedPlatform, purpose: 'view' | 'preferences' | 'open') {
  const { id } = (await posthouse.call('send_email', mail)).output as { id: string };
  const path = publicLink(posthouse.platform.engine, purpose, {
    organization: posthouse.organization.key,
    id,
  });
  return (): Ask => ({ method: 'GET', path: path.slice(baseUrl.length), token: null });
}

test.each(Object.keys(floods))(
  'a flood of requests for %s does not delay a send of another organization',
  async (kind) => {
    const posthouse = await open();
    const request = await floods[kind]!(posthouse);
    const other = await posthouse.addOrganization('Beside');
    await posthouse.http('POST', '/api/v2/emails', { token: other.token, body: mail });

    const statuses: number[] = [];
    const flood = Array.from({ length: floodRequests }, async (_, number) => {
      const { method, path, token } = request(number);
      const peer = `198.51.100.${number % addresses}`;
      statuses.push((await posthouse.http(method, path, { token, peer })).status);
    });
    const { status } = await posthouse.http('POST', '/api/v2/emails', {
      token: other.token,
      peer: '203.0.113.1',
      body: { ...mail, to: 'grace@mailbox.dev' },
    });
    expect(status).toBe(200);
    expect(statuses.length).toBeLessThan(200);
    await Promise.all(flood);
    expect(statuses.length).toBe(floodRequests);
    expect(posthouse.log.filter(({ level }) => level === 'error')).toEqual([]);
  },
);

/** Concurrent requests from one address, within its budget, so that each is processed. */
function flood(posthouse: SimulatedPlatform, count: number, peer = '198.51.100.1') {
  const statuses: number[] = [];
  const ended = Promise.all(
    Array.from({ length: count }, async () => {
      const { status } = await posthouse.http('GET', '/docs/rate-limits', { token: null, peer });
      statuses.push(status);
    }),
  );
  return { statuses, ended };
}

test('a flooding address delays no other address, and each of its requests gets a response', async () => {
  const posthouse = await open();
  const { statuses, ended } = flood(posthouse, 900);
  const reader = await posthouse.http('GET', '/docs/rate-limits', { token: null, peer: '203.0.113.1' });
  expect(reader.status).toBe(200);
  expect(statuses.length).toBeLessThan(50);
  await ended;
  expect(statuses.filter((status) => status === 200).length).toBe(requestsPerSecondMax);
  expect(statuses.filter((status) => status === 429).length).toBe(900 - requestsPerSecondMax);
});

test('a request waits for at most a few steps of flooding addresses', async () => {
  const posthouse = await open();
  const floods = Array.from({ length: 20 }, (_, index) => flood(posthouse, 200, `198.51.100.${index}`));
  for (let step = 0; step < 10; step += 1) {
    const { status } = await posthouse.http('GET', '/docs/rate-limits', { token: null, peer: '203.0.113.1' });
    expect(status).toBe(200);
  }
  expect(floods.reduce((sum, { statuses }) => sum + statuses.length, 0)).toBeLessThan(100);
  await Promise.all(floods.map(({ ended }) => ended));
});

test.each(['/healthz', '/readyz'])(
  '%s is answered before queued requests, whichever address floods',
  async (path) => {
    const posthouse = await open();
    const { statuses, ended } = flood(posthouse, 400);
    const probe = await posthouse.http('GET', path, { token: null, peer: '198.51.100.1' });
    expect(probe.status).toBe(200);
    expect(statuses.length).toBeLessThan(5);
    await ended;
  },
);

test('an address with endlessly queued requests is refused more often, and other addresses are not', async () => {
  const posthouse = await open();
  const { statuses, ended } = flood(posthouse, 3_000);
  const reader = await posthouse.http('GET', '/docs/rate-limits', { token: null, peer: '203.0.113.1' });
  expect(reader.status).toBe(200);
  await ended;
  expect(statuses.length).toBe(3_000);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(1_900);
  const after = await posthouse.http('GET', '/docs/rate-limits', { token: null, peer: '203.0.113.1' });
  expect(after.status).toBe(200);
});

test('a queued request is not processed after its client disconnected', async () => {
  const posthouse = await open();
  const { ended } = flood(posthouse, 100);
  const left = await posthouse.platform.http.fetch(
    new Request(`${baseUrl}/docs/rate-limits`, { signal: AbortSignal.abort() }),
    '203.0.113.1',
  );
  expect(left.status).toBe(499);
  await ended;
});
