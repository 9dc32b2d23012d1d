import type { Engine } from '../context/scope.ts';

/** Rows of a preview that are judged at a time. */
export const judgedRows = 500;

/**
 * Rows in one transaction. A commit writes every page that a row has touched, so more rows in one cost less each; but they keep
 * the one writer and the event loop from others for as long as they take.
 */
const lotRows = { beside: 500, alone: 2_500 };

/** How many rows an organization may keep in its next transaction. */
export function lotRowsOf({ near }: Pick<Engine, 'near'>, organization: number): number {
  return near.isAlone(organization) ? lotRows.alone : lotRows.beside;
}

const seedOctets = 4;

/** A number that an attacker cannot guess, for the sets of what a file has. */
export function chanceSeed({ world }: Pick<Engine, 'world'>): number {
  return world.ids.bytes(seedOctets).readUInt32LE();
}
