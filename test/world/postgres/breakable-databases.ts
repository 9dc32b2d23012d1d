import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { freshPostgres } from './postgres.ts';

/** Database that the test can make unavailable. */
export type BreakableDatabase = {
  /** Opens it; PostgreSQL may be opened repeatedly, for several processes. */
  open(): Promise<Database>;
  fail(): Promise<void>;
  mend(): Promise<void>;
};

/** Refuses every write and serves every read: SQLITE_READONLY, as on a disk remounted read-only. */
function readOnlySqlite(): BreakableDatabase {
  let database: Database;
  // An in-memory database has one connection for reads and writes, so a transaction could not even start.
  const queryOnly = async (value: 'ON' | 'OFF'): Promise<void> => {
    await database.reader.run(`PRAGMA query_only = ${value}`, []);
  };
  return {
    async open() {
      database = openSqlite(':memory:');
      return database;
    },
    fail: () => queryOnly('ON'),
    mend: () => queryOnly('OFF'),
  };
}

/** Unreachable: every connection is reset, and none can be made. */
function unreachablePostgres(): BreakableDatabase {
  const sockets = new Set<Socket>();
  let server: Server;
  let way: { host: string; port: number };
  let port = 0;
  let url: URL | null = null;
  const listen = async (): Promise<void> => {
    server = createServer((client) => {
      const upstream = connect(way);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => sockets.delete(socket));
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    server.unref();
  };
  return {
    async open() {
      if (url === null) {
        url = new URL((await freshPostgres()).url);
        way = { host: url.hostname, port: Number(url.port) };
        await listen();
        url.port = String(port);
      }
      return await openPostgres(url.href);
    },
    async fail() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
    mend: listen,
  };
}

export const breakableDatabases: readonly (readonly [name: string, make: () => BreakableDatabase])[] = [
  ['SQLite', readOnlySqlite],
  ['PostgreSQL', unreachablePostgres],
];
