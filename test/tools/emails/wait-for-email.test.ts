import { describe, expect, test } from 'vitest';
import { ticketsMax } from '../../../src/concurrency/mail-watch.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { mail, open, realMailbox } from '../../spec/scene.ts';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  test('the newest matching mail is returned at once, in full', async () => {
    const { use } = place();
    await use('send_email', mail({ to: 'ada@example.com', subject: 'Welcome' }));
    const { id } = await use('send_email', mail({ to: 'ada@example.com', subject: 'Reset your password' }));
    await use('send_email', mail({ to: 'bob@example.com', subject: 'Reset your password' }));
    const found = await use('wait_for_email', { to: 'Ada@Example.com', subject: 'RESET' });
    expect(found).toMatchObject({
      id,
      subject: 'Reset your password',
      text: expect.stringContaining('Hello'),
    });
    expect(found.events[0].type).toBe('queued');
    expect((await use('wait_for_email', { subject: 'welcome' })).subject).toBe('Welcome');
  });

  test('the mails after a given mail are returned in order without a gap', async () => {
    const { use } = place();
    const ids: string[] = [];
    for (const subject of ['first', 'second', 'third']) {
      ids.push((await use('send_email', mail({ to: 'ada@example.com', subject }))).id);
    }
    const since = { to: 'ada@example.com', after: '2020-01-01T00:00:00Z' };
    expect((await use('wait_for_email', since)).id).toBe(ids[0]);
    expect((await use('wait_for_email', { to: 'ada@example.com', after: ids[0] })).id).toBe(ids[1]);
    expect((await use('wait_for_email', { to: 'ada@example.com', after: ids[1] })).id).toBe(ids[2]);
  });

  test('mail of another organization is never returned', async () => {
    const { use, platform } = place();
    const other = await platform.addOrganization('Other');
    const caller = platform.caller('v2', other.organization);
    await platform.call('send_email', mail({ to: 'ada@example.com' }), { caller });
    const asked = use('wait_for_email', { to: 'ada@example.com', timeout_seconds: 1 });
    await platform.clock.waitedFor(1_000);
    await platform.clock.advance(1_000);
    expect(await asked).toEqual({ object: 'email', id: null });
  });
});

test('a waiting request is answered as soon as the mail is accepted', async () => {
  const { http, call, clock } = await open();
  const asked = http('GET', '/api/v2/emails/wait?to=ada%40example.com&timeout_seconds=30');
  await clock.waitedFor(1_000);
  const { output } = await call('send_email', mail({ to: 'ada@example.com' }));
  await clock.waitedFor(20);
  await clock.advance(20);
  expect((await asked).body).toMatchObject({ object: 'email', id: (output as { id: string }).id });
  expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + 20);
});

test('the more requests of an organization wait, the less often each request polls', async () => {
  const { http, call, clock } = await open();
  const asked = Array.from({ length: 10 }, () => http('GET', '/api/v2/emails/wait?to=ada%40example.com'));
  await clock.waitedFor(1_000);
  await call('send_email', mail({ to: 'ada@example.com' }));
  await clock.waitedFor(50);
  await clock.advance(50);
  for (const { body } of await Promise.all(asked)) expect(body.id).toMatch(/^eml_/);
});

test('a mail stored by another process is found by polling', async () => {
  const { http, call, clock, platform } = await open();
  const asked = http('GET', '/api/v2/emails/wait?to=ada%40example.com');
  await clock.waitedFor(1_000);
  platform.engine.mailWatch.changed = () => {};
  await call('send_email', mail({ to: 'ada@example.com' }));
  await clock.advance(1_100);
  expect((await asked).body.id).toMatch(/^eml_/);
});

test('a request for an event is answered when the mail has that event', async () => {
  const { http, call, clock, deliver } = await open();
  await call('send_email', mail({ to: realMailbox }));
  const asked = http('GET', `/api/v2/emails/wait?to=${encodeURIComponent(realMailbox)}&last_event=sent`);
  await clock.waitedFor(1_000);
  await deliver();
  await clock.waitedFor(20);
  await clock.advance(20);
  expect((await asked).body).toMatchObject({ last_event: 'sent' });
});

test('a request without a matching mail returns null after the timeout or when the process stops', async () => {
  const { http, clock, platform } = await open();
  const asked = http('GET', '/api/v2/emails/wait?timeout_seconds=3');
  await clock.waitedFor(1_000);
  await clock.advance(3_100);
  expect((await asked).body).toEqual({ object: 'email', id: null });
  const later = http('GET', '/api/v2/emails/wait');
  await clock.waitedFor(1_000);
  platform.engine.stopping.now = true;
  await clock.advance(1_100);
  expect((await later).body.id).toBeNull();
});

test('one organization may have a limited number of waiting requests, and each frees its slot', async () => {
  const { http, clock, addOrganization } = await open();
  const held = Array.from({ length: ticketsMax }, () => http('GET', '/api/v2/emails/wait?timeout_seconds=1'));
  await clock.waitedFor(1_000, ticketsMax);
  const refused = await http('GET', '/api/v2/emails/wait');
  expect(refused).toMatchObject({ status: 429, body: { name: 'rate_limit_exceeded' } });
  expect(refused.headers.get('retry-after')).toBe('1');
  const other = await addOrganization('Other');
  const theirs = http('GET', '/api/v2/emails/wait?timeout_seconds=1', { token: other.token });
  await clock.waitedFor(1_000, ticketsMax + 1);
  await clock.advance(1_100);
  for (const answer of await Promise.all([...held, theirs])) expect(answer.status).toBe(200);
  const again = http('GET', '/api/v2/emails/wait?timeout_seconds=1');
  await clock.waitedFor(1_000);
  await clock.advance(1_100);
  expect((await again).status).toBe(200);
});

describe('an assistant waiting for a mail', () => {
  test('gets the mail when it has the requested event', async () => {
    const platform = await open();
    const { deliver, clock } = platform;
    const assistant = assistantOf(platform);
    const { result: sent } = await assistant.call('send_email', mail({ to: realMailbox }));
    const asked = assistant.call('wait_for_email', { to: realMailbox, last_event: 'sent' });
    await clock.waitedFor(1_000);
    await deliver();
    await clock.waitedFor(20);
    await clock.advance(20);
    const { result } = await asked;
    expect(result).toMatchObject({ id: sent.id, last_event: 'sent' });
    expect(result.html).toBeUndefined();
  });

  test('gets null after 30 seconds', async () => {
    const platform = await open();
    const asked = assistantOf(platform).call('wait_for_email', { to: realMailbox });
    await platform.clock.waitedFor(1_000);
    await platform.clock.advance(30_100);
    const { refused, result } = await asked;
    expect([refused, result]).toEqual([false, { object: 'email', id: null }]);
  });
});

describe('invalid input of wait_for_email', () => {
  test.each([
    ['after', 'yesterday', 'after'],
    ['after', 'eml_unknown', 'after'],
    ['timeout_seconds', '31', 'timeout_seconds'],
    ['timeout_seconds', '0', 'timeout_seconds'],
    ['last_event', 'arrived', 'last_event'],
    ['subject', '', 'subject'],
    ['id', 'eml_1', 'id'],
  ])('%s=%s is rejected by field name', async (name, value, path) => {
    const { http } = await open();
    const { status, body } = await http('GET', `/api/v2/emails/wait?${name}=${encodeURIComponent(value)}`);
    expect(status).toBe(400);
    expect(body.details[0].path).toBe(path);
  });
});
