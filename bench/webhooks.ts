import { join } from 'node:path';
import { compare, connections, contender, organizations, send } from './accept.ts';
import { startChild } from './processes.ts';
import { median, type Row, times, whole } from './table.ts';
import type { PostPlan, PostResult } from './webhook-posts.ts';
import type { ReceiversAnswer, ReceiversReady } from './webhook-receivers.ts';
import type { WebhooksPlan, WebhooksResult } from './webhooks-ours.ts';

const rounds = 3;
/** Comparisons of acceptance with and without webhooks, of five pairs each, because the difference is below the noise of one. */
const acceptComparisons = 3;
const goodEndpoints = 16;
const backlogDeliveries = 20_000;
const happening = { perSecond: 20, seconds: 20 };

/**
 * Measures webhooks: the delay of events at the good endpoints while the rest of the 20 are hostile, and the rate of a backlog compared
 * with the same requests without anything else.
 */
export async function measureWebhooks(folder: string): Promise<Row[]> {
  const late: { all: number; alone: number }[] = [];
  const rates: { ours: WebhooksResult & ReceiversAnswer; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const file = (name: string) => join(folder, `${name}-${round}.sqlite`);
    late.push({
      all: await lateness(file('hostile'), true),
      alone: await lateness(file('alone'), false),
    });
    rates.push({ ours: await delivered(file('backlog')), bare: await bareRequests() });
  }
  const accepted = await acceptedSends(folder);
  const ours = median(rates.map((one) => one.ours.perSecond));
  const bare = median(rates.map((one) => one.bare));
  const all = median(late.map((one) => one.all));
  const alone = median(late.map((one) => one.alone));
  return [
    {
      what: 'Time from an event to its arrival at 16 endpoints, p99, with 4 more endpoints: one hangs, one drips, one returns 100 MB and one refuses',
      measured: `${whole(all)} ms`,
      beside: `without these 4: ${whole(alone)} ms`,
      ratio: times(all / alone),
      goal: 'under 1,000 ms',
    },
    {
      what: `Deliveries to a local receiver on kept connections, ${goodEndpoints} endpoints, each recorded with its attempt`,
      measured: `${whole(ours)}/s, ${whole(median(rates.map((one) => one.ours.connections)))} connections, ${whole(median(rates.map((one) => one.ours.rssMb)))} MB`,
      beside: `the same requests, unsigned and unrecorded: ${whole(bare)}/s`,
      ratio: times(ours / bare),
      goal: 'at least 2,000/s',
    },
    ...accepted,
  ];
}

/**
 * Compares accepted sends of organizations with and without a webhook for all kinds. First without a worker, then with a worker, whose
 * deliveries of mails and webhooks share the processor with acceptance.
 */
export async function acceptedSends(folder: string): Promise<Row[]> {
  const receiver = startChild('./webhook-receiver.ts', ['plain'], 'measuring');
  const { port } = await receiver.line<{ port: number }>();
  const webhookUrl = `http://127.0.0.1:${port}/`;
  const rows: Row[] = [];
  for (const works of [false, true]) {
    const pairs: number[] = [];
    const speeds = { on: [] as number[], off: [] as number[] };
    for (let comparison = 0; comparison < acceptComparisons; comparison += 1) {
      // New databases each time, because the organizations have used up their requests per minute.
      const choice = (name: string) => ({
        database: join(folder, `${name}-${works}-${comparison}.sqlite`),
        organizations,
        works,
        webhookAllowPrivate: true,
      });
      const contenders = [
        await contender('with', 'platform', { ...choice('with'), webhookUrl }),
        await contender('without', 'platform', choice('without')),
      ];
      const compared = await compare(contenders, send, connections);
      for (const { stop } of contenders) await stop();
      const { rates: on } = compared.get('with')!;
      const { rates: off } = compared.get('without')!;
      speeds.on.push(...on);
      speeds.off.push(...off);
      for (const [round, rate] of on.entries()) pairs.push(rate / off[round]!);
    }
    const [on, off] = [median(speeds.on), median(speeds.off)];
    rows.push({
      what: works
        ? 'The same while a worker delivers the mails and their webhooks'
        : 'Accepted sends, each organization with a webhook to everything',
      measured: `${whole(on)}/s`,
      beside: `without webhooks: ${whole(off)}/s`,
      // Pairs consecutive rounds, because the machine's speed is the same for both.
      ratio: times(median(pairs)),
      goal: works ? '' : 'at least 0.97 ×',
    });
  }
  await receiver.stop();
  return rows;
}

async function withReceivers(
  plan: (ports: ReceiversReady) => WebhooksPlan,
): Promise<WebhooksResult & ReceiversAnswer> {
  const receivers = startChild('./webhook-receivers.ts', [], 'measuring');
  const ports = await receivers.line<ReceiversReady>();
  const sender = startChild('./webhooks-ours.ts', [plan(ports)], 'measured');
  const result = await sender.line<WebhooksResult>();
  await sender.stop();
  const received = await receivers.ask<ReceiversAnswer>();
  await receivers.stop();
  return { ...result, ...received };
}

function goodUrls({ good }: ReceiversReady): string[] {
  return Array.from({ length: goodEndpoints }, (_, index) => `http://127.0.0.1:${good}/${index}`);
}

async function lateness(database: string, withHostile: boolean): Promise<number> {
  const { lateMs } = await withReceivers((ports) => ({
    database,
    urls: [
      ...(withHostile
        ? [ports.hangs, ports.drips, ports.huge, ports.refuses].map((port) => `http://127.0.0.1:${port}/`)
        : []),
      ...goodUrls(ports),
    ],
    goodUrls: goodEndpoints,
    run: { kind: 'happen', ...happening },
  }));
  const expected = happening.perSecond * happening.seconds * goodEndpoints;
  if (lateMs.length !== expected) throw new Error(`of ${expected} deliveries arrived ${lateMs.length}`);
  return lateMs.toSorted((a, b) => a - b)[Math.floor(expected * 0.99)]!;
}

async function delivered(database: string): Promise<WebhooksResult & ReceiversAnswer> {
  const result = await withReceivers((ports) => ({
    database,
    urls: goodUrls(ports),
    goodUrls: goodEndpoints,
    run: { kind: 'backlog', deliveries: backlogDeliveries },
  }));
  if (result.requests !== backlogDeliveries) {
    throw new Error(`of ${backlogDeliveries} deliveries arrived ${result.requests}`);
  }
  return result;
}

async function bareRequests(): Promise<number> {
  const receiver = startChild('./webhook-receiver.ts', ['plain'], 'measuring');
  const { port } = await receiver.line<{ port: number }>();
  const plan: PostPlan = {
    by: 'node',
    tls: false,
    port,
    ca: '',
    endpoints: goodEndpoints,
    requests: backlogDeliveries,
  };
  const sender = startChild('./webhook-posts.ts', [plan], 'measured');
  const { perSecond } = await sender.line<PostResult>();
  await sender.stop();
  await receiver.stop();
  return perSecond;
}
