import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Keyv from 'keyv';
import type { Clock } from '../concurrency/clock.ts';
import type { Cache } from './cache.ts';
import type { Log } from './log.ts';

export const cacheFile = 'cache.db';

/** Versions of this program may store entries of another shape, so each shape has its own namespace. */
const namespace = 'posthouse-1';
const entriesMax = 20_000;
/** Documents and DNS answers come from outside. Most take less than 500 characters. */
const valueCharactersMax = 16_384;
const entriesBetweenTrims = 1_000;
/** Writes of other processes take microseconds. After a longer wait, the entry is not stored. */
const busyMs = 50;

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const brokenFile: ReadonlySet<unknown> = new Set([11, 26]);

type Entry = { value: unknown; keptAt: number; until: number };

export type LastingCache = Cache & { close(): Promise<void> };

/**
 * A cache in a file, for data that may be lost: never guards, budgets or idempotency records. If the file
 * cannot be read, the cache is empty.
 */
export function lastingCache({
  folder,
  clock,
  log,
}: {
  folder: string;
  clock: Clock;
  log: Log;
}): LastingCache {
  const file = join(folder, cacheFile);
  let opening: Promise<Opened | null> | undefined;
  let closed = false;

  /** Opens the file on first use, because most commands look nothing up. */
  const opened = (): Promise<Opened | null> => {
    if (closed) return Promise.resolve(null);
    opening ??= open();
    return opening;
  };

  async function open(): Promise<Opened | null> {
    if (!existsSync(folder)) return null;
    for (const attempt of ['first', 'last']) {
      try {
        return await connect(file, failed);
      } catch (error) {
        log.warn({ err: error, file }, 'the cache could not be opened');
        if (attempt === 'last' || !isBroken(error)) break;
        removeFile(file);
      }
    }
    return null;
  }

  /** Removes a broken file, so that the next start creates an empty one. */
  function failed(error: unknown): void {
    log.warn({ err: error, file }, 'the cache could not be used');
    if (!isBroken(error)) return;
    opening = Promise.resolve(null);
    removeFile(file);
  }

  return {
    async get(key) {
      const kept = await (await opened())?.keyv.get<Entry>(key);
      const now = clock.now();
      // An entry from the future was stored before the clock was set back, so its age is unknown.
      if (kept === undefined || kept.keptAt > now || kept.until <= now) return undefined;
      return { value: kept.value, msLeft: kept.until - now };
    },
    async set(key, value, ms) {
      if (JSON.stringify(value).length > valueCharactersMax) return;
      const keptAt = clock.now();
      await (await opened())?.set(key, { value, keptAt, until: keptAt + ms }, ms).catch(failed);
    },
    async close() {
      const open = await opening?.catch(() => null);
      closed = true;
      await open?.keyv.disconnect();
    },
  };
}

const trim = 'DELETE FROM keyv WHERE rowid <= (SELECT max(rowid) FROM keyv) - ?';

type Opened = { keyv: Keyv; set(key: string, entry: Entry, ms: number): Promise<void> };

async function connect(file: string, failed: (error: unknown) => void): Promise<Opened> {
  const { KeyvSqlite } = await import('@keyv/sqlite');
  const store = new KeyvSqlite({
    uri: `sqlite://${file}`,
    driver: 'node:sqlite',
    wal: true,
    busyTimeout: busyMs,
  });
  await store.ready;
  // Does not sync each entry. With a WAL, a power cut loses entries but does not damage the file.
  await store.query('PRAGMA synchronous = NORMAL');
  await store.clearExpired();
  const keyv = new Keyv({ store, namespace });
  keyv.on('error', failed);
  let sets = 0;
  return {
    keyv,
    async set(key, entry, ms) {
      await keyv.set(key, entry, ms);
      sets += 1;
      if (sets % entriesBetweenTrims !== 0) return;
      await store.clearExpired();
      await store.query(trim, entriesMax);
    },
  };
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && brokenFile.has(error.errcode);
}

function removeFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}
