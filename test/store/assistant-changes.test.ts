import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../src/engine/context/to-failure.ts';
import type { Database } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openPostgres } from '../../src/store/postgres/database.ts';
import {
  changedByAssistants,
  changedMoreThan,
  instantAfterChanges,
  noteAssistantChanges,
  writingChanges,
} from '../../src/store/records/permits/assistant-changes.ts';
import { takingNotes } from '../../src/store/transaction-notes.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';

const by = { clock: { now: () => 1_000 }, assistant: 'a token' };

let opened: Database;
let database: Database;
let organization = 0;

beforeAll(async () => {
  const { url } = await freshPostgres();
  opened = await openPostgres(url);
  await migrate(opened);
  database = takingNotes(opened, [writingChanges()]);
});
beforeEach(() => {
  organization += 1;
});
afterAll(async () => {
  await database.close();
});

async function change(subscriber: number): Promise<void> {
  await database.transaction(async (queries) =>
    noteAssistantChanges(queries, organization, [subscriber], by),
  );
}

const instant = (): Promise<number> =>
  database.transaction((queries) => instantAfterChanges(queries, organization, by.clock));

/** Begins a transaction that has written its changes and does not commit yet. @returns commits it */
async function openChange(subscriber: number): Promise<() => Promise<void>> {
  const written = Promise.withResolvers<void>();
  const committing = Promise.withResolvers<void>();
  const openForLong: Database = {
    ...opened,
    transaction: (work, kind) =>
      opened.transaction(async (queries) => {
        const answer = await work(queries);
        written.resolve();
        await committing.promise;
        return answer;
      }, kind),
  };
  const slow = takingNotes(openForLong, [writingChanges()]);
  const committed = slow.transaction(async (queries) =>
    noteAssistantChanges(queries, organization, [subscriber], by),
  );
  await Promise.race([written.promise, committed]);
  return async () => {
    committing.resolve();
    await committed;
  };
}

describe('an uncommitted change by an assistant', () => {
  it('is not older than a timestamp taken in the meantime, which does not wait for it', async () => {
    await change(1);
    const commit = await openChange(2);
    const since = await instant();
    await commit();
    expect(await changedByAssistants(database.reader, organization, [1], since)).toBe(0);
    expect(await changedByAssistants(database.reader, organization, [2], since)).toBe(1);
  });

  it('does not delay a transaction that is rolled back', async () => {
    const commit = await openChange(1);
    const rehearsed = database.transaction(async (queries) => {
      noteAssistantChanges(queries, organization, [2], by);
      throw new Error('rehearsed');
    });
    await expect(rehearsed).rejects.toThrow('rehearsed');
    await commit();
    expect(await changedByAssistants(database.reader, organization, [1, 2], 0)).toBe(1);
  });

  it('makes another change fail with a 503 after five bounded waits', async () => {
    const commit = await openChange(1);
    let attempts = 0;
    const refused: unknown = await takingNotes(opened, [writingChanges(20)])
      .transaction(async (queries) => {
        attempts += 1;
        noteAssistantChanges(queries, organization, [2], by);
      })
      .catch((error: unknown) => error);
    expect(attempts).toBe(5);
    const log = { error: () => expect.unreachable() };
    expect(toFailure(log, refused, {})).toMatchObject({
      failure: 'service_unavailable',
      retryAfterSeconds: 2,
    });
    await commit();
    expect(await changedByAssistants(database.reader, organization, [1, 2], 0)).toBe(1);
  });

  it('lets another change run again after a bounded wait', async () => {
    const commit = await openChange(1);
    const again = Promise.withResolvers<void>();
    let attempts = 0;
    const other = database.transaction(async (queries) => {
      attempts += 1;
      if (attempts === 2) again.resolve();
      noteAssistantChanges(queries, organization, [2], by);
    });
    await Promise.race([again.promise, other]);
    await commit();
    await other;
    expect(attempts).toBe(2);
    expect(await changedByAssistants(database.reader, organization, [1, 2], 0)).toBe(2);
  });
});

it('changes in the same millisecond have different timestamps', async () => {
  await change(1);
  const since = await instant();
  await change(2);
  expect(await changedByAssistants(database.reader, organization, [1], since)).toBe(0);
  expect(await changedByAssistants(database.reader, organization, [2], since)).toBe(1);
});

it('a transaction counts each subscriber that it changes once', async () => {
  await change(1);
  await database.transaction(async (queries) => {
    noteAssistantChanges(queries, organization, [1, 2], by);
    const within = { queries, organization };
    expect(await changedMoreThan(within, 0, 1)).toBe(true);
    expect(await changedMoreThan(within, 0, 2)).toBe(false);
  });
});
