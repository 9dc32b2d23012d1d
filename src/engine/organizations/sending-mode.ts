import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { type SendingMode, sendingMode } from '../../model/organization/sending-mode.ts';
import type { Queries } from '../../store/database.ts';
import type { Settings } from '../context/settings.ts';
import { queueHeldSince } from './queue-hold.ts';

/** Reads one row by its primary key, so that every page of the console can call it. */
export async function readSendingMode(
  queries: Queries,
  { delivery }: Pick<Settings, 'delivery'>,
  organization: OrganizationRecord,
): Promise<SendingMode> {
  return sendingMode({ delivery, organization, heldSince: await queueHeldSince(queries) });
}
