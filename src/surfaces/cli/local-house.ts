import type { CallerCache } from '../../engine/authenticate.ts';
import type { Caller, Door, Engine } from '../../engine/scope.ts';
import type { Worker } from '../../engine/worker.ts';
import type { OrganizationRecord } from '../../model/organization.ts';

/** How commands reach the platform of this machine: only once they know that they need it. */
export type LocalHouse<Config = unknown> = {
  /** @throws when a variable of the environment is wrong */
  readConfig(): Config;
  openConfigured(config: Config): Promise<OpenedPlatform>;
};

/** What commands use of an opened platform. Its worker does not run yet. */
export type OpenedPlatform = {
  engine: Engine;
  worker: Pick<Worker, 'start' | 'runDue' | 'drain'>;
  callers: Pick<CallerCache, 'prove'>;
  /** The operator of the machine as a caller, in the first organization unless another is named. */
  operator(door: Door, organization?: OrganizationRecord): Caller;
  close(): Promise<void>;
};

/** Which key assistants and remote commands show when none is written out. */
export type WithApiKey = { POSTHOUSE_API_KEY?: string | undefined };
