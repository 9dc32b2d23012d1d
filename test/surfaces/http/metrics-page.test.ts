import { expect, test } from 'vitest';
import { prometheusMeters } from '../../../src/world/telemetry/prometheus-meters.ts';
import { mail, open, realMailbox } from '../../spec/scene.ts';
import { refused } from '../../world/mail/capture-mail.ts';
import { migratedSqlite } from '../../world/postgres/migrated-sqlite.ts';
import { here, measured } from '../../world/telemetry/measured.ts';

const metricsToken = 'a-token-of-the-operator';

test('loopback clients get the text format, and other clients get 404', async () => {
  const { http } = await measured();
  const page = await http('GET', '/metrics', { token: null, headers: here });
  expect(page.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.text).toContain('# TYPE posthouse_accepted_total counter\n');
  expect(page.text).toMatch(/^posthouse_build_info\{version="[^"]+"\} 1$/m);
  const others: Parameters<typeof http>[2][] = [
    { peer: '192.0.2.7', headers: here },
    { headers: { host: 'rebound.example' } },
    { headers: { ...here, 'x-forwarded-for': '192.0.2.7' } },
    { headers: { ...here, forwarded: 'for=192.0.2.7' } },
    { headers: { ...here, via: '1.1 proxy' } },
    { headers: { ...here, 'x-real-ip': '192.0.2.7' } },
  ];
  for (const other of others) {
    expect((await http('GET', '/metrics', { token: null, ...other })).status).toBe(404);
  }
  expect(
    (await http('GET', '/metrics', { token: null, headers: here, peer: '::ffff:127.0.0.1' })).status,
  ).toBe(200);
  expect(
    (await http('GET', '/metrics', { token: null, headers: { host: '[::1]:3025' }, peer: '::1' })).status,
  ).toBe(200);
});

test('with a metrics token, clients that present it get the page from any address, and other clients get 404 even on loopback', async () => {
  const { http } = await measured({ metricsToken });
  const far = { peer: '192.0.2.7', headers: { 'x-forwarded-for': '198.51.100.1' } };
  expect((await http('GET', '/metrics', { ...far, token: metricsToken })).status).toBe(200);
  for (const token of [null, '', metricsToken.slice(1), `${metricsToken}x`]) {
    expect((await http('GET', '/metrics', { ...far, token })).status).toBe(404);
    expect((await http('GET', '/metrics', { headers: here, token })).status).toBe(404);
  }
  expect((await http('GET', '/metrics', far)).status).toBe(404);
});

test('a process without metrics has no metrics page', async () => {
  const { http } = await open();
  expect((await http('GET', '/metrics', { token: null, headers: here })).status).toBe(404);
});

test('mail events are counted under the names in the shipped dashboards', async () => {
  const { http, call, deliver, mailbox, value } = await measured();
  mailbox.next(refused(550, 'rcpt', '5.1.1'), refused(451));
  const send = (fields: Record<string, unknown>) => http('POST', '/api/v2/emails', { body: mail(fields) });
  await send({ to: 'gone@gmail.com' });
  await deliver();
  await send({ to: 'slow@hotmail.com' });
  await deliver();
  await send({ to: 'complaint@example.com' });
  for (let sends = 0; sends < 6; sends += 1) await send({ to: realMailbox });
  await deliver();
  await call('list_tags', {});
  await http('GET', '/api/v2/emails/eml_none');
  expect(await value('posthouse_accepted_total{door="v2",source="api"}')).toBe(8);
  expect(await value('posthouse_refused_total{gate="RECIPIENT_RATE_LIMITED"}')).toBe(1);
  expect(await value('posthouse_guard_refusals_total{rule="short"}')).toBe(1);
  const deliveries = (labels: string) => value(`posthouse_deliveries_total{${labels}}`);
  expect(await deliveries('provider="google",source="api",outcome="ended",class="mailbox"')).toBe(1);
  expect(await deliveries('provider="outlook",source="api",outcome="put_off",class="system"')).toBe(1);
  expect(await deliveries('provider="other",source="api",outcome="handed_over",class="none"')).toBe(5);
  expect(await value('posthouse_bounces_total{class="mailbox"}')).toBe(1);
  expect(await value('posthouse_complaints_total{provider="test"}')).toBe(1);
  expect(await value('posthouse_tool_calls_total{tool="list_tags",status="done"}')).toBe(1);
  expect(await value('posthouse_tool_calls_total{tool="get_email",status="refused"}')).toBe(1);
  expect(await value('posthouse_first_attempt_delay_seconds_count{source="api"}')).toBe(7);
  expect(await value('posthouse_delivery_duration_seconds_count{provider="google",stage="hand_over"}')).toBe(
    1,
  );
  const requests = (status: string) =>
    value(`posthouse_http_request_duration_seconds_count{route="/api/v2/emails",status_class="${status}"}`);
  expect(await requests('2xx')).toBe(8);
  expect(await requests('4xx')).toBe(2);
  expect(await value('posthouse_accept_group_size_count')).toBe(9);
});

test("a request over the organization's budget counts as limited", async () => {
  const { http, value } = await measured({ plan: 'free' });
  for (let requests = 0; requests < 101; requests += 1) await http('GET', '/api/v2/tags?limit=1');
  expect(await value('posthouse_rate_limited_total{what="organization"}')).toBe(1);
});

test('the worker caches the database gauges, so that a scrape runs no query', async () => {
  const database = await migratedSqlite();
  let asked = 0;
  const counted: typeof database = {
    ...database,
    reader: new Proxy(database.reader, {
      get(target, name, receiver) {
        asked += 1;
        return Reflect.get(target, name, receiver);
      },
    }),
  };
  const { call, clock, mailbox, platform, scrape, value } = await measured({ database: counted });
  mailbox.script = () => refused(451);
  await call('send_email', mail({ to: realMailbox }));
  platform.worker.start();
  await clock.advance(15_000);
  await expect.poll(() => value('posthouse_jobs{kind="deliver_email",state="later"}')).toBe(1);
  expect(await value('posthouse_oldest_due_seconds{kind="deliver_email"}')).toBe(0);
  expect(await value('posthouse_jobs{kind="send_campaign",state="due"}')).toBe(0);
  expect(await value('posthouse_campaigns{stage="sending"}')).toBe(0);
  await platform.worker.drain();
  const before = asked;
  await scrape();
  expect(asked).toBe(before);
});

test('mail of a paused organization does not count as due', async () => {
  const { call, clock, platform, value } = await measured({ database: await migratedSqlite() });
  await call('pause_sending', {});
  await call('send_email', mail({ to: realMailbox }));
  await clock.advance(600_000);
  platform.worker.start();
  await clock.advance(15_000);
  await expect.poll(() => value('posthouse_jobs{kind="deliver_email",state="later"}')).toBe(1);
  expect(await value('posthouse_jobs{kind="deliver_email",state="due"}')).toBe(0);
  expect(await value('posthouse_oldest_due_seconds{kind="deliver_email"}')).toBe(0);
  await platform.worker.drain();
});

test('callers cannot add label values, and no label contains personal or organization data', async () => {
  const { http, call, deliver, scrape } = await measured();
  const secret = 'hostile';
  for (let number = 0; number < 120; number += 1) {
    const name = `${secret}${number}`;
    await http('GET', `/${name}`, { token: null, headers: { host: `${name}.example` } });
    await http('GET', `/api/v2/emails/${name}`, { peer: `198.51.100.${number}` });
    await call('send_email', mail({ to: `${name}@gmail.${name}.dev`, from: `${name}@${name}.dev` }));
    await call(
      'send_email',
      mail({
        to: `${name}@gmail.${String.fromCharCode(97 + (number % 26))}${String.fromCharCode(97 + (number % 25))}`,
      }),
    );
  }
  await deliver();
  const text = await scrape();
  expect(text).not.toContain(secret);
  expect(text).not.toContain('acme');
  expect(text).not.toMatch(/org_|tok_|eml_|@/);
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(series.length).toBeLessThan(600);
});

test('a meter with too many series merges further label sets into one series', async () => {
  const meters = prometheusMeters();
  for (let number = 0; number < 1_000; number += 1) {
    meters.count('deliveries_total', {
      provider: `p${number}`,
      source: 'api',
      outcome: 'ended',
      class: 'none',
    });
    meters.observe('http_request_duration_seconds', { route: `/r${number}`, status_class: '2xx' }, 1);
  }
  const { text } = await meters.exposition();
  expect(text.match(/^posthouse_deliveries_total\{/gm)).toHaveLength(301);
  expect(text).toContain(
    'posthouse_deliveries_total{provider="other",source="other",outcome="other",class="other"} 700',
  );
  expect(text.split('\n').length).toBeLessThan(2_000);
});
