import { join } from 'node:path';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { measureCapturedMail, measureDecisions } from './console/browser-marks.ts';
import { copyToPostgres } from './console/copy-to-postgres.ts';
import { seedConsole } from './console/seed.ts';
import { measureServerTime } from './console/server-time.ts';
import { withPostgres } from './postgres.ts';
import type { Row } from './table.ts';

/** For a small run: `CONSOLE_SUBSCRIBERS=20000 CONSOLE_MAILS=40000 npm run bench -- console`. */
const subscribers = Number(process.env.CONSOLE_SUBSCRIBERS ?? 1_000_000);
const mails = Number(process.env.CONSOLE_MAILS ?? 10_000_000);
/** Database kept between runs, because seeding takes minutes. */
const keptFile = process.env.CONSOLE_FILE;

/** Measures the marks of the console: server time, bytes and times in a browser. */
export async function measureConsole(folder: string): Promise<Row[]> {
  const file = keptFile ?? join(folder, 'console.sqlite');
  const size = { subscribers, mails };
  const scene = await seedConsole(file, size);
  if (process.env.CONSOLE_DATABASE === 'postgres') {
    return await withPostgres(async (url) => measureServerTime(await copyToPostgres(file, url), scene, size));
  }
  const pages = await measureServerTime(openSqlite(file), scene, size);
  if (process.env.CONSOLE_ONLY !== undefined) return pages;
  return [...pages, ...(await measureCapturedMail(folder)), ...(await measureDecisions())];
}
