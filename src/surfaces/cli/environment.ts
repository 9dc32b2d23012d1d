import type { Clock } from '../../concurrency/clock.ts';
import type { Config } from '../../config.ts';
import type { Platform } from '../../platform.ts';
import type { Database } from '../../store/database.ts';
import type { KeptGenerations } from '../../world/kept-generations.ts';
import type { World } from '../../world/world.ts';

export type CliEnvironment = {
  /** @throws ConfigFault for an invalid environment variable */
  readConfig(): Config;
  /** Opens the migrated platform without starting its worker. With `showsToken` false, a first start creates no token. */
  openConfigured(config: Config, opening?: { showsToken?: boolean; follows?: 'traces' }): Promise<Platform>;
};

/** Parts for the doctor, which opens each separately because any may fail. */
export type DoctorEnvironment = Pick<CliEnvironment, 'readConfig'> & {
  unknownVariables(): string[];
  baseUrlOf(config: Config): string;
  databaseFileOf(config: Config): string;
  createWorld(config: Config): Pick<World, 'clock' | 'resolver' | 'mail' | 'verifier'>;
  openDatabase(config: Config): Promise<Database>;
  /** Tells the database from a copy of it; null if not used. */
  openGenerations(config: Config): KeptGenerations | null;
};

export type BackupEnvironment = Pick<DoctorEnvironment, 'readConfig' | 'databaseFileOf'> & {
  clock: Pick<Clock, 'now'>;
};

export type UpgradeEnvironment = Pick<DoctorEnvironment, 'readConfig' | 'databaseFileOf' | 'openDatabase'>;

export type ReleaseEnvironment = Pick<
  DoctorEnvironment,
  'readConfig' | 'openDatabase' | 'openGenerations'
> & {
  createWorld(config: Config): Pick<World, 'clock' | 'ids' | 'log'>;
};
