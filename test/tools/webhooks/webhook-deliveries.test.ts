import { afterEach, beforeEach, describe, expect } from 'vitest';
import { fanOutDue } from '../../../src/engine/webhooks/fan-out.ts';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { dayMs, hourMs } from '../../../src/model/instant.ts';
import { addWebhook, messages, rowsOf } from '../../engine/webhooks/webhook-scene.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';

describe.each(databases)('webhook deliveries on %s', (_name, openDatabase) => {
  let posthouse: SimulatedPlatform;
  let webhook: string;
  beforeEach(async () => {
    posthouse = await openPlatform({ database: await openDatabase() });
    webhook = await addWebhook(posthouse, { events: ['subscriber.created', 'subscriber.deleted'] });
  });
  afterEach(() => posthouse.close());

  const database = () => posthouse.platform.engine.store.database;

  /** Causes `amount` events a minute apart. @returns the message ids, oldest first */
  async function happen(amount: number): Promise<string[]> {
    for (let at = 0; at < amount; at += 1) {
      await posthouse.call('create_subscriber', { email: `ada${at}-${posthouse.clock.now()}@mailbox.dev` });
      await posthouse.clock.advance(60_000);
    }
    await fanOutDue(posthouse.platform.engine);
    return (await messages(posthouse)).slice(-amount).map(({ id }) => id);
  }

  /** Writes a delivery's result as a worker would: finished, or waiting after an attempt. */
  async function settle(
    message: string,
    outcome: 'succeeded' | 'failed' | 'waits',
    answer = 'no',
  ): Promise<void> {
    await database().transaction(async (queries) => {
      const place = `message = (SELECT key FROM webhook_messages WHERE id = $1)`;
      const now = posthouse.clock.now();
      const id = posthouse.platform.engine.world.ids.id('att');
      await queries.run(
        `INSERT INTO webhook_attempts (id, organization, webhook, message, at, duration_ms, url, outcome, status_code, answer)
         SELECT $2, organization, webhook, message, $3, 12, 'https://hooks.acme.dev/in', $4, 500, $5
         FROM webhook_deliveries WHERE ${place}`,
        [message, id, now, outcome === 'succeeded' ? 'succeeded' : 'refused', answer],
      );
      if (outcome === 'waits') {
        await queries.run(
          `UPDATE webhook_deliveries SET attempts = attempts + 1, due_at = $2 WHERE ${place}`,
          [message, now + hourMs],
        );
        return;
      }
      await queries.run(
        `INSERT INTO webhook_results (webhook, message, organization, outcome, attempts, ended_at)
         SELECT webhook, message, organization, $2, attempts + 1, $3 FROM webhook_deliveries WHERE ${place}`,
        [message, outcome, now],
      );
      await queries.run(`DELETE FROM webhook_deliveries WHERE ${place}`, [message]);
    });
  }

  const list = async (query = ''): Promise<{ id: string; status: string }[]> => {
    const reply = await posthouse.http('GET', `/api/v2/webhooks/${webhook}/events${query}`);
    expect(reply.status).toBe(200);
    return reply.body.data;
  };
  const due = async (): Promise<number> => {
    const row = await database().reader.get<{ amount: number }>(
      'SELECT count(*) AS amount FROM webhook_deliveries WHERE due_at <= $1',
      [posthouse.clock.now()],
    );
    return Number(row!.amount);
  };

  verifies('webhook.deliveries', 'are listed by status and time, newest first, in pages', async () => {
    const [a, b, c, d] = (await happen(4)) as [string, string, string, string];
    await settle(a, 'succeeded');
    await settle(b, 'failed');
    await settle(c, 'waits');
    expect((await list()).map(({ id, status }) => [id, status])).toEqual([
      [d, 'pending'],
      [c, 'pending'],
      [b, 'failed'],
      [a, 'succeeded'],
    ]);
    expect((await list('?status=failed')).map(({ id }) => id)).toEqual([b]);
    expect((await list('?status=pending&limit=1')).map(({ id }) => id)).toEqual([d]);
    expect((await list(`?limit=2&after=${d}`)).map(({ id }) => id)).toEqual([c, b]);
    expect((await list(`?limit=2&before=${a}`)).map(({ id }) => id)).toEqual([c, b]);
    const since = new Date(posthouse.clock.now() - 2.5 * 60_000).toISOString();
    expect((await list(`?since=${since}`)).map(({ id }) => id)).toEqual([d, c]);
    const unknown = await posthouse.http('GET', `/api/v2/webhooks/${webhook}/events?after=msg_none`);
    expect(unknown.status).toBe(400);
  });

  verifies(
    'webhook.deliveries',
    'have a failure reason, and get_webhook_delivery shows the payload',
    async () => {
      const [a] = (await happen(1)) as [string];
      await settle(a, 'waits', 'first');
      await settle(a, 'failed', 'second');
      const [shown] = (await list()) as unknown as [
        { attempts: number; last_attempts: { answer: string }[] },
      ];
      expect(shown.attempts).toBe(2);
      expect(shown.last_attempts.map(({ answer }) => answer)).toEqual(['second', 'first']);
      const one = await posthouse.http('GET', `/api/v2/webhooks/${webhook}/events/${a}`);
      expect(one.body).toMatchObject({ id: a, status: 'failed', payload: { type: 'subscriber.created' } });
      expect(one.body.last_attempts).toHaveLength(2);
      expect((await posthouse.http('GET', `/api/v2/webhooks/${webhook}/events/msg_none`)).status).toBe(404);
    },
  );

  verifies('webhook.replay', 'restart when they are finished, and become due when they wait', async () => {
    const [a, b] = (await happen(2)) as [string, string];
    await settle(a, 'succeeded');
    await settle(b, 'waits');
    expect(await due()).toBe(0);
    for (const id of [a, b]) {
      const reply = await posthouse.http('POST', `/api/v2/webhooks/${webhook}/events/${id}/replay`);
      expect(reply.body).toEqual({
        object: 'webhook_replay',
        replayed: 1,
        complete: true,
        next_since: null,
        next_after: null,
      });
    }
    expect(await due()).toBe(2);
    expect(await rowsOf(posthouse, 'webhook_deliveries')).toBe(2);
    expect(await rowsOf(posthouse, 'webhook_results')).toBe(0);
    // The schedule continues, and earlier attempts still count.
    const tried = await database().reader.all('SELECT attempts FROM webhook_deliveries ORDER BY message', []);
    expect(tried).toEqual([{ attempts: 0 }, { attempts: 1 }]);
    expect((await list()).map((one) => (one as { attempts?: number }).attempts)).toEqual([1, 1]);
    const missing = await posthouse.http('POST', `/api/v2/webhooks/${webhook}/events/msg_none/replay`);
    expect(missing.status).toBe(404);
  });

  verifies(
    'webhook.replay',
    'that failed are all replayed, except those that are due or in progress',
    async () => {
      const [a, b, c, d] = (await happen(4)) as [string, string, string, string];
      await settle(a, 'succeeded');
      await settle(b, 'failed');
      await settle(c, 'waits');
      await settle(d, 'waits');
      await database().transaction((queries) =>
        queries.run(
          'UPDATE webhook_deliveries SET due_at = $2 WHERE message = (SELECT key FROM webhook_messages WHERE id = $1)',
          [d, posthouse.clock.now()],
        ),
      );
      const reply = await posthouse.http('POST', `/api/v2/webhooks/${webhook}/replay`, { body: {} });
      expect(reply.body).toMatchObject({ replayed: 2, complete: true });
      expect(await due()).toBe(3);
      expect((await list('?status=succeeded')).map(({ id }) => id)).toEqual([a]);
    },
  );

  verifies(
    'webhook.replay',
    'of a time range include events of the subscribed kinds that were never sent',
    async () => {
      await happen(1);
      const since = new Date(posthouse.clock.now()).toISOString();
      await addWebhook(posthouse);
      await posthouse.call('save_webhook', { id: webhook, enabled: false });
      await happen(2);
      await posthouse.call('add_domain', { name: 'acme.dev' });
      await fanOutDue(posthouse.platform.engine);
      const refused = await posthouse.http('POST', `/api/v2/webhooks/${webhook}/replay`, { body: { since } });
      expect(refused.status).toBe(409);
      await posthouse.call('save_webhook', { id: webhook, enabled: true });
      expect(await list()).toHaveLength(1);
      const reply = await posthouse.http('POST', `/api/v2/webhooks/${webhook}/replay`, { body: { since } });
      expect(reply.body).toMatchObject({ replayed: 2, complete: true });
      expect(await list()).toHaveLength(3);
      const both = { since, message: 'msg_1' };
      expect(
        (await posthouse.http('POST', `/api/v2/webhooks/${webhook}/replay`, { body: both })).status,
      ).toBe(400);
    },
  );

  verifies('webhook.replay', 'of one instant are replayed once each, in short calls', async () => {
    const other = await addWebhook(posthouse, { events: ['suppression.added'] });
    const csv = ['email', ...Array.from({ length: 1_200 }, (_, at) => `a${at}@mailbox.dev`)].join('\n');
    await posthouse.call('import_suppressions', { csv });
    await fanOutDue(posthouse.platform.engine);
    expect(await rowsOf(posthouse, 'webhook_messages')).toBe(1_200);
    await database().transaction((queries) => queries.run('DELETE FROM webhook_deliveries', []));
    const replay = async (from: object) =>
      (await posthouse.http('POST', `/api/v2/webhooks/${other}/replay`, { body: from })).body;
    const since = new Date(posthouse.clock.now()).toISOString();
    const first = await replay({ since });
    expect(first).toMatchObject({ replayed: 500, complete: false, next_since: since });
    const second = await replay({ after: first.next_after });
    expect(second).toMatchObject({ replayed: 500, complete: false });
    expect(await replay({ after: second.next_after })).toMatchObject({
      replayed: 200,
      complete: true,
      next_since: null,
      next_after: null,
    });
    expect(await rowsOf(posthouse, 'webhook_deliveries')).toBe(1_200);
    expect(await replay({ after: 'msg_none' })).toMatchObject({
      details: [{ path: 'after' }],
    });
  });

  verifies(
    'webhook.max',
    'go to at most twenty webhooks, even if many are created concurrently',
    async () => {
      const made = await Promise.allSettled(
        Array.from({ length: 30 }, () =>
          posthouse.call('save_webhook', { url: 'https://hooks.acme.dev/in' }),
        ),
      );
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
      expect(await rowsOf(posthouse, 'webhooks')).toBe(20);
    },
  );

  verifies(
    'webhook.kept',
    'are kept for thirty days, or until the next sweep after their webhook was deleted',
    async () => {
      const [a, b] = (await happen(2)) as [string, string];
      await settle(a, 'failed');
      await posthouse.clock.advance(30 * dayMs - 2 * 60_000);
      const [c] = (await happen(1)) as [string];
      await sweep(posthouse.platform.engine);
      expect((await messages(posthouse)).map(({ id }) => id)).toEqual([b, c]);
      expect(await rowsOf(posthouse, 'webhook_results')).toBe(0);
      expect(await rowsOf(posthouse, 'webhook_attempts')).toBe(0);
      await settle(b, 'failed');
      await posthouse.call('delete_webhook', { id: webhook });
      await sweep(posthouse.platform.engine);
      for (const table of [
        'webhooks',
        'webhook_states',
        'webhook_listens',
        'webhook_deliveries',
        'webhook_results',
      ]) {
        expect([table, await rowsOf(posthouse, table)]).toEqual([table, 0]);
      }
      expect(await rowsOf(posthouse, 'webhook_attempts')).toBe(0);
    },
  );
});
