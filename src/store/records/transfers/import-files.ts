import type { Reading } from '../../../model/import/import.ts';
import { importLimits } from '../../../model/import/limits.ts';
import { rowOctets } from '../../../model/organization/storage.ts';
import type { Queries } from '../../database.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import { changeStorage } from '../mail/storage.ts';

/** A stored piece of a file. @property content deflated, base64 */
export type FilePiece = { octets: number; content: string };

export type ImportFault = { line: number; reason: string; field: string | null; message: string };

type Place = { part: number; piece: number };

/** Files of one organization's imports, and the rows that were rejected. */
export class ImportFileRecords extends ScopedRecords {
  /** Stores a part of a file and replaces an earlier upload of the part. @returns the growth of the file in octets */
  async keepPart(importKey: number, part: number, pieces: readonly FilePiece[]): Promise<number> {
    const removed = await this.#remove('import = $1 AND part = $3', [importKey, this.organization, part]);
    await this.queries.insert(
      'INSERT INTO import_chunks (organization, import, part, piece, octets, content)',
      pieces.map(({ octets, content }, piece) => [
        this.organization,
        importKey,
        part,
        piece,
        octets,
        content,
      ]),
    );
    const kept = pieces.reduce((sum, { content }) => sum + content.length + rowOctets.chunk, 0);
    changeStorage(this.queries, this.organization, kept);
    return pieces.reduce((sum, { octets }) => sum + octets, 0) - removed;
  }

  /** Yields the pieces of a file in order. Reads each one only after the previous one was consumed. */
  async *pieces(importKey: number): AsyncGenerator<FilePiece> {
    let after: Place = { part: 0, piece: -1 };
    for (;;) {
      const next: (FilePiece & Place) | undefined = await this.queries.get(
        `SELECT part, piece, octets, content FROM import_chunks
         WHERE import = $1 AND organization + 0 = $2 AND (part, piece) > ($3, $4) ORDER BY part, piece LIMIT 1`,
        [importKey, this.organization, after.part, after.piece],
      );
      if (!next) return;
      yield next;
      after = next;
    }
  }

  /** Whether parts 1 to n are all present. */
  async isWhole(importKey: number): Promise<boolean> {
    const row = await this.queries.get<{ last: number | null; amount: number }>(
      `SELECT max(part) AS last, count(DISTINCT part) AS amount FROM import_chunks
       WHERE import = $1 AND organization + 0 = $2`,
      [importKey, this.organization],
    );
    return row !== undefined && row.last !== null && row.last === row.amount;
  }

  async removePieces(importKey: number, limit: number): Promise<boolean> {
    const keys = await this.queries.all<{ key: number }>(
      `SELECT key FROM import_chunks WHERE import = $1 AND organization + 0 = $2 LIMIT ${limit}`,
      [importKey, this.organization],
    );
    if (keys.length === 0) return false;
    await this.#remove(
      `organization + 0 = $2 AND import = $1 AND key IN ${this.queries.dialect.integers('$3')}`,
      [importKey, this.organization, JSON.stringify(keys.map(({ key }) => key))],
    );
    return keys.length === limit;
  }

  async #remove(where: string, values: (number | string)[]): Promise<number> {
    const removed = await this.queries.all<{ octets: number; kept: number }>(
      `DELETE FROM import_chunks WHERE ${where.includes('organization') ? where : `${where} AND organization + 0 = $2`}
       RETURNING octets, octet_length(content) AS kept`,
      values,
    );
    const kept = removed.reduce((sum, row) => sum + Number(row.kept) + rowOctets.chunk, 0);
    changeStorage(this.queries, this.organization, -kept);
    return removed.reduce((sum, { octets }) => sum + Number(octets), 0);
  }

  async addFaults(importKey: number, faults: readonly ImportFault[]): Promise<void> {
    await this.queries.insert(
      'INSERT INTO import_faults (import, line, reason, field, message)',
      faults.map(({ line, reason, field, message }) => [importKey, line, reason, field, message]),
      'ON CONFLICT (import, line) DO NOTHING',
    );
  }

  async faults(importKey: number, after: number, limit: number): Promise<ImportFault[]> {
    return await this.queries.all<ImportFault>(
      `SELECT line, reason, field, message FROM import_faults
       WHERE import = (SELECT key FROM imports WHERE key = $1 AND organization = $2) AND line > $3
       ORDER BY line LIMIT ${Math.min(limit, importLimits.faultsKeptMax)}`,
      [importKey, this.organization, after],
    );
  }
}

/** Returns an import whose file is past its retention time. @param only restricts the search to one organization */
export async function nextOldFile(
  queries: Queries,
  now: number,
  only?: number,
): Promise<{ key: number; organization: number } | undefined> {
  return await queries.get(
    `SELECT import AS key, organization FROM import_progress
     WHERE file_until IS NOT NULL AND file_until <= $1 AND status NOT IN ('queued', 'in_progress')
       ${only === undefined ? '' : 'AND organization = $2'} LIMIT 1`,
    only === undefined ? [now] : [now, only],
  );
}

/** Records that an import's file and rejected rows were deleted. Cancels an import that was never started. */
export async function noteFileGone(queries: Queries, importKey: number, now: number): Promise<void> {
  await queries.run(
    `UPDATE import_progress SET file_until = NULL,
       status = CASE WHEN ended_at IS NULL THEN 'cancelled' ELSE status END,
       failure = CASE WHEN ended_at IS NULL THEN 'It was not started in time' ELSE failure END,
       ended_at = COALESCE(ended_at, $2)
     WHERE import = $1`,
    [importKey, now],
  );
  await queries.run('DELETE FROM import_erasures WHERE import = $1', [importKey]);
  const plan = await queries.get<{ reading: string | null }>(
    'SELECT reading FROM import_plans WHERE import = $1',
    [importKey],
  );
  if (!plan?.reading) return;
  const reading = { ...(JSON.parse(plan.reading) as Reading), sample: [] };
  await queries.run('UPDATE import_plans SET reading = $2 WHERE import = $1', [
    importKey,
    JSON.stringify(reading),
  ]);
}

/** An address to search for in an import's file. @property sought the encrypted address */
export type Sought = { mark: string; sought: string };

/** Returns an idle import of an organization whose file must be searched. */
export async function nextSought(
  queries: Queries,
  organization: number,
): Promise<{ key: number; id: string } | undefined> {
  return await queries.get(
    `SELECT imports.key, imports.id FROM import_progress JOIN imports ON imports.key = import_progress.import
     WHERE import_progress.organization = $1 AND file_until IS NOT NULL
       AND status NOT IN ('queued', 'in_progress')
       AND EXISTS (SELECT 1 FROM import_erasures
         WHERE import_erasures.import = import_progress.import AND sought IS NOT NULL)
     LIMIT 1`,
    [organization],
  );
}

export async function soughtIn(queries: Queries, importKey: number, limit: number): Promise<Sought[]> {
  return await queries.all<Sought>(
    'SELECT mark, sought FROM import_erasures WHERE import = $1 AND sought IS NOT NULL LIMIT $2',
    [importKey, limit],
  );
}

/** Deletes the addresses that were searched for, except addresses that another erasure added since. */
export async function noteSearched(
  queries: Queries,
  importKey: number,
  sought: readonly Sought[],
): Promise<void> {
  for (const one of sought) {
    await queries.run(
      'UPDATE import_erasures SET sought = NULL WHERE import = $1 AND mark = $2 AND sought = $3',
      [importKey, one.mark, one.sought],
    );
  }
}

export async function isSearched(queries: Queries, importKey: number): Promise<boolean> {
  return (await soughtIn(queries, importKey, 1)).length > 0;
}
