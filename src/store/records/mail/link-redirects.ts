import { type LinkRedirect, redirectsPerCampaignMax } from '../../../model/campaign/link-redirect.ts';
import type { OrganizationStore } from '../../store.ts';

type Row = { digest: string; source: string; target: string; created_at: number };

const columns = 'digest, source, target, created_at';

/** Returns the corrected target of a campaign link; undefined if it is unchanged. */
export async function findLinkRedirect(
  { queries, organization }: OrganizationStore,
  campaignId: string,
  digest: string,
): Promise<LinkRedirect | undefined> {
  const row = await queries.get<Row>(
    `SELECT ${columns} FROM link_redirects WHERE campaign_id = $1 AND digest = $2 AND organization + 0 = $3
     ORDER BY key DESC LIMIT 1`,
    [campaignId, digest, organization],
  );
  return row && redirectIn(row);
}

export async function listLinkRedirects(
  { queries, organization }: OrganizationStore,
  campaignId: string,
): Promise<LinkRedirect[]> {
  const rows = await queries.all<Row>(
    `SELECT ${columns} FROM link_redirects WHERE campaign_id = $1 AND organization + 0 = $2
     ORDER BY key LIMIT ${redirectsPerCampaignMax}`,
    [campaignId, organization],
  );
  return rows.map(redirectIn);
}

export async function addRedirect(
  { queries, organization }: OrganizationStore,
  campaignId: string,
  { digest, source, target, createdAt }: LinkRedirect,
): Promise<void> {
  await queries.insert(
    'INSERT INTO link_redirects (organization, campaign_id, digest, source, target, created_at)',
    [[organization, campaignId, digest, source, target, createdAt]],
  );
}

function redirectIn({ digest, source, target, created_at }: Row): LinkRedirect {
  return { digest, source, target, createdAt: created_at };
}
