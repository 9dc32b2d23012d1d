import type { OrganizationStore } from '../store.ts';

/**
 * When a campaign with a throttle may write to a recipient domain again, by its key. A domain without a row may be
 * written to at once. A row carries no organization: the key of its campaign comes from a row that was held or read through
 * the organization's own records.
 */

/** Domains that are left out by name while the others are looked for; people of more than these are looked at one by one. */
const fullDomainsMax = 50;

export async function pacesOf(
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

/** Domains that may not be written to before `now` has passed, in their order. */
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

/** When the first domain may be written to that may not yet; undefined when there is none. */
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
