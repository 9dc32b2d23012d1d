import type { Config } from '../../../config.ts';
import type { Database } from '../../../store/database.ts';
import type { KeptGenerations } from '../../../world/kept-generations.ts';
import type { World } from '../../../world/world.ts';

export type Finding = { name: string; state: 'ok' | 'warn' | 'fail'; sentence: string };

export type Patient = {
  config: Config;
  baseUrl: string;
  databaseFile: string;
  /** Tells the database from a copy of it; null if not used. */
  generations: KeptGenerations | null;
  world: Pick<World, 'clock' | 'resolver' | 'mail' | 'verifier'>;
  /** The database if it opens and passes its check; null otherwise. */
  database: Database | null;
};

export function ok(name: string, sentence: string): Finding {
  return { name, state: 'ok', sentence };
}

export function warn(name: string, sentence: string): Finding {
  return { name, state: 'warn', sentence };
}

export function fail(name: string, sentence: string): Finding {
  return { name, state: 'fail', sentence };
}
