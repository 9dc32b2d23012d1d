import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { Database } from '../../store/database.ts';
import { storeOn } from '../../store/store.ts';
import type { KeptGenerations } from '../../world/kept-generations.ts';
import type { World } from '../../world/world.ts';
import type { Settings } from '../context/settings.ts';

export type Finding = { name: string; state: 'ok' | 'warn' | 'fail'; sentence: string };

export type Patient = {
  settings: Settings;
  /** Tells the database from a copy of it; null if not used. */
  generations: KeptGenerations | null;
  world: Pick<World, 'clock' | 'resolver' | 'mail' | 'verifier'>;
  /** The database if it opens and passes its check; null otherwise. */
  database: Database | null;
  /** The only organization that findings may name; null for all. */
  organization: OrganizationRecord | null;
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

export async function examinedOrganizations(
  { organization }: Pick<Patient, 'organization'>,
  database: Database,
  limit: number,
): Promise<OrganizationRecord[]> {
  return organization ? [organization] : await storeOn(database).organizations.page(limit, null);
}
