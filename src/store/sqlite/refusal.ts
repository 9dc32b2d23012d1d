import type { ErrorClass } from '../figures.ts';
import { DatabaseDamaged, DatabaseUnavailable } from '../outage.ts';

/** Primary result codes (sqlite.org/rescode.html) for failures that the statement did not cause. */
const sentences: Readonly<Record<number, string>> = {
  5: 'The database is locked by another program',
  7: 'There is no memory left for the database',
  8: 'The database cannot be written: it is read-only',
  10: 'The disk of the database fails',
  13: 'The disk of the database is full',
  14: 'The file of the database cannot be opened',
  15: 'The database is locked by another program',
};
/** Result codes for a damaged file, or a file that is not a database. */
const damages: Readonly<Record<number, string>> = {
  11: 'The database file is damaged: restore a backup',
  26: 'The database file is not a SQLite database: restore a backup',
};
/** An extended result code contains the primary code in its lowest octet. */
const primaryCode = 0xff;

/** Translates node:sqlite errors. Errors about the statement itself stay unchanged. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const code = Number(error.errcode) & primaryCode;
  const damage = damages[code];
  if (damage !== undefined) return new DatabaseDamaged(damage, { cause: error });
  const sentence = sentences[code];
  return sentence === undefined ? error : new DatabaseUnavailable(sentence, { cause: error });
}

const classes: Readonly<Record<number, ErrorClass>> = {
  5: 'locked',
  6: 'locked',
  7: 'resources',
  8: 'read_only',
  10: 'disk',
  11: 'disk',
  13: 'resources',
  14: 'disk',
  15: 'locked',
  19: 'constraint',
  26: 'disk',
};

/** Returns the class of a node:sqlite error; null for other errors, and for errors already translated and counted. */
export function classifyError(error: unknown): ErrorClass | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return classes[Number(error.errcode) & primaryCode] ?? 'other';
}
