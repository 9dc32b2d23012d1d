import { pageRowsMax } from '../../database.ts';
import type { OrganizationStore } from '../../store.ts';
import type { KeyRange } from '../campaigns/audiences.ts';

/** Reads people who met a trigger before activation, in slices: no index has the order of these times. */

/** @property at epoch ms at which the person met the trigger */
export type PastTrigger = { subscriber: number; at: number };

export type TriggerColumn = 'created_at' | 'last_opened_at' | 'last_clicked_at';

export const triggerSliceRows = pageRowsMax;

/** Returns the subscribers of a slice of at most `triggerSliceRows` keys whose time is later than `since`. */
export async function subscribersSince(
  { queries, organization }: OrganizationStore,
  column: TriggerColumn,
  since: number,
  { above, upTo }: KeyRange,
): Promise<PastTrigger[]> {
  return await queries.away(organization).all<PastTrigger>(
    `SELECT key AS subscriber, ${column} AS at FROM subscribers
     WHERE organization = $1 AND key > $2 AND key <= $3 AND ${column} > $4 ORDER BY key LIMIT ${triggerSliceRows}`,
    [organization, above, upTo, since],
  );
}

/** Returns when the next subscribers with a tag got it. @param tag a key that was looked up in the organization */
export async function tagAdditions(
  { queries, organization }: OrganizationStore,
  tag: number,
  above: number,
): Promise<PastTrigger[]> {
  return await queries.away(organization).all<PastTrigger>(
    `SELECT subscriber, created_at AS at FROM subscriber_tags WHERE tag = $1 AND subscriber > $2
     ORDER BY subscriber LIMIT ${triggerSliceRows}`,
    [tag, above],
  );
}

/** Returns when a campaign's next recipients first opened its mail or followed a link; null for neither. */
export async function firstReactions(
  { queries, organization }: OrganizationStore,
  campaign: number,
  column: 'opened_at' | 'clicked_at',
  above: number,
): Promise<{ subscriber: number; at: number | null }[]> {
  return await queries.away(organization).all<{ subscriber: number; at: number | null }>(
    `SELECT subscriber, ${column} AS at FROM campaign_recipients WHERE campaign = $1 AND subscriber > $2
     ORDER BY subscriber LIMIT ${triggerSliceRows}`,
    [campaign, above],
  );
}
