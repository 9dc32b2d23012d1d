import type { ErrorClass } from '../figures.ts';
import { ConnectionLost, DatabaseDamaged, DatabaseUnavailable, LockTimeout } from '../outage.ts';

/** SQLSTATE codes (appendix A) that end the connection: connection exceptions, server shutdown or crash, idle transaction timeout. */
const connectionEnds = /^(08...|57P0.|25P03)$/;
/** Out of disk, memory or connections, a read-only server, or a failing disk. */
const takesNothing = /^(53...|58...|25006)$/;
const lockTimesOut = /^55P03$/;
/** Damaged data or indexes. Excludes XX000, because some statements cause it on intact data. */
const damages = /^XX00[12]$/;

/** Translates driver errors, but not those about the statement. Without an SQLSTATE, the connection broke. */
export function translateError(error: unknown): unknown {
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
  if (lockTimesOut.test(state)) return new LockTimeout('A lock was not released in time', { cause: error });
  return error;
}

const classes: readonly (readonly [RegExp, ErrorClass])[] = [
  [connectionEnds, 'connection'],
  [/^40...$/, 'conflict'],
  [/^23...$/, 'constraint'],
  [/^58...$/, 'disk'],
  [damages, 'disk'],
  [lockTimesOut, 'locked'],
  [/^25006$/, 'read_only'],
  [/^53...$/, 'resources'],
  [/^57014$/, 'timeout'],
];

/** Returns the class of a driver error; null if it was already translated and counted. */
export function classifyError(error: unknown): ErrorClass | null {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return null;
  const state = sqlState(error);
  if (state === null) return 'connection';
  return classes.find(([states]) => states.test(state))?.[1] ?? 'other';
}

/** Operating system codes (`ECONNREFUSED`) have other lengths. */
function sqlState(error: Error): string | null {
  const code = 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) && 'severity' in error ? code : null;
}
