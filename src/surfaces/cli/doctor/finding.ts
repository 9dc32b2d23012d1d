import type { Config } from '../../../config.ts';
import type { Database } from '../../../store/database.ts';
import type { KeptGenerations } from '../../../world/kept-generations.ts';
import type { World } from '../../../world/world.ts';

/** One thing looked at: how it is, and in plain words what to do about it. */
export type Finding = { name: string; state: 'ok' | 'warn' | 'fail'; sentence: string };

/** What is looked at. */
export type Patient = {
  config: Config;
  baseUrl: string;
  /** Where the SQLite database is, or would be. */
  databaseFile: string;
  /** What tells the database from a copy of it; null where nothing is kept. */
  generations: KeptGenerations | null;
  world: Pick<World, 'clock' | 'resolver' | 'mail' | 'verifier'>;
  /** The database, once it was found to open and to be whole; null otherwise. */
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

/** The reason of an error in few words, for the end of a sentence. */
export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n', 1)[0]!.replace(/\.$/, '');
}
