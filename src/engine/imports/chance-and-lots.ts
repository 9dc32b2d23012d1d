import type { Queries } from '../../store/database.ts';
import type { Engine } from '../context/scope.ts';

/** Rows judged together in a preview. */
export const judgedRows = 500;

/**
 * Rows per transaction. More rows make each cheaper, because a commit writes every touched page, but they hold the writer and
 * the event loop for longer.
 */
const lotRows = { beside: 250, alone: 2_500 };

/**
 * Rows judged and written together. Their memory is freed between slices, and a batch ends early after a slice if another
 * organization is active.
 */
const sliceRows = 250;

/**
 * PostgreSQL writes a batch as one slice: transactions that save the same people deadlock unless each locks them in one order.
 */
export function sliceRowsOf({ dialect }: Pick<Queries, 'dialect'>, lot: number): number {
  return dialect.name === 'sqlite' ? sliceRows : lot;
}

export function lotRowsOf({ near }: Pick<Engine, 'near'>, organization: number): number {
  return near.isAlone(organization) ? lotRows.alone : lotRows.beside;
}

const seedOctets = 4;

/** Unpredictable, so that an attacker cannot construct colliding file contents. */
export function chanceSeed({ world }: Pick<Engine, 'world'>): number {
  return world.ids.bytes(seedOctets).readUInt32LE();
}
