import type { Engine } from '../context/scope.ts';

/**
 * Rows in one transaction: some ten milliseconds of the one writer, in which a commit to the disk is a small part.
 */
export const lotRows = 500;

const seedOctets = 4;

/** A number that an attacker cannot guess, for the sets of what a file has. */
export function chanceSeed({ world }: Pick<Engine, 'world'>): number {
  return world.ids.bytes(seedOctets).readUInt32LE();
}
