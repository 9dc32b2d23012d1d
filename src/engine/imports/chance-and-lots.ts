import type { Queries } from '../../store/database.ts';
import type { Engine } from '../context/scope.ts';

/** Rows of a preview that are judged at a time. */
export const judgedRows = 500;

/**
 * Rows in one transaction. A commit writes every page that a row has touched, so more rows in one cost less each; but they keep
 * the one writer and the event loop from others for as long as they take.
 */
const lotRows = { beside: 250, alone: 2_500 };

/**
 * Rows of a lot that are judged and written together. What they need of memory is free again before the next ones, and between
 * two of them the lot ends early where another organization has come: it waits for the writer no longer than these take.
 */
const sliceRows = 250;

/**
 * Rows of a lot as they are written. PostgreSQL gets them as one, because two transactions that save the same people wait for
 * each other unless each saves all of its people in one order.
 */
export function sliceRowsOf({ dialect }: Pick<Queries, 'dialect'>, lot: number): number {
  return dialect.name === 'sqlite' ? sliceRows : lot;
}

/** How many rows an organization may keep in its next transaction. */
export function lotRowsOf({ near }: Pick<Engine, 'near'>, organization: number): number {
  return near.isAlone(organization) ? lotRows.alone : lotRows.beside;
}

const seedOctets = 4;

/** A number that an attacker cannot guess, for the sets of what a file has. */
export function chanceSeed({ world }: Pick<Engine, 'world'>): number {
  return world.ids.bytes(seedOctets).readUInt32LE();
}
