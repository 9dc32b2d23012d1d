import type { ErrorClass } from '../figures.ts';
import { ConnectionLost, DatabaseDamaged, DatabaseUnavailable } from '../outage.ts';

/**
 * Classes and codes of SQLSTATE (PostgreSQL's appendix A) after which the connection is useless: connection
 * exceptions, a shutdown or a crash of the server, a transaction that was idle for too long.
 */
const connectionEnds = /^(08...|57P0.|25P03)$/;
/** Out of disk, memory or connections; a server that only reads; a disk that fails. */
const takesNothing = /^(53...|58...|25006)$/;
/** Damaged data or a damaged index. Excludes XX000, because some statements cause it on intact data. */
const damages = /^XX00[12]$/;

/**
 * Translates what the driver throws for a statement. Without an SQLSTATE it was not the server that answered: the connection
 * could not be opened, or broke. An error that is about the statement itself stays as it is.
 */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const state = sqlState(error);
  if (state === null || connectionEnds.test(state)) {
    return new ConnectionLost('PostgreSQL cannot be reached', { cause: error });
  }
  if (takesNothing.test(state))
    return new DatabaseUnavailable('PostgreSQL takes no writes', { cause: error });
  if (damages.test(state)) {
    return new DatabaseDamaged('PostgreSQL data is damaged: restore a backup', { cause: error });
  }
  return error;
}

const classes: readonly (readonly [RegExp, ErrorClass])[] = [
  [connectionEnds, 'connection'],
  [/^40...$/, 'conflict'],
  [/^23...$/, 'constraint'],
  [/^58...$/, 'disk'],
  [damages, 'disk'],
  [/^55P03$/, 'locked'],
  [/^25006$/, 'read_only'],
  [/^53...$/, 'resources'],
  [/^57014$/, 'timeout'],
];

/** The class of what the driver throws; null for an error that was translated, and noted, before. */
export function errorClassOf(error: unknown): ErrorClass | null {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return null;
  const state = sqlState(error);
  if (state === null) return 'connection';
  return classes.find(([states]) => states.test(state))?.[1] ?? 'other';
}

/** Codes of the operating system (`ECONNREFUSED`) are of another length. */
function sqlState(error: Error): string | null {
  const code = 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) && 'severity' in error ? code : null;
}
