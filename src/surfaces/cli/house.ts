import type { Config } from '../../config.ts';
import type { Platform } from '../../platform.ts';
import type { Database } from '../../store/database.ts';
import type { World } from '../../world/world.ts';

/** How commands reach the platform of this machine: opened only once they know that they need it. */
export type LocalHouse = {
  /** @throws ConfigFault when a variable of the environment is wrong */
  readConfig(): Config;
  /** The platform, migrated; its worker does not run yet. */
  openConfigured(config: Config): Promise<Platform>;
};

/** What the doctor looks at, part by part, since any of them may not open. */
export type ExaminedHouse = Pick<LocalHouse, 'readConfig'> & {
  /** Variables that begin as ours do and that nothing reads. */
  unknownVariables(): string[];
  baseUrlOf(config: Config): string;
  databaseFileOf(config: Config): string;
  worldOf(config: Config): Pick<World, 'clock' | 'resolver' | 'mail' | 'verifier'>;
  databaseOf(config: Config): Promise<Database>;
};

/** What a backup needs to know. */
export type CopiedHouse = Pick<ExaminedHouse, 'readConfig' | 'databaseFileOf'>;
