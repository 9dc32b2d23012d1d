import type { Queries } from '../../store/database.ts';
import type { Engine } from '../context/scope.ts';

export const judgedRows = 500;

/** More rows per transaction make each cheaper, but hold the writer and the event loop for longer. */
const lotRows = { beside: 250, alone: 2_500 };

/** Rows written together. A batch ends early if another organization is active, and frees memory. */
const sliceRows = 250;

/** On PostgreSQL, transactions that save the same people deadlock unless each locks them all in one order. */
export function chooseSliceRows({ dialect }: Pick<Queries, 'dialect'>, lot: number): number {
  return dialect.name === 'sqlite' ? sliceRows : lot;
}

export function chooseBatchRows(
  { activeOrganizations }: Pick<Engine, 'activeOrganizations'>,
  organization: number,
): number {
  return activeOrganizations.isAlone(organization) ? lotRows.alone : lotRows.beside;
}

const seedOctets = 4;

/** Unpredictable, so that an attacker cannot construct colliding file contents. */
export function randomSeed({ world }: Pick<Engine, 'world'>): number {
  return world.ids.bytes(seedOctets).readUInt32LE();
}
