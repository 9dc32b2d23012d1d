import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { nameIsUnset } from '../../model/organization/organization.ts';
import { toolRemedies } from '../../model/text/tool-remedies.ts';
import type { Queries } from '../../store/database.ts';
import type { Settings } from '../context/settings.ts';
import { optInWarnings } from './opt-in-hindrance.ts';

export async function organizationWarnings(
  settings: Settings,
  queries: Queries,
  organization: OrganizationRecord,
): Promise<string[]> {
  return [
    ...(nameIsUnset(organization) ? [unnamed] : []),
    ...(organization.doubleOptIn ? await optInWarnings(settings, queries, { organization }) : []),
  ];
}

/** Names the operator's command, because no tool of the organization switches sending on. */
export function sendingOff(id: string): string {
  return `Sending is off: mail is captured and not sent. Only the operator of this server can turn it on: posthouse tools run update_organization --id ${id} --sending_enabled true`;
}

export const serverCaptures =
  'This server captures all mail, even if sending_enabled is true, because the operator set POSTHOUSE_DELIVERY=capture';

export const unnamed = `The organization is still named “Default”, and recipients would see this name. ${toolRemedies.setName.assistant}`;
