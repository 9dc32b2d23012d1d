import type { OrganizationStore } from '../../store.ts';

/**
 * The next send time per domain of a throttled campaign. A domain without a row may be mailed now. Rows have
 * no organization, because the campaign key comes from a row read within it.
 */
/** Throttled domains excluded in the query. Recipients of further domains are checked one by one. */
const fullDomainsMax = 50;

export async function readPaces(
  { queries }: OrganizationStore,
  campaign: number,
  domains: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries.all<{ recipient_domain: string; next_at: number }>(
    `SELECT recipient_domain, next_at FROM campaign_paces
     WHERE campaign = $1 AND recipient_domain IN ${queries.dialect.strings('$2')}`,
    [campaign, JSON.stringify(domains)],
  );
  return new Map(rows.map((row) => [row.recipient_domain, row.next_at]));
}

/** Returns the domains that must wait until after `now`, earliest first. */
export async function fullDomains(
  { queries }: OrganizationStore,
  campaign: number,
  now: number,
): Promise<string[]> {
  const rows = await queries.all<{ recipient_domain: string }>(
    `SELECT recipient_domain FROM campaign_paces WHERE campaign = $1 AND next_at > $2
     ORDER BY recipient_domain LIMIT ${fullDomainsMax}`,
    [campaign, now],
  );
  return rows.map((row) => row.recipient_domain);
}

/** Returns the earliest time at which a waiting domain may be mailed; undefined if none waits. */
export async function nextPace(
  { queries }: OrganizationStore,
  campaign: number,
  now: number,
): Promise<number | undefined> {
  const row = await queries.get<{ at: number | null }>(
    'SELECT min(next_at) AS at FROM campaign_paces WHERE campaign = $1 AND next_at > $2',
    [campaign, now],
  );
  return row?.at ?? undefined;
}

export async function savePaces(
  { queries }: OrganizationStore,
  campaign: number,
  paces: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...paces].sort(([a], [b]) => (a < b ? -1 : 1));
  await queries.insert(
    'INSERT INTO campaign_paces (campaign, recipient_domain, next_at)',
    rows.map(([domain, nextAt]) => [campaign, domain, nextAt]),
    'ON CONFLICT (campaign, recipient_domain) DO UPDATE SET next_at = excluded.next_at',
  );
}
