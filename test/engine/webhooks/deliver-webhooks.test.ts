import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { holdQueue, releaseQueue, waitingSentence } from '../../../src/engine/organizations/queue-hold.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import { systemClock } from '../../../src/world/clock.ts';
import type { Posted } from '../../../src/world/http/post.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';
import { answered } from '../../world/simulated/receivers.ts';
import { addWebhook, messages, rowsOf } from './webhook-scene.ts';

const url = 'https://hooks.acme.dev/in';
const otherUrl = 'https://hooks.acme.dev/other';

describe.each(databases)('a webhook, on %s,', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  beforeEach(async () => {
    // The receiver's library compares a request's time with the system clock.
    posthouse = await openPlatform({
      database: await openDatabase(),
      clock: simulatedClock(systemClock().now()),
    });
  });
  afterEach(() => posthouse.close());

  const posts = (of = url) => posthouse.receivers.posts.filter((post) => post.url === of);
  const answer = (...answers: (number | Posted)[]) => posthouse.receivers.answers.set(url, answers);
  const happen = async (email = 'ada@mailbox.dev') => {
    await posthouse.call('add_suppression', { email });
  };
  const use = async (tool: string, input: unknown) => (await posthouse.call(tool, input)).output as never;
  const stateOf = async (id: string): Promise<Record<string, unknown>> => await use('get_webhook', { id });
  /** Returns each attempt's offset from the first, in seconds. */
  const timesOf = (of = url) => {
    const at = posts(of).map(({ headers }) => Number(headers['webhook-timestamp']));
    return at.map((one) => one - at[0]!);
  };
  const passes = async (ms: number, stepMs: number) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await posthouse.clock.advance(stepMs);
      await posthouse.deliver();
    }
  };

  verifies(
    ['webhook.signature', 'webhook.signature.rotation'],
    'is verified by the Standard Webhooks library, with either secret for a day after a rotation',
    async () => {
      const saved = await use('save_webhook', { url });
      const { id, signing_secret: first } = saved as { id: string; signing_secret: string };
      await posthouse.call('track_event', {
        name: 'order.paid',
        email: 'ada@mailbox.dev',
        properties: { note: 'Grüße 🦆 \u2028 日本' },
      });
      await posthouse.deliver();
      const [sent] = posts();
      expect(new Webhook(first).verify(sent!.body, sent!.headers)).toEqual(JSON.parse(sent!.body));
      expect(sent!.headers['content-type']).toBe('application/json');

      const { signing_secret: second } = (await use('rotate_webhook_secret', { id })) as {
        signing_secret: string;
      };
      await happen('two@mailbox.dev');
      await posthouse.deliver();
      const rotated = posts().at(-1)!;
      for (const secret of [first, second]) new Webhook(secret).verify(rotated.body, rotated.headers);
      expect(rotated.headers['webhook-signature']!.split(' ')).toHaveLength(2);

      await posthouse.clock.advance(dayMs);
      await happen('three@mailbox.dev');
      await posthouse.deliver();
      expect(posts().at(-1)!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
    },
  );

  verifies(
    ['webhook.schedule', 'webhook.attempts', 'webhook.answer'],
    'that always fails is attempted eight times on schedule, and each attempt is recorded',
    async () => {
      const id = await addWebhook(posthouse);
      answer(answered(500, null, `${'é'.repeat(3_000)}\0`));
      await happen();
      await posthouse.deliver();
      for (const wait of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]) {
        await posthouse.clock.advance(wait * secondMs - 1);
        expect(await posthouse.deliver()).toBe(0);
        await posthouse.clock.advance(1);
        expect(await posthouse.deliver()).toBe(1);
      }
      await passes(3 * dayMs, 6 * hourMs);
      expect(timesOf()).toEqual([0, 5, 305, 2_105, 9_305, 27_305, 63_305, 99_305]);
      expect(new Set(posts().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      const { data } = (await use('list_webhook_deliveries', { webhook: id })) as {
        data: object[];
      };
      expect(data).toMatchObject([{ status: 'failed', attempts: 8 }]);
      expect(await rowsOf(posthouse, 'webhook_attempts')).toBe(8);
      const [kept] = await posthouse.platform.engine.store.database.reader.all<{ answer: string }>(
        'SELECT answer FROM webhook_attempts LIMIT 1',
        [],
      );
      expect(Buffer.byteLength(kept!.answer)).toBeLessThanOrEqual(2_048);
      expect(await stateOf(id)).toMatchObject({ status: 'enabled', consecutive_failures: 8 });
      await use('replay_webhook_deliveries', { webhook: id });
      await posthouse.deliver();
      const again = (await use('list_webhook_deliveries', { webhook: id })) as { data: object[] };
      expect(again.data).toMatchObject([{ status: 'pending', attempts: 9 }]);
    },
  );

  verifies('webhook.success', 'fails on a redirect, and a later attempt may succeed', async () => {
    const id = await addWebhook(posthouse);
    answer(302, 204);
    await happen();
    await posthouse.deliver();
    expect(await stateOf(id)).toMatchObject({ consecutive_failures: 1 });
    await posthouse.clock.advance(5 * secondMs);
    await posthouse.deliver();
    expect(posts()).toHaveLength(2);
    expect(await stateOf(id)).toMatchObject({ consecutive_failures: 0, failing_since: null });
    expect(await rowsOf(posthouse, 'webhook_deliveries')).toBe(0);
  });

  verifies(
    ['webhook.retry-after', 'webhook.slow-down'],
    'waits for a Retry-After in seconds or as a date, but not for a year',
    async () => {
      await addWebhook(posthouse);
      const inTenMinutes = new Date(posthouse.clock.now() + 10 * minuteMs).toUTCString();
      answer(answered(429, '120'), 204, 204, answered(429, inTenMinutes), 204);
      await happen('one@mailbox.dev');
      await posthouse.deliver();
      await happen('two@mailbox.dev');
      await passes(115 * secondMs, 5 * secondMs);
      expect(posts()).toHaveLength(1);
      await passes(5 * secondMs, secondMs);
      expect(posts()).toHaveLength(3);

      await happen('three@mailbox.dev');
      await posthouse.deliver();
      await passes(7 * minuteMs, 30 * secondMs);
      expect(posts()).toHaveLength(4);
      await passes(minuteMs, secondMs);
      expect(posts()).toHaveLength(5);

      answer(answered(503, '31536000'), 204);
      await happen('four@mailbox.dev');
      await posthouse.deliver();
      await passes(5 * secondMs, secondMs);
      expect(posts()).toHaveLength(7);
    },
  );

  verifies(
    'webhook.retry-after.manual',
    'that waits for hours after a Retry-After continues when a person replays or tests it',
    async () => {
      const webhook = await addWebhook(posthouse);
      const inTenHours = String((10 * hourMs) / secondMs);
      answer(answered(429, inTenHours));
      await happen('one@mailbox.dev');
      await posthouse.deliver();
      await happen('two@mailbox.dev');
      await passes(minuteMs, 10 * secondMs);
      expect(posts()).toHaveLength(1);
      await use('replay_webhook_deliveries', { webhook });
      // The receiver requests a pause each time.
      await posthouse.deliver();
      await passes(minuteMs, 10 * secondMs);
      expect(posts().length).toBeGreaterThan(1);
      const before = posts().length;
      await happen('three@mailbox.dev');
      await passes(minuteMs, 10 * secondMs);
      expect(posts()).toHaveLength(before);
      answer(204);
      await use('test_webhook', { webhook });
      await posthouse.deliver();
      const kinds = posts()
        .slice(before)
        .map(({ body }) => (JSON.parse(body) as { type: string }).type);
      expect(kinds).toContain('webhook.test');
      expect(kinds).toContain('suppression.added');
    },
  );

  verifies(
    'webhook.gone',
    'that gets 410 is disabled and reported, and continues where it stopped when it is enabled again',
    async () => {
      const id = await addWebhook(posthouse);
      await addWebhook(posthouse, { url: otherUrl, events: ['webhook.disabled'] });
      answer(410, 204);
      await happen('one@mailbox.dev');
      await posthouse.deliver();
      await happen('two@mailbox.dev');
      await passes(hourMs, 10 * minuteMs);
      expect(posts()).toHaveLength(1);
      expect(await stateOf(id)).toMatchObject({
        status: 'auto_disabled',
        reason:
          'The receiver answered 410: it wants no more deliveries. Save the webhook with enabled: true to resume.',
      });
      const sent = posts(otherUrl).map(({ body }) => JSON.parse(body) as { type: string; data: object });
      expect(sent).toMatchObject([{ type: 'webhook.disabled', data: { id, url } }]);
      expect(posthouse.log).toContainEqual(
        expect.objectContaining({ level: 'warn', message: 'A webhook was disabled' }),
      );
      await use('save_webhook', { id, enabled: true });
      await posthouse.deliver();
      expect(posts()).toHaveLength(2);
      expect(posts()[1]!.headers['webhook-id']).toBe(posts()[0]!.headers['webhook-id']);
    },
  );

  verifies(
    ['webhook.auto-disable', 'webhook.sporadic'],
    'that fails for 120 h is disabled, unless it succeeds once in between',
    async () => {
      const id = await addWebhook(posthouse);
      const sporadic = await addWebhook(posthouse, { url: otherUrl });
      answer(500);
      let hours = 0;
      posthouse.receivers.answers.set(otherUrl, [() => answered(hours % 24 === 23 ? 200 : 500)]);
      for (; hours <= 121; hours += 1) {
        await happen(`person-${hours}@mailbox.dev`);
        await posthouse.deliver();
        if (hours < 120) expect(await stateOf(id)).toMatchObject({ status: 'enabled' });
        await posthouse.clock.advance(hourMs);
      }
      expect(await stateOf(id)).toMatchObject({
        status: 'auto_disabled',
        reason: expect.stringContaining('120 hours'),
      });
      expect(await stateOf(sporadic)).toMatchObject({ status: 'enabled' });
    },
  );

  verifies(
    'webhook.probe',
    'makes four concurrent requests, but only one at a time after three consecutive failures',
    async () => {
      await addWebhook(posthouse);
      let status = 500;
      let underWay = 0;
      /** Requests in flight at each request. */
      let counts: number[] = [];
      let { promise: fourth, resolve: fourAreHere } = Promise.withResolvers<void>();
      posthouse.receivers.answers.set(url, [
        async ({ body }) => {
          underWay += 1;
          counts.push(underWay);
          if (underWay === 4) fourAreHere();
          if (status === 500 || body.includes('new-')) await fourth;
          await new Promise((resolve) => setImmediate(resolve));
          underWay -= 1;
          return answered(status);
        },
      ]);
      for (let one = 0; one < 10; one += 1) await happen(`person-${one}@mailbox.dev`);
      await posthouse.deliver();
      expect(counts.slice(0, 4)).toEqual([1, 2, 3, 4]);
      expect(counts.slice(7)).toEqual([1, 1, 1]);

      counts = [];
      status = 200;
      ({ promise: fourth, resolve: fourAreHere } = Promise.withResolvers<void>());
      await posthouse.clock.advance(5 * secondMs);
      // Each retry may end before the next starts, because it is counted first.
      for (let one = 0; one < 10; one += 1) await happen(`new-${one}@mailbox.dev`);
      await posthouse.deliver();
      expect(counts.slice(0, 2)).toEqual([1, 1]);
      expect(Math.max(...counts)).toBe(4);
      expect(await rowsOf(posthouse, 'webhook_deliveries')).toBe(0);
    },
  );

  verifies(
    'webhook.replay',
    'replayed by a person replaces the pending attempt and advances the schedule',
    async () => {
      const id = await addWebhook(posthouse);
      answer(500);
      await happen();
      await posthouse.deliver();
      await passes(5 * secondMs, 5 * secondMs);
      const [message] = await messages(posthouse);
      await posthouse.clock.advance(minuteMs);
      await use('replay_webhook_deliveries', { webhook: id, message: message!.id });
      await posthouse.deliver();
      expect(timesOf()).toEqual([0, 5, 65]);
      // The replay was the third attempt: nothing is due at 305 s, and the fourth is 30 min later.
      await passes(29 * minuteMs, minuteMs);
      expect(posts()).toHaveLength(3);
      await passes(minuteMs, minuteMs);
      expect(timesOf()).toEqual([0, 5, 65, 1_865]);
    },
  );

  verifies('webhook.held', 'of a restored copy waits until the queue is released', async () => {
    await addWebhook(posthouse);
    const { database } = posthouse.platform.engine.store;
    await database.transaction((queries) => holdQueue(queries, posthouse.clock.now()));
    await happen();
    await posthouse.deliver();
    expect(posts()).toHaveLength(0);
    // Events without a message count too; the backlog of a disabled webhook does not.
    const disabled = await addWebhook(posthouse, { url: otherUrl });
    await happen('two@mailbox.dev');
    await use('save_webhook', { id: disabled, enabled: false });
    const waiting = await database.transaction(releaseQueue);
    expect(waiting).toEqual({ mails: 0, confirmations: 0, campaigns: 0, webhooks: 2 });
    expect(waitingSentence(waiting!)).toBe('0 mails and 2 webhook messages');
    await posthouse.deliver();
    expect(posts()).toHaveLength(2);
  });

  verifies(
    'webhook.isolation',
    'with a hanging receiver delays no other webhook, organization or mail',
    async () => {
      await addWebhook(posthouse);
      await addWebhook(posthouse, { url: otherUrl });
      const ends: ((posted: Posted) => void)[] = [];
      posthouse.receivers.answers.set(url, [() => new Promise<Posted>((resolve) => ends.push(resolve))]);
      try {
        posthouse.platform.worker.start();
        await happen();
        await posthouse.call('send_email', {
          from: 'Acme <hello@acme.dev>',
          to: 'grace@mailbox.dev',
          subject: 'Receipt',
          markdown: 'Thanks',
        });
        for (let turn = 0; turn < 4_000 && posts(otherUrl).length < 3; turn += 1) {
          await posthouse.clock.advance(5);
          // Lets the real database respond, which reading waits for.
          await rowsOf(posthouse, 'webhooks');
        }
        expect(
          posts(otherUrl)
            .map(({ body }) => JSON.parse(body).type)
            .toSorted(),
        ).toEqual(['email.queued', 'email.sent', 'suppression.added']);
        expect(posthouse.mailbox.messages).toHaveLength(1);
        expect(posts(url).length).toBeGreaterThan(0);
      } finally {
        // Closing the platform waits for its requests.
        posthouse.receivers.answers.set(url, [204]);
        for (const end of ends) end(answered(204));
      }
    },
  );

  verifies('webhook.order', 'that fails to deliver an event still delivers later events', async () => {
    await addWebhook(posthouse);
    answer(500, 204);
    await happen('one@mailbox.dev');
    await posthouse.deliver();
    await happen('two@mailbox.dev');
    await posthouse.deliver();
    await posthouse.clock.advance(5 * secondMs);
    await posthouse.deliver();
    const emails = posts().map(({ body }) => JSON.parse(body).data.email);
    expect(emails).toEqual(['one@mailbox.dev', 'two@mailbox.dev', 'one@mailbox.dev']);
  });
});
