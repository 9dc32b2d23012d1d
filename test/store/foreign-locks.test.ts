import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Queries } from '../../src/store/database.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { catalogue } from '../../tools/index.ts';
import { inputFor, type Seeded, seeded } from '../spec/assistants/assistants-scene.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';

/** A statement of the other organization counts as blocked if it waits this long for a lock. */
const blockedMs = 3_000;

let first: Database;
let second: Database;
let scene: Seeded;
let other: SimulatedPlatform;
let probe: (() => Promise<void>) | null = null;

/** Runs the probe at the end of each kind of transaction, while all its locks are held. */
function probing(database: Database): Database {
  const probed = new Set<string>();
  return {
    ...database,
    transaction: (work, kind) =>
      database.transaction(async (queries) => {
        const statements = new Set<string>();
        const answer = await work(noting(queries, statements));
        const transaction = [...statements].sort().join('\n');
        if (probe === null || probed.has(transaction)) return answer;
        probed.add(transaction);
        await probe();
        return answer;
      }, kind),
  };
}

function noting(queries: Queries, statements: Set<string>): Queries {
  const noted =
    <Values extends unknown[], Answer>(ask: (sql: string, ...values: Values) => Answer) =>
    (sql: string, ...values: Values): Answer => {
      statements.add(sql);
      return ask(sql, ...values);
    };
  const { all, get, run, insert, insertCounting } = queries;
  return {
    ...queries,
    all: noted(all) as Queries['all'],
    get: noted(get) as Queries['get'],
    run: noted(run),
    insert: noted(insert) as Queries['insert'],
    insertCounting: noted(insertCounting),
  };
}

beforeAll(async () => {
  const { url } = await freshPostgres();
  first = await openPostgres(url);
  second = await openPostgres(url, { statementMs: blockedMs, answerMs: 2 * blockedMs });
  scene = await seeded({ database: probing(first) });
  const { clock } = scene.simulated;
  // Represents another process, because two requests to one process share its queues.
  other = await openPlatform({ database: second, clock, seed: 2 });
});
afterAll(async () => {
  await other.close();
  await scene.simulated.close();
});

test('no operation holds a lock that blocks a write of another organization', async () => {
  const { simulated } = scene;
  const { organization } = await simulated.addOrganization('Other');
  const caller = other.caller('v2', organization);
  const blocked = new Set<string>();
  let tool = '';
  let probes = 0;
  probe = async () => {
    probes += 1;
    const email = `reader${probes}@other.example`;
    const writes: [string, object][] = [
      ['send_email', { from: 'hello@other.example', to: email, subject: 'Hello', markdown: 'Hello' }],
      ['create_subscriber', { email }],
    ];
    for (const [write, input] of writes) {
      await other.call(write, input, { caller }).catch((error: Error) => {
        blocked.add(`${tool} blocks ${write}: ${error.message}`);
      });
    }
  };
  for (const one of catalogue) {
    tool = one.name;
    if (one.effect === 'read') continue;
    const input = await inputFor(one, scene).catch(() => null);
    if (input) await simulated.call(tool, input).catch(() => {});
    await simulated.deliver();
  }
  probe = null;
  expect([...blocked]).toEqual([]);
  expect(probes).toBeGreaterThan(50);
});
