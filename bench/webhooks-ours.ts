/**
 * The platform with webhooks, in a separate process. `happen` records suppressions at a steady pace, and ends after all deliveries.
 * `backlog` delivers a number of waiting deliveries as fast as possible.
 */

import { isoInstant } from '../src/model/instant.ts';
import { addDeliveries, addMessages } from '../src/store/records/webhooks/webhook-messages.ts';
import { announce } from '../src/store/records/webhooks/webhook-outbox.ts';
import { OrganizationStore } from '../src/store/store.ts';
import { addWebhook, openPlatform } from './platform.ts';

export type WebhooksPlan = {
  database: string;
  urls: string[];
  /** Number of good endpoints, the last in `urls`, whose delay is measured. */
  goodUrls: number;
  run: { kind: 'happen'; perSecond: number; seconds: number } | { kind: 'backlog'; deliveries: number };
};
export type WebhooksResult = { perSecond: number; rssMb: number };

const plan: WebhooksPlan = JSON.parse(process.argv[2]!);
const { platform } = await openPlatform({
  database: plan.database,
  organizations: 1,
  webhookAllowPrivate: true,
});
const { engine, worker, start } = platform;
const { world, store } = engine;
const { database } = store;
const organization = start.organization.key;

const webhooks = await database.transaction(async (queries) => {
  const own = new OrganizationStore(queries, organization);
  const keys: number[] = [];
  for (const url of plan.urls) keys.push(await addWebhook(engine, own, url));
  return keys;
});

async function left(): Promise<number> {
  const row = await database.reader.get<{ amount: number }>(
    'SELECT count(*) AS amount FROM webhook_deliveries WHERE attempts = 0',
    [],
  );
  return Number(row!.amount);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    world.clock.after(ms, resolve);
  });
}

const data = { id: 'sup_01kaa0xq5v8m3c2n7r4t6w9yzb', email: 'ada@mailbox.dev', note: 'x'.repeat(600) };

/** Waits until the good endpoints, which are the last, have no pending delivery. Hostile endpoints may have a backlog of hours. */
async function goodAreDone(): Promise<void> {
  const good = JSON.stringify(webhooks.slice(-plan.goodUrls));
  for (let polls = 0; polls < 600; polls += 1) {
    await wait(100);
    const row = await database.reader.get<{ amount: number }>(
      `SELECT (SELECT count(*) FROM webhook_outbox) + (SELECT count(*) FROM webhook_deliveries
         WHERE webhook IN ${database.reader.dialect.integers('$1')}) AS amount`,
      [good],
    );
    if (Number(row!.amount) === 0) return;
  }
}

async function happen(perSecond: number, seconds: number): Promise<number> {
  worker.start();
  const begun = world.clock.monotonic();
  for (let one = 0; one < perSecond * seconds; one += 1) {
    const ahead = (one / perSecond) * 1_000 - (world.clock.monotonic() - begun);
    if (ahead > 1) await wait(ahead);
    const at = world.clock.now();
    await database.transaction((queries) =>
      announce(queries, [organization], () => [
        { organization, kind: 'suppression.added', objectId: `sup_${one}`, at, data },
      ]),
    );
    engine.wake();
  }
  await goodAreDone();
  return perSecond;
}

async function backlog(deliveries: number): Promise<number> {
  for (let made = 0; made < deliveries; ) {
    const rows = Math.min(1_000, deliveries - made);
    made += rows;
    await database.transaction(async (queries) => {
      const at = world.clock.now();
      const payload = JSON.stringify({ type: 'suppression.added', timestamp: isoInstant(at), data });
      const messages = Array.from({ length: rows }, (_, sequence) => ({
        id: world.ids.id('msg'),
        kind: 'suppression.added',
        objectId: data.id,
        at,
        sequence,
        payload,
        toKey: null,
        subscriberId: null,
      }));
      const keys = [...(await addMessages(queries, organization, messages)).values()];
      await addDeliveries(
        queries,
        organization,
        keys.map((message, index) => ({ webhook: webhooks[index % webhooks.length]!, message, dueAt: at })),
      );
    });
  }
  const begun = world.clock.monotonic();
  worker.start();
  while ((await left()) > 0) await wait(50);
  return deliveries / ((world.clock.monotonic() - begun) / 1_000);
}

const { run } = plan;
const perSecond =
  run.kind === 'happen' ? await happen(run.perSecond, run.seconds) : await backlog(run.deliveries);
const result: WebhooksResult = { perSecond, rssMb: process.memoryUsage.rss() / 1_048_576 };
process.stdout.write(`${JSON.stringify(result)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
