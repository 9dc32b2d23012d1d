import { join } from 'node:path';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { OrganizationStore } from '../src/store/store.ts';
import { load } from './accept.ts';
import { startChild } from './processes.ts';
import { connectionOf, seedSubscribers } from './seed.ts';
import type { Ready } from './server.ts';
import { median, type Row } from './table.ts';

const subscribers = 1_000_000;
const pageSize = 100;
const reads = 300;

/** Measures a page of 100 of a million subscribers: in the store at every depth, and over REST. */
export async function measurePages(folder: string): Promise<Row[]> {
  const file = join(folder, 'pages.sqlite');
  const server = startChild('./server.ts', ['platform', { database: file, organizations: 1 }], 'measured');
  const ready = await server.line<Ready>();
  const organization = await seedSubscribers(connectionOf(file), subscribers);

  const database = openSqlite(file);
  const store = new OrganizationStore(database.reader, organization);
  const newest = await store.subscribers.page({}, { limit: 1 });
  const top = newest.rows[0]!.key;
  const atDepth = async (depth: number): Promise<number> => {
    const times: number[] = [];
    for (let read = 0; read < reads; read += 1) {
      const after = top - Math.floor(subscribers * depth) - read;
      const from = performance.now();
      const page = await store.subscribers.page({}, { limit: pageSize, after });
      times.push(performance.now() - from);
      if (page.rows.length !== pageSize) throw new Error('a page was not whole');
    }
    return median(times);
  };
  const inStore = [await atDepth(0), await atDepth(0.5), await atDepth(0.99)];
  const deep = await store.subscribers.page({}, { limit: 1, after: top - Math.floor(subscribers * 0.9) });
  await database.close();

  const rest = await load({
    port: ready.port,
    connections: 1,
    // Short, to stay within one organization's 2,000 requests per minute.
    seconds: 1,
    warmUpSeconds: 0.3,
    requests: {
      method: 'GET',
      path: `/api/v2/subscribers?limit=${pageSize}&after=${deep.rows[0]!.id}`,
      tokens: ready.tokens,
      headers: {},
      body: '',
      addresses: Array.from({ length: 64 }, (_, index) => `198.51.100.${index}`),
      idempotencyKeys: false,
    },
  });
  await server.stop();
  return [
    {
      what: `Page of ${pageSize} of 1,000,000 subscribers, store, at 0 / 50 / 99 % depth`,
      measured: `${inStore.map((ms) => ms.toFixed(2)).join(' / ')} ms`,
      goal: '0.3 ms',
    },
    {
      what: 'The same over REST, at 90 % depth, median',
      measured: `${rest.p50Ms.toFixed(2)} ms`,
      goal: '2 ms',
    },
  ];
}
