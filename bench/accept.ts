import { join } from 'node:path';
import type { LoadResult, Plan, RequestPlan } from './load.ts';
import { withPostgres } from './postgres.ts';
import { startChild } from './processes.ts';
import type { Ready } from './server.ts';
import { median, type Row, times, whole } from './table.ts';

const rounds = 5;
export const connections = 50;
const seconds = 3;
const warmUpSeconds = 1;
/** Enough that no organization reaches its 2,000 requests per minute, and no address its 500 per second. */
export const organizations = 400;
/** More than a round uses. */
const tokensPerRound = 60;
const addresses = Array.from({ length: 64 }, (_, index) => `198.51.100.${index}`);

const text =
  'A paragraph of an ordinary transactional mail, with **some** weight and a [link](https://acme.dev/). ';

/** A send of about 1 KB, each to a new real mailbox. */
export const send: Omit<RequestPlan, 'tokens'> = {
  method: 'POST',
  path: '/api/v2/emails',
  headers: {},
  body: JSON.stringify({
    from: 'Acme <hello@acme.dev>',
    to: 'reader-{n}@mailbox.dev',
    subject: 'Your order is on its way',
    markdown: `# Thank you\n\n${text.repeat(8)}`,
  }),
  addresses,
  idempotencyKeys: true,
};

export const batch: Omit<RequestPlan, 'tokens'> = {
  ...send,
  path: '/api/v2/emails/batch',
  body: JSON.stringify(
    Array.from({ length: 100 }, (_, index) => ({
      from: 'Acme <hello@acme.dev>',
      to: `reader-{n}-${index}@mailbox.dev`,
      subject: 'Your order is on its way',
      markdown: `# Thank you\n\n${text.repeat(8)}`,
    })),
  ),
};

export async function load(plan: Plan, expected = '200'): Promise<LoadResult> {
  const generator = startChild('./load.ts', [plan], 'measuring');
  const result = await generator.line<LoadResult>();
  await generator.stop();
  const others = Object.keys(result.statuses).filter((status) => status !== expected);
  if (others.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(result.statuses)}`);
  return result;
}

export type Contender = { name: string; ready: Ready; stop(): Promise<void> };

export async function contender(name: string, server: string, choice: unknown = {}): Promise<Contender> {
  const child = startChild('./server.ts', [server, choice], 'measured');
  return { name, ready: await child.line<Ready>(), stop: () => child.stop() };
}

export type Compared = { perSecond: number; p50Ms: number; rates: number[] };

/** Returns the median rate of each contender. Rounds alternate in changing order, because a machine may be slower for some time. */
export async function compare(
  contenders: readonly Contender[],
  requests: Omit<RequestPlan, 'tokens'>,
  inFlight: number,
): Promise<Map<string, Compared>> {
  const results = new Map<string, LoadResult[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, ready } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const plan = {
        port: ready.port,
        connections: inFlight,
        seconds,
        warmUpSeconds,
        requests: { ...requests, tokens: tokensOfRound(ready.tokens, round) },
      };
      results.get(name)!.push(await load(plan));
    }
  }
  return new Map(
    [...results].map(([name, all]) => [
      name,
      {
        perSecond: median(all.map((one) => one.perSecond)),
        p50Ms: median(all.map((one) => one.p50Ms)),
        rates: all.map((one) => one.perSecond),
      },
    ]),
  );
}

/** Rotates the tokens, so that a round starts with organizations that no other round of the same minute used. */
export function tokensOfRound(tokens: readonly string[], round: number): string[] {
  const by = round * tokensPerRound;
  return [...tokens.slice(by), ...tokens.slice(0, by)];
}

/** Measures accepted sends per second over REST, compared with upper bounds. */
export async function measureAccept(folder: string): Promise<Row[]> {
  return await withPostgres(async (url) => {
    const contenders = [
      await contender('floor', 'floor'),
      await contender('sqlite', 'platform', { database: join(folder, 'group.sqlite'), organizations }),
      await contender('alone', 'platform', {
        database: join(folder, 'alone.sqlite'),
        organizations,
        acceptGroupMax: 1,
      }),
      await contender('postgres', 'platform', { database: url, organizations }),
      await contender('rows', 'rows', { database: join(folder, 'rows.sqlite') }),
    ];
    const rates = await compare(contenders, send, connections);
    for (const { stop } of contenders) await stop();
    const rate = (name: string): number => rates.get(name)?.perSecond ?? Number.NaN;
    const sqlite = rate('sqlite');
    const line = (what: string, beside: string, other: number, goal: string): Row => ({
      what,
      measured: `${whole(sqlite)}/s`,
      beside: `${beside}: ${whole(other)}/s`,
      ratio: times(sqlite / other),
      goal,
    });
    return [
      line(
        'Accepted sends, SQLite, 50 connections',
        'bare node:http with a constant answer',
        rate('floor'),
        '0.5 ×',
      ),
      line('', 'bare node:http that writes the same rows', rate('rows'), ''),
      line('', 'the same path, one commit per send', rate('alone'), '3 ×'),
      {
        what: 'Accepted sends, PostgreSQL',
        measured: `${whole(rate('postgres'))}/s`,
        beside: `SQLite: ${whole(sqlite)}/s`,
        ratio: times(rate('postgres') / sqlite),
        goal: '0.5 ×',
      },
    ];
  });
}

export async function measureBatch(folder: string): Promise<Row[]> {
  const one = await contender('batch', 'platform', {
    database: join(folder, 'batch.sqlite'),
    organizations,
  });
  const rates = await compare([one], batch, 4);
  await one.stop();
  const mails = (rates.get('batch')?.perSecond ?? Number.NaN) * 100;
  return [{ what: 'Batches of 100, SQLite', measured: `${whole(mails)} mails/s`, goal: '10,000 mails/s' }];
}
