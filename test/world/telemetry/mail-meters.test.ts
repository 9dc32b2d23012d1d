import { afterEach, beforeEach, expect, test } from 'vitest';
import { knownProviders } from '../../../src/model/delivery/providers.ts';
import { secondMs } from '../../../src/model/instant.ts';
import { prometheusMeters } from '../../../src/world/telemetry/prometheus-meters.ts';
import { mail, realMailbox } from '../../spec/scene.ts';
import { type DirectScene, directScene } from '../mail/direct-scene.ts';
import { scene } from '../mail/scene.ts';
import { simulatedClock } from '../simulated/clock.ts';
import { delayed, measured, shown } from './measured.ts';

let direct: DirectScene;
let relays: ReturnType<typeof scene>;
beforeEach(() => {
  direct = directScene();
  relays = scene();
});
afterEach(async () => {
  await direct.end();
  await relays.end();
});

const heldBy = (reason: string) => `posthouse_held_total{reason="${reason}"}`;
const of = (meter: string, provider: string) => `posthouse_provider_${meter}{provider="${provider}"}`;
const session = (provider: string, version: string, policy: string, result: string) =>
  `posthouse_tls_sessions_total{provider="${provider}",version="${version}",policy="${policy}",result="${result}"}`;

const reasons = [
  'provider_rests',
  'provider_full',
  'servers_rest',
  'dns',
  'relay_rests',
  'stopping',
  'warm_up',
  'campaign_paused',
  'sending_off',
];

/** Delivers directly to local servers. */
async function measuredDirect(zone: Parameters<DirectScene['names']>[0]) {
  const meters = prometheusMeters();
  const clock = simulatedClock();
  const carrier = direct.mail(direct.names(zone), { meters, clock });
  const settings = { delivery: 'direct' } as const;
  return await measured({ meters, clock, mail: carrier, settings });
}

test('connections to each provider, and to all other servers together, are shown with their limit', async () => {
  await direct.sink('127.0.0.2');
  const { call, deliver, value, labels, scrape } = await measuredDirect({
    'gmail.com': { mx: [{ exchange: 'mx1.google.com', priority: 1 }] },
    'mx1.google.com': { addresses: ['127.0.0.2'] },
    'one.dev': { addresses: ['127.0.0.2'] },
    'two.dev': { addresses: ['127.0.0.2'] },
  });
  expect(await value(of('connections', 'google'))).toBeNull();
  for (const domain of ['gmail.com', 'one.dev', 'two.dev'])
    await call('send_email', mail({ to: `ada@${domain}` }));
  await deliver();
  expect(await value(of('connections', 'google'))).toBe(1);
  expect(await value(of('connections', 'other'))).toBe(2);
  expect(await value(of('connections_limit', 'google'))).toBe(2);
  expect(await value(of('connections_limit', 'other'))).toBe(4);
  expect(await value(of('rests_seconds', 'google'))).toBe(0);
  const providers = await labels('posthouse_provider_connections', 'provider');
  expect(knownProviders).toEqual(expect.arrayContaining(providers));
  expect(await scrape()).not.toMatch(/provider="[^"]*\.(dev|com)"/);
});

test('a provider that requested slower sending is shown as paused, with its held mail', async () => {
  await direct.sink('127.0.0.2', {
    script: ({ stage }) =>
      stage === 'mail' ? { code: 421, text: '4.7.28 an unusual rate of mail' } : undefined,
  });
  const { call, deliver, value, clock } = await measuredDirect({
    'gmail.com': { mx: [{ exchange: 'mx1.google.com', priority: 1 }] },
    'mx1.google.com': { addresses: ['127.0.0.2'] },
  });
  await call('send_email', mail({ to: 'ada@gmail.com' }));
  await deliver();
  const rest = (await value(of('rests_seconds', 'google')))!;
  expect(rest).toBeGreaterThan(0);
  await clock.advance(secondMs);
  expect(await value(of('rests_seconds', 'google'))).toBeCloseTo(rest - 1, 3);
  expect(await value(heldBy('provider_rests'))).toBeNull();
  await call('send_email', mail({ to: 'grace@gmail.com' }));
  await deliver();
  expect(await value(heldBy('provider_rests'))).toBe(1);
});

test('connections that should be encrypted are counted by result', async () => {
  await direct.sink('127.0.0.2', { tls: 'starttls' });
  await direct.sink('127.0.0.3');
  const { call, deliver, value, labels } = await measuredDirect({
    'gmail.com': { mx: [{ exchange: 'mx1.google.com', priority: 1 }] },
    'mx1.google.com': { addresses: ['127.0.0.2'] },
    'clear.dev': { addresses: ['127.0.0.3'] },
  });
  for (const domain of ['gmail.com', 'clear.dev']) await call('send_email', mail({ to: `ada@${domain}` }));
  await deliver();
  expect(await value(session('google', 'TLSv1.3', 'no-policy-found', 'success'))).toBe(1);
  expect(await value(session('other', 'none', 'no-policy-found', 'starttls-not-supported'))).toBe(1);
  expect(await labels('posthouse_tls_sessions_total', 'version')).toEqual(['TLSv1.3', 'none']);
});

test('a relay is shown as one provider, whatever its name', async () => {
  const sink = await relays.sink({ tls: 'starttls' });
  const meters = prometheusMeters();
  const clock = simulatedClock();
  const carrier = relays.relay([sink], { meters, clock });
  const { call, deliver, value } = await measured({ meters, clock, mail: carrier });
  expect(await value(of('connections', 'relay'))).toBe(0);
  await call('send_email', mail({ to: realMailbox }));
  await deliver();
  expect(sink.messages).toHaveLength(1);
  expect(await value(of('connections', 'relay'))).toBe(1);
  expect(await value(of('connections_limit', 'relay'))).toBe(20);
  expect(await value(session('relay', 'TLSv1.3', 'configured', 'success'))).toBe(1);
  await sink.close();
  await call('send_email', mail({ to: 'ada@takes-mail.com' }));
  await deliver();
  expect(await value(of('rests_seconds', 'relay'))).toBe(30);
});

test('held mail is counted by a fixed set of reasons', async () => {
  const { call, deliver, mailbox, organization, value, labels, clock } = await measured();
  for (const reason of ['provider_full', 'servers_rest', 'dns', 'warm_up'] as const) {
    mailbox.next({ kind: 'held', by: 'full.dev', until: clock.now() + secondMs, why: 'it waits', reason });
    await call('send_email', mail({ to: `${reason}@takes-mail.com` }));
    await deliver();
    expect(await value(heldBy(reason))).toBe(1);
  }
  await call('update_organization', { id: organization.id, sending_enabled: true });
  await call('send_email', mail({ to: 'off@takes-mail.com' }));
  await call('update_organization', { id: organization.id, sending_enabled: false });
  await deliver();
  expect(await value(heldBy('sending_off'))).toBeGreaterThan(0);
  expect(reasons).toEqual(expect.arrayContaining(await labels('posthouse_held_total', 'reason')));
});

test('large bodies waiting for a rendering process are shown by priority', async () => {
  const { platform, value, labels } = await measured();
  const { rendering } = platform.engine.world;
  const queue = (rank: string) => value(`posthouse_render_queue{rank="${rank}"}`);
  expect(await queue('look')).toBe(0);
  const body = { kind: 'markdown' as const, source: 'A line of text.\n\n'.repeat(2_000) };
  const turn = { tenant: 1, rank: 'look' } as const;
  const three = [1, 2, 3].map(() => rendering.render({ body, preview: null, values: {} }, turn));
  expect(await queue('look')).toBe(2);
  await Promise.all(three);
  expect(await queue('look')).toBe(0);
  expect(await labels('posthouse_render_queue', 'rank')).toEqual(['delivery', 'look', 'public', 'send']);
});

test('the event loop delay is read at each scrape', async () => {
  const late = { 0.5: 1, 0.99: 20, 1: 250 };
  const meters = prometheusMeters(delayed(late));
  const at = (quantile: number) =>
    shown(meters, `posthouse_event_loop_delay_seconds{quantile="${quantile}"}`);
  expect([await at(0.5), await at(0.99), await at(1)]).toEqual([0.001, 0.02, 0.25]);
  late[1] = 500;
  expect(await at(1)).toBe(0.5);
});

test('the event loop of this process has a delay for every quantile', async () => {
  const meters = prometheusMeters();
  for (const quantile of [0.5, 0.99, 1]) {
    const value = await shown(meters, `posthouse_event_loop_delay_seconds{quantile="${quantile}"}`);
    expect(value).toBeGreaterThanOrEqual(0);
  }
});

test('signed mail, unsigned mail and unusable keys are counted separately', async () => {
  const { call, clock, deliver, platform, resolver, value } = await measured();
  const result = async (name: string) => (await value(`posthouse_signatures_total{result="${name}"}`)) ?? 0;
  const send = async () => {
    await call('send_email', mail({ from: 'hello@acme.com', to: realMailbox }));
    await deliver();
  };
  await send();
  expect([await result('signed'), await result('unsigned')]).toEqual([0, 1]);
  const { output } = await call('add_domain', { name: 'acme.com' });
  for (const { name, type, value: text } of (
    output as { records: Record<'name' | 'type' | 'value', string>[] }
  ).records) {
    resolver.zone.set(name, { [type.toLowerCase()]: [text] });
  }
  await call('verify_domain', { id: 'acme.com' });
  await send();
  expect([await result('signed'), await result('unsigned')]).toEqual([1, 1]);
  await call('send_email', mail({ from: 'hello@acme.com', to: realMailbox }));
  await platform.engine.store.database.transaction((queries) =>
    queries.run("UPDATE domains SET dkim_private_key = 'not sealed here', revision = revision + 1", []),
  );
  // A process caches a domain for some seconds.
  await clock.advance(10 * secondMs);
  await deliver();
  expect([await result('failed'), await result('signed'), await result('unsigned')]).toEqual([1, 1, 1]);
  expect(await value('posthouse_job_faults_total{kind="deliver_email"}')).toBe(1);
});
