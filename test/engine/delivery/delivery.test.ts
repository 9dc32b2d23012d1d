import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimJobs, renewLeases, retryJob } from '../../../src/store/jobs.ts';
import type { HandOver } from '../../../src/world/mail/mail.ts';
import { accepted, refused, unreachable } from '../../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';

describe.each(databases)('on %s,', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    posthouse = await openPlatform({ database: await openDatabase() });
  });
  afterEach(async () => {
    await posthouse.close();
  });

  const minuteMs = 60_000;
  const hourMs = 60 * minuteMs;

  async function send(to = 'ada@mailbox.dev'): Promise<string> {
    const mail = { from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello' };
    const { output } = await posthouse.call('send_email', mail);
    return (output as { id: string }).id;
  }
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what it expects
  const get = async (id: string): Promise<any> => (await posthouse.call('get_email', { id })).output;
  const eventTypes = async (id: string) =>
    (await get(id)).events.map((event: { type: string }) => event.type);
  const trySend = async (to?: string): Promise<string> =>
    await send(to).then(
      () => 'accepted',
      (failure: { failure: string }) => failure.failure,
    );

  test('a queued mail with an address that is no longer valid does not stop other mail', async () => {
    const [unreadable, other] = [await send('ada@other.dev'), await send()];
    const { database } = posthouse.platform.engine.store;
    const to = 'ada@xn--n3h.net';
    await database.transaction((queries) =>
      queries.run('UPDATE emails SET to_text = $1, to_key = $1 WHERE id = $2', [to, unreadable]),
    );
    await posthouse.deliver();
    expect([(await get(unreadable)).last_event, (await get(other)).last_event]).toEqual(['failed', 'sent']);
  });

  describe('a deferred mail', () => {
    test('is retried with the same Message-ID and gets a delay event', async () => {
      posthouse.mailbox.script = () => refused(451, 'rcpt', '4.7.1');
      const id = await send();
      await posthouse.deliver();
      const waiting = await get(id);
      expect(waiting).toMatchObject({ last_event: 'delivery_delayed', sent_at: null });
      expect(waiting.events[1].data).toMatchObject({ enhanced: '4.7.1', attempt: 1 });

      expect(await posthouse.deliver()).toBe(0);
      posthouse.mailbox.script = () => accepted;
      await posthouse.clock.advance(
        Date.parse(waiting.events[1].data.next_attempt_at) - posthouse.clock.now(),
      );
      expect(await posthouse.deliver()).toBe(1);
      expect((await get(id)).last_event).toBe('sent');
      expect(posthouse.mailbox.messages.map(({ messageId }) => messageId)).toEqual([
        `<${id}@acme.dev>`,
        `<${id}@acme.dev>`,
      ]);
    });

    test('becomes a soft bounce after three days', async () => {
      posthouse.mailbox.script = () => refused(450, 'rcpt', '4.2.0');
      const id = await send();
      for (let rounds = 0; rounds < 100; rounds += 1) {
        await posthouse.deliver();
        await posthouse.clock.advance(hourMs);
      }
      const email = await get(id);
      expect(email.last_event).toBe('bounced');
      expect(email.events.at(-1).data.bounce.type).toBe('soft');
      expect(posthouse.mailbox.messages.length).toBeLessThan(40);
      expect(Date.parse(email.events.at(-1).created_at) - Date.parse(email.created_at)).toBeLessThanOrEqual(
        73 * hourMs,
      );
    });
  });

  test('a large mail is checked for a suppression when its turn comes, not when it was queued', async () => {
    const { engine } = posthouse.platform;
    const letGo = await engine.mailInFlight.take(posthouse.organization.key, 1_000_000_000);
    const html = `<p>${'Hello '.repeat(60_000)}</p>`;
    const mail = { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'Hello', html };
    const { id } = (await posthouse.call('send_email', mail)).output as { id: string };
    const delivered = posthouse.deliver();
    const claimed = async () =>
      await engine.store.database.reader.get('SELECT key FROM jobs WHERE subject = $1 AND attempts = 1', [
        id,
      ]);
    while (!(await claimed())) await nextTurn();
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    await posthouse.call('add_suppression', { email: 'ada@mailbox.dev' });
    letGo();
    await delivered;
    expect((await get(id)).last_event).toBe('suppressed');
    expect(posthouse.mailbox.messages).toEqual([]);
  });

  test('mail that a relay outage fails after three days can be retried, and its recipient is not suppressed', async () => {
    posthouse.mailbox.script = () => unreachable();
    const id = await send();
    for (let rounds = 0; rounds < 100; rounds += 1) {
      await posthouse.deliver();
      await posthouse.clock.advance(hourMs);
    }
    expect((await get(id)).last_event).toBe('failed');
    expect(await trySend()).toBe('accepted');

    posthouse.mailbox.script = () => accepted;
    await posthouse.call('retry_email', { id });
    await posthouse.deliver();
    expect(await get(id)).toMatchObject({ last_event: 'sent', message_id: `<${id}@acme.dev>` });
  });

  test('a cooldown or a shutdown delays mail and does not fail it', async () => {
    posthouse.mailbox.script = () => ({ ...unreachable(), by: 'posthouse' }) as HandOver;
    const id = await send();
    await posthouse.deliver();
    expect((await get(id)).last_event).toBe('delivery_delayed');
    posthouse.mailbox.script = () => accepted;
    await posthouse.clock.advance(minuteMs);
    await posthouse.deliver();
    expect((await get(id)).last_event).toBe('sent');
  });

  test('a message that Posthouse rejects itself fails without a bounce for its recipient', async () => {
    posthouse.mailbox.script = () => ({ ...refused(554, 'data', '5.6.0'), by: 'posthouse' });
    const id = await send();
    await posthouse.deliver();
    expect((await get(id)).last_event).toBe('failed');
    expect(await trySend()).toBe('accepted');
  });

  describe('a permanent rejection', () => {
    test('of a mailbox is a hard bounce, which causes a cooldown first and then a suppression', async () => {
      await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev' });
      posthouse.mailbox.script = () => refused(550, 'rcpt', '5.1.1');
      const id = await send();
      await posthouse.deliver();
      const email = await get(id);
      expect(email.last_event).toBe('bounced');
      expect(email.events.at(-1).data.bounce).toMatchObject({ type: 'hard', subType: 'mailbox' });
      const { output: subscriber } = await posthouse.call('get_subscriber', {
        subscriber: 'ada@mailbox.dev',
      });
      expect(subscriber).toMatchObject({ status: 'BOUNCED' });

      expect(await trySend()).toBe('RECIPIENT_RATE_LIMITED');
      await posthouse.clock.advance(hourMs);
      const later = await send();
      expect((await get(later)).last_event).toBe('suppressed');
      await posthouse.deliver();
      expect(posthouse.mailbox.messages).toHaveLength(1);
    });

    test('for policy reasons causes a cooldown and never a suppression', async () => {
      posthouse.mailbox.script = () => refused(550, 'data', '5.7.1');
      const id = await send();
      await posthouse.deliver();
      expect((await get(id)).events.at(-1).data.bounce.subType).toBe('policy');
      expect(await trySend()).toBe('RECIPIENT_RATE_LIMITED');
      await posthouse.clock.advance(hourMs);
      expect((await get(await send())).last_event).toBe('queued');
    });

    test('for a full mailbox suppresses for thirty days after the fifth consecutive bounce', async () => {
      posthouse.mailbox.script = () => refused(552, 'rcpt', '5.2.2');
      for (let bounce = 0; bounce < 5; bounce += 1) {
        await send();
        await posthouse.deliver();
        await posthouse.clock.advance(25 * hourMs);
      }
      expect((await get(await send())).last_event).toBe('suppressed');
      await posthouse.clock.advance(30 * 24 * hourMs);
      expect((await get(await send())).last_event).toBe('queued');
    });
  });

  describe('a worker that', () => {
    test('crashes between claim and result releases the job when its lease ends, and the retry keeps the Message-ID', async () => {
      const id = await send();
      const { database } = posthouse.platform.engine.store;
      const now = posthouse.clock.now();
      const [job] = await claimJobs(database, 'deliver_email', 10, now, 20_000, 0);
      expect(job?.subject).toBe(id);

      expect(await posthouse.deliver()).toBe(0);
      await posthouse.clock.advance(20_000);
      expect(await posthouse.deliver()).toBe(1);
      expect((await get(id)).events.at(-1)).toMatchObject({ type: 'sent', data: { unknown_attempts: 1 } });
    });

    test('returns late does not overwrite the result of its successor', async () => {
      const id = await send();
      const hanging = posthouse.mailbox.hang();
      const late = posthouse.deliver();
      while (posthouse.mailbox.inFlight() === 0) await nextTurn();
      // Its lease ends while it waits, and another worker claims and finishes the job.
      const { database } = posthouse.platform.engine.store;
      await posthouse.clock.advance(20_000);
      const [taken] = await claimJobs(database, 'deliver_email', 1, posthouse.clock.now(), 20_000, 0);
      expect(taken?.fence).toBe(2);
      hanging.release(refused(550, 'rcpt', '5.1.1'));
      await late;
      expect(await eventTypes(id)).toEqual(['queued']);
      expect((await get(id)).last_event).toBe('queued');
    });
  });

  test("an organization with hundreds of waiting mails does not block another organization's mail", async () => {
    const { organization } = await posthouse.addOrganization('Small');
    const caller = posthouse.caller('tools', organization);
    for (let mail = 0; mail < 300; mail += 100) {
      await posthouse.call('send_email_batch', {
        emails: Array.from({ length: 100 }, (_, index) => ({
          from: 'hello@big.dev',
          to: `reader${mail + index}@mailbox.dev`,
          subject: 'Hello',
          markdown: 'Hello',
        })),
      });
    }
    const one = { from: 'hello@small.dev', to: 'ada@mailbox.dev', subject: 'Hello', markdown: 'Hello' };
    await posthouse.call('send_email', one, { caller });
    const { database } = posthouse.platform.engine.store;
    const claimed = await claimJobs(database, 'deliver_email', 10, posthouse.clock.now(), 20_000, 0);
    expect(claimed.map((job) => job.organization)).toContain(organization.key);
  });

  test("mail waits while its organization's sending is disabled, and is sent afterwards", async () => {
    const id = await send();
    const { organization } = posthouse;
    await posthouse.call('update_organization', { id: organization.id, sending_enabled: false });
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toEqual([]);
    await posthouse.call('update_organization', { id: organization.id, sending_enabled: true });
    await posthouse.clock.advance(5 * minuteMs);
    await posthouse.deliver();
    expect((await get(id)).last_event).toBe('sent');
  });

  test('erasing a subscriber during delivery also removes the SMTP reply', async () => {
    await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev' });
    const id = await send();
    const hanging = posthouse.mailbox.hang();
    const handingOver = posthouse.deliver();
    while (posthouse.mailbox.inFlight() === 0) await nextTurn();
    await posthouse.call('delete_subscriber', { subscriber: 'ada@mailbox.dev' });
    hanging.release({ ...refused(451, 'rcpt'), reply: '451 <ada@mailbox.dev> try later' } as HandOver);
    await handingOver;
    expect(JSON.stringify((await get(id)).events)).not.toContain('@');
  });

  test('a late lease renewal does not change the retry time of a deferred mail', async () => {
    await send();
    const { database } = posthouse.platform.engine.store;
    const [job] = await claimJobs(database, 'deliver_email', 1, posthouse.clock.now(), 20_000, 0);
    const later = posthouse.clock.now() + hourMs;
    await database.transaction((queries) => retryJob(queries, job!, later));
    await renewLeases(database, [job!], posthouse.clock.now() + 20_000);
    const rows = await database.reader.all<{ run_at: number }>('SELECT run_at FROM jobs LIMIT 2', []);
    expect(rows).toEqual([{ run_at: later }]);
  });

  test('a retry with an Idempotency-Key replays its result', async () => {
    posthouse.mailbox.script = () => ({ ...refused(554, 'data'), by: 'posthouse' }) as HandOver;
    const id = await send();
    await posthouse.deliver();
    const retry = () =>
      posthouse.http('POST', `/api/v2/emails/${id}/retry`, { headers: { 'idempotency-key': 'again' } });
    const first = await retry();
    const second = await retry();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  test('mail that waited three days for sending to be enabled fails and can be retried', async () => {
    const id = await send();
    await posthouse.call('update_organization', { id: posthouse.organization.id, sending_enabled: false });
    for (let rounds = 0; rounds < 80; rounds += 1) {
      await posthouse.deliver();
      await posthouse.clock.advance(hourMs);
    }
    expect((await get(id)).last_event).toBe('failed');
    expect(await trySend()).toBe('accepted');
  });

  test('mail to an erased subscriber is canceled', async () => {
    await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev' });
    const id = await send();
    await posthouse.call('delete_subscriber', { subscriber: 'ada@mailbox.dev' });
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toEqual([]);
    expect(await get(id)).toMatchObject({ last_event: 'canceled', to: [''], subject: '' });
  });

  test('a mail is not sent if its address was suppressed after acceptance', async () => {
    const id = await send();
    await posthouse.call('add_suppression', { email: 'ada@mailbox.dev' });
    await posthouse.deliver();
    expect(posthouse.mailbox.messages).toEqual([]);
    expect((await get(id)).last_event).toBe('suppressed');
  });
});
