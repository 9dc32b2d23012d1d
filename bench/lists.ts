import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { Database } from '../src/store/database.ts';
import { coverNext, newestKey } from '../src/store/search-index.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { startChild } from './processes.ts';
import { seeded, seedLists } from './seed-lists.ts';
import type { Ready } from './server.ts';
import { median, type Row, whole } from './table.ts';

/** For a small run: `LISTS_SUBSCRIBERS=20000 LISTS_MAILS=40000 npm run bench -- lists`. */
const subscribers = Number(process.env.LISTS_SUBSCRIBERS ?? 1_000_000);
const mails = Number(process.env.LISTS_MAILS ?? 2_000_000);
/** Database kept between runs, because seeding takes two minutes. */
const keptFile = process.env.LISTS_FILE;
const calls = Number(process.env.LISTS_CALLS ?? 9);
const goal = '10 ms, 20 ms';

type Asked = { what: string; path: string; method?: string; once?: boolean };

const subscriber = `sub_${'7'.padStart(26, '0')}`;
const emailAt = (part: number): string => `eml_${String(Math.floor(mails * part)).padStart(26, '0')}`;
const subscriberAt = (part: number): string =>
  `sub_${String(Math.floor(subscribers * part)).padStart(26, '0')}`;
const at = (part: number): string =>
  encodeURIComponent(new Date(1_700_000_000_000 + Math.floor(mails * part) * 1_000).toISOString());
const deepPage = Math.floor((subscribers * 0.9) / 100);

function paidAtLeast(value: number): string {
  const rule = { field: 'event.order.paid', operator: 'count_gte', value, within: '100 years' };
  return encodeURIComponent(JSON.stringify(rule));
}

export const lists: Asked[] = [
  { what: 'emails', path: '/api/v2/emails?limit=100' },
  { what: 'emails, deep', path: `/api/v2/emails?limit=100&after=${emailAt(0.05)}` },
  { what: 'emails, to', path: '/api/v2/emails?to=reader-9%40mailbox.dev' },
  { what: 'emails, a large campaign', path: `/api/v2/emails?campaign=${seeded.campaign}` },
  { what: 'emails, a small campaign', path: `/api/v2/emails?campaign=${seeded.rareCampaign}` },
  { what: 'emails, subscriber', path: `/api/v2/emails?subscriber=${subscriber}` },
  { what: 'emails, created_after the newest', path: `/api/v2/emails?created_after=${at(1.1)}` },
  { what: 'emails, created_before the oldest tenth', path: `/api/v2/emails?created_before=${at(0.1)}` },
  {
    what: 'emails, created between',
    path: `/api/v2/emails?created_after=${at(0.4)}&created_before=${at(0.401)}`,
  },
  { what: 'emails, a rare last_event', path: '/api/v2/emails?last_event=complained' },
  { what: 'emails, a last_event without emails', path: '/api/v2/emails?last_event=failed' },
  { what: 'emails, a rare source', path: '/api/v2/emails?source=smtp' },
  {
    what: 'emails, a rare source and a frequent last_event',
    path: '/api/v2/emails?source=smtp&last_event=delivered',
  },
  {
    what: 'emails, two frequent filters without a common match',
    path: '/api/v2/emails?source=api&last_event=canceled',
  },
  { what: 'emails, a rare query', path: '/api/v2/emails?query=windmill' },
  { what: 'emails, a query without a match', path: '/api/v2/emails?query=nothing-like-it' },
  { what: 'emails, a frequent query', path: '/api/v2/emails?query=receipt' },
  { what: 'emails, a rare from', path: '/api/v2/emails?from=quixote' },
  { what: 'emails, a query of two letters', path: '/api/v2/emails?query=wq' },
  { what: 'subscribers, deep', path: `/api/v2/subscribers?limit=100&after=${subscriberAt(0.05)}` },
  { what: 'subscribers, a rare query', path: '/api/v2/subscribers?query=zebulon' },
  { what: 'subscribers, a query without a match', path: '/api/v2/subscribers?query=nothing-like-it' },
  { what: 'subscribers, tag and a rare query', path: '/api/v2/subscribers?tag=news&query=zebulon' },
  { what: 'subscribers, created_after', path: `/api/v2/subscribers?created_after=${at(0.1)}` },
  { what: 'subscribers, a segment', path: `/api/v2/subscribers?segment=${seeded.segments.attribute}` },
  { what: 'subscribers, a rule with a count', path: `/api/v2/subscribers?rule=${paidAtLeast(2)}` },
  {
    what: 'subscribers, a rule with a count and no match',
    path: `/api/v2/subscribers?rule=${paidAtLeast(3)}`,
  },
  { what: 'subscribers, v1 page 1', path: '/api/v1/subscribers?limit=100' },
  { what: 'subscribers, v1 deep page', path: `/api/v1/subscribers?limit=100&page=${deepPage}` },
  {
    what: 'subscribers, v1 deep page of a status',
    path: `/api/v1/subscribers?limit=100&status=ACTIVE&page=${Math.floor(deepPage * 0.8)}`,
  },
  {
    what: 'subscribers, v1 deep page of a tag',
    path: `/api/v1/subscribers?limit=100&tag=news&page=${Math.floor(deepPage / 5)}`,
  },
  { what: 'subscribers, v1 rare query', path: '/api/v1/subscribers?limit=100&query=zebulon' },
  { what: 'recipients, skipped', path: `/api/v2/campaigns/${seeded.campaign}/recipients?state=skipped` },
  {
    what: 'recipients, a rare last_event',
    path: `/api/v2/campaigns/${seeded.campaign}/recipients?last_event=complained`,
  },
  {
    what: 'events, a rare name',
    path: `/api/v2/subscribers/${subscriberAt(0)}/events?name=refunded`,
  },
  {
    what: 'events, v1 deep page',
    path: `/api/v1/subscribers/${subscriberAt(0)}/events?limit=100&page=${Math.floor((subscribers / 10) * 0.009)}`,
  },
  { what: 'suppressions, origin', path: '/api/v2/suppressions?origin=complaint' },
  { what: 'suppressions, a rare query', path: '/api/v2/suppressions?query=rocinante' },
  { what: 'suppressions, export', path: '/api/v2/suppressions/export?limit=100' },
  { what: 'audit log, a rare tool', path: '/api/v2/audit-log?tool=delete_tag' },
  {
    what: 'audit log, token and a rare tool',
    path: '/api/v2/audit-log?token_id=tok_00000000000000000000000001&tool=delete_tag',
  },
  { what: 'segment of an attribute', path: `/api/v2/segments/${seeded.segments.attribute}` },
  { what: 'segment of a count', path: `/api/v2/segments/${seeded.segments.count}` },
  { what: 'segment of a status', path: `/api/v2/segments/${seeded.segments.status}` },
  { what: 'audience of a draft, kept count', path: `/api/v2/campaigns/${seeded.draft}/audience` },
  { what: 'audience of a draft, exact', path: `/api/v2/campaigns/${seeded.draft}/audience?exact=true` },
  { what: 'report of a campaign', path: `/api/v2/campaigns/${seeded.campaign}/report` },
  {
    what: 'delete a tag of a quarter of the subscribers',
    path: `/api/v2/tags/${seeded.tag}`,
    method: 'DELETE',
    once: true,
  },
];

/** Measures each list on a million subscribers and two million mails: its latency, and its delay of other requests. */
export async function measureLists(folder: string): Promise<Row[]> {
  const file = keptFile ?? join(folder, 'lists.sqlite');
  const isThere = existsSync(file);
  if (!isThere) {
    const first = startChild('./server.ts', ['platform', { database: file, organizations: 1 }]);
    await first.line<Ready>();
    await first.stop();
    const from = performance.now();
    seedLists(file, { subscribers, mails });
    process.stderr.write(`seeded in ${((performance.now() - from) / 1_000).toFixed(0)} s\n`);
  }
  await coverLists(file);
  const server = startChild(
    './server.ts',
    ['platform', { database: file, organizations: 0, tokenFor: 'newest', works: true }],
    'measured',
  );
  const { port, tokens } = await server.line<Ready>();
  const rows: Row[] = [];
  try {
    const asked = caller(port, tokens[0]!);
    const quiet = await whileWaiting(asked, async () => await after(1_000));
    rows.push({
      what: `Maximum delay of another request, without other requests`,
      measured: `${quiet.holdMs.toFixed(1)} ms`,
    });
    const only = process.env.LISTS_ONLY;
    for (const list of lists.filter(({ what }) => only === undefined || what.includes(only))) {
      const times: number[] = [];
      const { holdMs } = await whileWaiting(asked, async () => {
        for (let call = 0; call < (list.once ? 1 : calls); call += 1) {
          const from = performance.now();
          const { status, text } = await asked.call(list.method ?? 'GET', list.path);
          times.push(performance.now() - from);
          if (status !== 200) throw new Error(`${list.what}: ${status} ${text}`);
        }
      });
      process.stderr.write(`${list.what}: ${median(times).toFixed(1)} ms, hold ${holdMs.toFixed(1)} ms\n`);
      rows.push({
        what: list.what,
        measured: `${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`,
        beside: `maximum delay of another request: ${holdMs.toFixed(1)} ms`,
        goal,
      });
    }
  } finally {
    await server.stop();
  }
  return [
    {
      what: `Lists of ${whole(subscribers)} subscribers and ${whole(mails)} mails, one budget unit each`,
      measured: '',
    },
    ...rows,
  ];
}

/** Rows indexed per transaction. Larger than the worker's batch, because no request waits here. */
const coveredRows = 10_000;

/** Runs the worker's indexing job, which normally runs every two seconds, without pauses. */
export async function coverLists(file: string): Promise<void> {
  const database = openSqlite(file);
  await coverDatabase(database);
  await database.close();
}

export async function coverDatabase(database: Database): Promise<void> {
  for (const table of ['emails', 'subscribers'] as const) {
    const from = performance.now();
    const newest = await newestKey(database.reader, table);
    let rows = 0;
    for (let looked = -1; looked !== 0; rows += looked) {
      looked = await database.transaction((queries) => coverNext(queries, table, newest, coveredRows));
    }
    const seconds = (performance.now() - from) / 1_000;
    process.stderr.write(`indexed ${rows} ${table} in ${seconds.toFixed(0)} s\n`);
  }
}

type Caller = { call(method: string, path: string): Promise<{ status: number; text: string }> };

/** Measures the longest latency of other sequential requests while `work` runs. */
async function whileWaiting({ call }: Caller, work: () => Promise<void>): Promise<{ holdMs: number }> {
  let holdMs = 0;
  let working = true;
  const other = (async () => {
    while (working) {
      const from = performance.now();
      await call('GET', '/healthz').catch(() => {
        working = false;
      });
      holdMs = Math.max(holdMs, performance.now() - from);
    }
  })();
  await work();
  working = false;
  await other;
  return { holdMs };
}

function caller(port: number, token: string): Caller {
  const agent = new Agent({ keepAlive: true });
  let number = 0;
  return {
    call: (method, path) =>
      new Promise((resolve, reject) => {
        number += 1;
        const asking = request(
          {
            agent,
            port,
            host: '127.0.0.1',
            method,
            path,
            headers: {
              authorization: `Bearer ${token}`,
              'x-forwarded-for': `198.51.${Math.floor(number / 250) % 250}.${number % 250}`,
            },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (part: string) => {
              text += part;
            });
            response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
          },
        );
        asking.on('error', reject);
        asking.end();
      }),
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
