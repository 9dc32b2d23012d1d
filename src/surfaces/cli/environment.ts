import type { Clock } from '../../concurrency/clock.ts';
import type { Config } from '../../config.ts';
import type { Platform } from '../../platform.ts';
import type { Database } from '../../store/database.ts';
import type { KeptGenerations } from '../../world/kept-generations.ts';
import type { World } from '../../world/world.ts';

/** How commands reach the platform of this machine: opened only once they know that they need it. */
export type CliEnvironment = {
  /** @throws ConfigFault when a variable of the environment is wrong */
  readConfig(): Config;
  /** The platform, migrated; its worker does not run yet. `showsToken` false: a first start makes no token of its own. */
  openConfigured(config: Config, opening?: { showsToken?: boolean; follows?: 'traces' }): Promise<Platform>;
};

/** What the doctor looks at, part by part, since any of them may not open. */
export type DoctorEnvironment = Pick<CliEnvironment, 'readConfig'> & {
  /** Variables that begin as ours do and that nothing reads. */
  unknownVariables(): string[];
  baseUrlOf(config: Config): string;
  databaseFileOf(config: Config): string;
  worldOf(config: Config): Pick<World, 'clock' | 'resolver' | 'mail' | 'verifier'>;
  databaseOf(config: Config): Promise<Database>;
  /** What tells the database from a copy of it; null where nothing is kept. */
  generationsOf(config: Config): KeptGenerations | null;
};

/** What a backup and its restoring need to know. */
export type BackupEnvironment = Pick<DoctorEnvironment, 'readConfig' | 'databaseFileOf'> & {
  clock: Pick<Clock, 'now'>;
};

/** What a look at the schema of the database needs. */
export type UpgradeEnvironment = Pick<DoctorEnvironment, 'readConfig' | 'databaseFileOf' | 'databaseOf'>;

/** What releasing the queue needs. */
export type ReleaseEnvironment = Pick<DoctorEnvironment, 'readConfig' | 'databaseOf' | 'generationsOf'> & {
  worldOf(config: Config): Pick<World, 'clock' | 'ids' | 'log'>;
};
