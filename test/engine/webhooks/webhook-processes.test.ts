import { describe, expect, onTestFinished } from 'vitest';
import { hourMs, secondMs } from '../../../src/model/instant.ts';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import type { Posted } from '../../../src/world/http/post.ts';
import { verifies } from '../../spec/verifies.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';
import { answered } from '../../world/simulated/receivers.ts';
import { addWebhook, rowsOf } from './webhook-scene.ts';

const urls = ['https://one.acme.dev/', 'https://two.acme.dev/', 'https://three.acme.dev/'];
const leaseMs = 20 * secondMs;

/** Opens the same database again for each process. */
const sharedDatabases: readonly [name: string, share: () => Promise<() => Promise<Database>>][] = [
  [
    'SQLite',
    async () => {
      const database = openSqlite(':memory:');
      onTestFinished(() => database.close());
      return async () => ({ ...database, close: async () => {} });
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const { url } = await freshPostgres();
      return async () => await openPostgres(url);
    },
  ],
];

/** Starts a process that can be killed: afterwards the database no longer responds to it. */
async function startProcess(
  open: () => Promise<Database>,
  seed: number,
): Promise<{ posthouse: SimulatedPlatform; kill(): void }> {
  const database = await open();
  let isAlive = true;
  const never = new Promise<never>(() => {});
  const posthouse = await openPlatform({
    seed,
    database: {
      ...database,
      transaction: (work, time) => (isAlive ? database.transaction(work, time) : never),
    },
  });
  onTestFinished(async () => {
    if (isAlive) await posthouse.close();
    else await database.close();
  });
  return {
    posthouse,
    kill() {
      isAlive = false;
    },
  };
}

async function happen(posthouse: SimulatedPlatform, times: number): Promise<void> {
  for (let one = 0; one < times; one += 1) {
    await posthouse.call('add_suppression', { email: `person-${one}@mailbox.dev` });
  }
}

const idsOf = (...those: SimulatedPlatform[]) =>
  those.flatMap(({ receivers }) =>
    receivers.posts.map(({ url, headers }) => `${url} ${headers['webhook-id']}`),
  );

/** Lets other work continue until a condition holds. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

describe.each(sharedDatabases)('with several webhook processes on one %s,', (_name, share) => {
  verifies(
    'webhook.crash',
    'a message whose process is killed before recording the response is sent again with the same id',
    async () => {
      const open = await share();
      const first = await startProcess(open, 1);
      await addWebhook(first.posthouse, { url: urls[0] });
      first.posthouse.receivers.answers.set(urls[0]!, [
        () => {
          first.kill();
          return answered(204);
        },
      ]);
      await happen(first.posthouse, 3);
      void first.posthouse.deliver();
      const second = await startProcess(open, 2);
      await until(() => first.posthouse.receivers.posts.length > 0);
      const began = idsOf(first.posthouse);

      await second.posthouse.deliver();
      await second.posthouse.clock.advance(leaseMs - 1);
      await second.posthouse.deliver();
      expect(second.posthouse.receivers.posts).toHaveLength(0);
      await second.posthouse.clock.advance(1);
      await second.posthouse.deliver();
      expect(idsOf(second.posthouse)).toHaveLength(3);
      expect(idsOf(second.posthouse)).toEqual(expect.arrayContaining(began));
      expect(await rowsOf(second.posthouse, 'webhook_deliveries')).toBe(0);
      expect(await rowsOf(second.posthouse, 'webhook_attempts')).toBe(3);
    },
  );

  verifies(
    'webhook.crash.end',
    'a delivery that kills its process at every attempt ends as failed and does not stop later deliveries',
    async () => {
      const open = await share();
      const posts: SimulatedPlatform['receivers']['posts'] = [];
      let at = 0;
      let processes = 0;
      for (; processes < 30; processes += 1) {
        const { posthouse, kill } = await startProcess(open, processes + 1);
        await posthouse.clock.advance(Math.max(0, at - posthouse.clock.now()));
        if (processes === 0) {
          await addWebhook(posthouse, { url: urls[0] });
          await happen(posthouse, 1);
        }
        let isKilled = false;
        posthouse.receivers.answers.set(urls[0]!, [
          ({ body }) => {
            if (!body.includes('person-0')) return answered(204);
            isKilled = true;
            kill();
            return new Promise<Posted>(() => {});
          },
        ]);
        // The previous lease is watched only while the delivery is due: now, or after the retry delay.
        for (const wait of [0, leaseMs, 10 * hourMs, leaseMs]) {
          await posthouse.clock.advance(wait);
          let isDone = false;
          void posthouse.deliver().then(() => {
            isDone = true;
          });
          await until(() => isDone || isKilled);
          if (isKilled) break;
        }
        at = posthouse.clock.now();
        posts.push(...posthouse.receivers.posts);
        if (isKilled) continue;
        const { reader } = posthouse.platform.engine.store.database;
        const ended = await reader.all('SELECT outcome, attempts FROM webhook_results', []);
        expect(ended).toMatchObject([{ outcome: 'failed', attempts: 8 }]);
        const kept = await reader.all('SELECT outcome FROM webhook_attempts', []);
        expect(kept).toMatchObject([{ outcome: 'interrupted' }]);
        expect((await posthouse.call('list_webhooks', {})).output).toMatchObject({
          data: [{ status: 'enabled', consecutive_failures: 0 }],
        });
        await posthouse.call('add_suppression', { email: 'other@mailbox.dev' });
        await posthouse.deliver();
        expect(posthouse.receivers.posts.at(-1)!.body).toContain('other@mailbox.dev');
        expect(await rowsOf(posthouse, 'webhook_deliveries')).toBe(0);
        break;
      }
      // The first attempt counts when it ends, each of the other eight when it starts.
      expect(posts.filter(({ body }) => body.includes('person-0'))).toHaveLength(9);
      expect(processes).toBe(9);
    },
  );

  verifies('webhook.processes', 'each delivery is sent by exactly one process', async () => {
    const open = await share();
    const processes = [await startProcess(open, 1), await startProcess(open, 2), await startProcess(open, 3)];
    const platforms = processes.map(({ posthouse }) => posthouse);
    for (const url of urls) await addWebhook(platforms[0]!, { url });
    await happen(platforms[0]!, 40);
    await Promise.all(platforms.map((posthouse) => posthouse.deliver()));
    // An endpoint stays with its process, which then checks for newer deliveries.
    await Promise.all(platforms.map((posthouse) => posthouse.deliver()));
    const sent = idsOf(...platforms);
    expect(sent).toHaveLength(40 * urls.length);
    expect(new Set(sent).size).toBe(sent.length);
    expect(await rowsOf(platforms[0]!, 'webhook_deliveries')).toBe(0);
  });

  verifies(
    ['webhook.processes', 'webhook.crash'],
    'a response that arrives after another process took over changes nothing',
    async () => {
      const open = await share();
      const { posthouse: slow } = await startProcess(open, 1);
      const { posthouse: other } = await startProcess(open, 2);
      await addWebhook(slow, { url: urls[0] });
      const late: ((posted: Posted) => void)[] = [];
      slow.receivers.answers.set(urls[0]!, [() => new Promise<Posted>((resolve) => late.push(resolve))]);
      await happen(slow, 1);
      const delivering = slow.deliver();
      await until(() => late.length > 0);
      await other.deliver();
      await other.clock.advance(leaseMs);
      await other.deliver();
      expect(idsOf(other)).toEqual(idsOf(slow));
      late[0]!(answered(500));
      await delivering;
      expect(await rowsOf(other, 'webhook_deliveries')).toBe(0);
      expect(await rowsOf(other, 'webhook_attempts')).toBe(1);
      const { output } = await other.call('list_webhooks', {});
      expect(output).toMatchObject({ data: [{ consecutive_failures: 0 }] });
    },
  );

  verifies(
    ['webhook.processes', 'webhook.crash.end'],
    'a stopping process hands over its webhooks at once, and waits 5 s for a hanging receiver',
    async () => {
      const open = await share();
      const first = await startProcess(open, 1);
      await addWebhook(first.posthouse, { url: urls[0] });
      first.posthouse.receivers.answers.set(urls[0]!, [() => new Promise<Posted>(() => {})]);
      await happen(first.posthouse, 1);
      void first.posthouse.deliver();
      await until(() => first.posthouse.receivers.posts.length > 0);
      const draining = first.posthouse.platform.worker.drain();
      await first.posthouse.clock.waitedFor(5 * secondMs);
      await first.posthouse.clock.advance(5 * secondMs);
      await draining;

      const second = await startProcess(open, 2);
      await second.posthouse.deliver();
      expect(idsOf(second.posthouse)).toEqual(idsOf(first.posthouse));
      expect(await rowsOf(second.posthouse, 'webhook_deliveries')).toBe(0);
      const { reader } = second.posthouse.platform.engine.store.database;
      // The aborted attempt counts, because restarts could abort each one.
      expect(await reader.all('SELECT attempts FROM webhook_results', [])).toMatchObject([{ attempts: 2 }]);
    },
  );
});
