import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../../src/store/database.ts';
import { openSqlite } from '../../../../src/store/sqlite/database.ts';

/** Creates a folder with a database file for several platforms. */
export function freshFile(): { path: string; open(): Database; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-mcp-'));
  return {
    path: folder,
    open: () => openSqlite(join(folder, 'posthouse.db')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
