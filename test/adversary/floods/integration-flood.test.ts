import { expect, onTestFinished, test } from 'vitest';
import { minuteMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

async function open(): Promise<{ posthouse: SimulatedPlatform; path: string; id: string }> {
  const posthouse = await openPlatform();
  onTestFinished(() => posthouse.close());
  const { output } = await posthouse.call(
    'create_integration',
    { provider: 'stripe', secret: 'whsec_something' },
    { caller: posthouse.caller('v2') },
  );
  const { url, id } = output as { url: string; id: string };
  return { posthouse, path: url.slice(baseUrl.length), id };
}

verifies(
  'integration.flood',
  'a flood on one integration URL does not delay a send of another organization',
  async () => {
    const { posthouse, path } = await open();
    const other = await posthouse.addOrganization('Beside');
    const statuses: number[] = [];
    const flood = Array.from({ length: 2_000 }, async (_, request) => {
      const peer = `198.51.${request % 200}.${request % 100}`;
      const headers = { 'stripe-signature': `t=1,v1=${'a'.repeat(64)}` };
      statuses.push(
        (await posthouse.http('POST', path, { token: null, peer, body: { request }, headers })).status,
      );
    });
    const send = { from: 'hello@acme.dev', to: 'grace@mailbox.dev', subject: 'Hello', markdown: 'Hello' };
    const { status } = await posthouse.http('POST', '/api/v2/emails', { token: other.token, body: send });
    expect(status).toBe(200);
    expect(statuses.length).toBeLessThan(150);
    await Promise.all(flood);
    expect(statuses.every((answered) => answered === 401 || answered === 503)).toBe(true);
    expect(posthouse.log.filter(({ level }) => level === 'error')).toEqual([]);
  },
);

test('refused requests are recorded once a minute and use no budget of the organization', async () => {
  const { posthouse, path, id } = await open();
  const { database } = posthouse.platform.engine.store;
  const { transaction } = database;
  let writes = 0;
  database.transaction = ((work: never) => {
    writes += 1;
    return transaction(work);
  }) as typeof transaction;
  for (let request = 0; request < 50; request += 1) {
    expect((await posthouse.http('POST', path, { token: null, body: {} })).status).toBe(401);
  }
  expect(writes).toBe(1);
  await posthouse.clock.advance(minuteMs);
  await posthouse.http('POST', path, { token: null, body: {} });
  expect(writes).toBe(2);
  database.transaction = transaction;
  const { used } = await posthouse.platform.windows.look(posthouse.organization.key);
  expect(used).toBe(0);
  const { output } = await posthouse.call('get_integration', { id });
  expect((output as { last_fault: string }).last_fault).toContain('without the provider’s signature');
});

test('a refused request is neither parsed nor logged', async () => {
  const { posthouse, path } = await open();
  const deep = '['.repeat(100_000);
  const answer = await posthouse.http('POST', path, {
    token: null,
    body: deep,
    headers: { 'stripe-signature': 't=1,v1=0' },
  });
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_signature']);
  const unread = await posthouse.http('POST', path, { token: null, body: '\u0000\uFFFE not json' });
  expect(unread.status).toBe(401);
  expect(posthouse.log.filter(({ level }) => level !== 'debug' && level !== 'info')).toEqual([]);
});

test('no log line contains the secret of an integration URL', async () => {
  const { posthouse } = await open();
  const { output } = await posthouse.call(
    'create_integration',
    { provider: 'postmark' },
    { caller: posthouse.caller('v2') },
  );
  const { url } = output as { url: string };
  const path = url.slice(baseUrl.length);
  const secret = path.slice(path.lastIndexOf('.') + 1);
  const { database } = posthouse.platform.engine.store;
  const { transaction } = database;
  database.transaction = (() => Promise.reject(new Error('a fault of ours'))) as typeof transaction;
  const answer = await posthouse.http('POST', path, {
    token: null,
    body: { RecordType: 'Bounce', MessageID: 'm' },
  });
  database.transaction = transaction;
  expect(answer.status).toBe(500);
  expect(posthouse.log.some(({ level }) => level === 'error')).toBe(true);
  const lines = posthouse.log.map(
    ({ facts, message }) =>
      message + JSON.stringify(facts, (_, value) => (value instanceof Error ? value.stack : value)),
  );
  expect(lines.filter((line) => line.includes(secret))).toEqual([]);
});

test("authenticated requests count against the organization's request budget", async () => {
  const { posthouse } = await open();
  const { organization } = await posthouse.addOrganization('Small', 'free');
  const { output } = await posthouse.call(
    'create_integration',
    { provider: 'custom' },
    { caller: posthouse.caller('v2', organization) },
  );
  const path = (output as { url: string }).url.slice(baseUrl.length);
  const statuses: number[] = [];
  for (let request = 0; request < 102; request += 1) {
    const peer = `198.51.100.${request}`;
    statuses.push(
      (await posthouse.http('POST', path, { token: null, peer, body: { event: 'x', request } })).status,
    );
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.slice(-2)).toEqual([429, 429]);
});
