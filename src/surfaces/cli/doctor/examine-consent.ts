import { hostNameOf, requiresVerifiedDomain } from '../../../config.ts';
import { optInHindrance } from '../../../engine/subscribers/opt-in-hindrance.ts';
import type { OrganizationRecord } from '../../../model/organization/organization.ts';
import { nameIsUnset } from '../../../model/organization/organization.ts';
import type { Database } from '../../../store/database.ts';
import { storeOn } from '../../../store/store.ts';
import { posthouse } from '../../../world/command-line.ts';
import { type Finding, type Patient, warn } from './finding.ts';

const organizationsMax = 100;

export async function examineConfirmations({ database, config }: Patient): Promise<Finding[]> {
  if (database === null) return [];
  const settings = { hostName: hostNameOf(config), requireVerifiedDomain: requiresVerifiedDomain(config) };
  const findings: Finding[] = [];
  for (const organization of await someOrganizations(database)) {
    const { id, name, doubleOptIn, defaultFrom } = organization;
    if (!doubleOptIn) continue;
    const setIt = `To set it: ${posthouse} tools run update_organization --id ${id} --default_from hello@yourdomain`;
    const hindrance = await optInHindrance(settings, database.reader, organization);
    if (hindrance !== null) {
      const sentence = `${name} (${id}) asks new subscribers to confirm, but the requests wait. ${hindrance}`;
      findings.push(warn('double opt-in', defaultFrom === null ? `${sentence}. ${setIt}` : sentence));
    } else if (defaultFrom === null) {
      const sentence = `${name} (${id}) asks new subscribers to confirm and has no default_from: the requests come from no-reply at this server's name, which the subscribers do not know. ${setIt}`;
      findings.push(warn('double opt-in', sentence));
    }
  }
  return findings;
}

/** Warns about organizations that still have the default name, which recipients see. */
export async function examineOrganizationNames({ database }: Patient): Promise<Finding[]> {
  if (database === null) return [];
  return (await someOrganizations(database))
    .filter(nameIsUnset)
    .map(({ id, name }) =>
      warn(
        'organization name',
        `Recipients would read “${name}” as the sender of opt-in requests and on every page behind a link. To change it: ${posthouse} tools run update_organization --id ${id} --name "Acme"`,
      ),
    );
}

async function someOrganizations(database: Database): Promise<OrganizationRecord[]> {
  return await storeOn(database).organizations.page(organizationsMax, null);
}
