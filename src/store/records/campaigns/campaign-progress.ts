import type { ApprovedPeople } from '../../../model/campaign/approved-people.ts';
import {
  type ApprovedDelivery,
  type CampaignProgress,
  campaignCounts,
  countedAs,
  variantsMax,
} from '../../../model/campaign/campaign.ts';
import type { CampaignStatus } from '../../../model/campaign/lifecycle.ts';
import type { Queries } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { forUpdate } from '../../row-lock.ts';
import { type Counted, CountRecords } from '../people/counts.ts';

/** A campaign's progress without its content. The content may be two megabytes, and the progress is read and written thousands of times. */
export type CampaignProgressRow = {
  key: number;
  id: string;
  status: CampaignStatus;
  paused: boolean;
  scheduledAt: number | null;
  /** Approved number of recipients; null for any number. */
  approvedRecipients: number | null;
  /** Delivery mode when a person approved it; null if no approval was needed. */
  approvedDelivery: ApprovedDelivery | null;
  /** Epoch ms when a caller last sent or resumed it. */
  approvedAt: number | null;
  progress: CampaignProgress | null;
};

type OrganizationQueries = { queries: Queries; organization: number };

type Row = {
  key: number;
  id: string;
  status: CampaignStatus;
  paused: number;
  scheduled_at: number | null;
  agreed_recipients: number | null;
  agreed_delivery: ApprovedDelivery | null;
  approved_at: number | null;
  progress: string | null;
};

/** Far above the few campaigns that an organization enrolls at the same time. */
const gatheringMax = 1_000;

/** SQL equivalent of `wasEnded` for a row of `campaigns`. */
export function endedCampaign(row: string): string {
  return `(${row}.status = 'ARCHIVED' AND ${row}.started_at IS NOT NULL AND ${row}.sent_at IS NULL)`;
}

const columns =
  'key, id, status, paused, scheduled_at, agreed_recipients, agreed_delivery, approved_at, progress';

export async function readProgress(
  { queries, organization }: OrganizationQueries,
  id: string,
): Promise<CampaignProgressRow | undefined> {
  return standingIn(
    await queries.get<Row>(`SELECT ${columns} FROM campaigns WHERE id = $1 AND organization = $2`, [
      id,
      organization,
    ]),
  );
}

export async function lockProgress(
  { queries, organization }: OrganizationQueries,
  id: string,
): Promise<CampaignProgressRow | undefined> {
  return standingIn(
    await queries.get<Row>(
      `SELECT ${columns} FROM campaigns WHERE id = $1 AND organization = $2 ${forUpdate(queries)}`,
      [id, organization],
    ),
  );
}

export async function lockEnrolment({
  queries,
  organization,
}: OrganizationQueries): Promise<CampaignProgressRow[]> {
  const rows = await queries.all<Row>(
    `SELECT ${columns} FROM campaigns WHERE organization = $1 AND gathering = 1
     ORDER BY key LIMIT ${gatheringMax} ${forUpdate(queries)}`,
    [organization],
  );
  return rows.map((row) => standingIn(row)!);
}

/** Maximum SENDING campaigns of one organization with an unfinished A/B test. */
const testsMax = 1_000;

/** Postpones the end of running A/B tests, because the mail that they measure was delayed. */
export async function postponeTests(scope: OrganizationQueries, byMs: number): Promise<void> {
  const { queries, organization } = scope;
  const rows = await queries.all<Row>(
    `SELECT ${columns} FROM campaigns WHERE organization = $1 AND status = 'SENDING'
     ORDER BY key LIMIT ${testsMax} ${forUpdate(queries)}`,
    [organization],
  );
  for (const { key, progress } of rows.map((row) => standingIn(row)!)) {
    if (progress?.stage !== 'choosing' || progress.chooseAt === null) continue;
    await saveProgress(scope, key, { ...progress, chooseAt: progress.chooseAt + byMs });
  }
}

/** Returns the approved recipients; null after they were compared with the enrolled ones. */
export async function readApprovedPeople(
  { queries, organization }: OrganizationQueries,
  key: number,
): Promise<ApprovedPeople | null> {
  const row = await queries.get<{ agreed_people: string | null }>(
    'SELECT agreed_people FROM campaigns WHERE key = $1 AND organization = $2',
    [key, organization],
  );
  return row?.agreed_people ? JSON.parse(row.agreed_people) : null;
}

export async function forgetApprovedPeople(
  { queries, organization }: OrganizationQueries,
  key: number,
): Promise<void> {
  await queries.run('UPDATE campaigns SET agreed_people = NULL WHERE key = $1 AND organization = $2', [
    key,
    organization,
  ]);
}

export async function saveProgress(
  { queries, organization }: OrganizationQueries,
  key: number,
  progress: CampaignProgress,
): Promise<void> {
  await queries.run(
    'UPDATE campaigns SET progress = $3, gathering = $4 WHERE key = $1 AND organization = $2',
    [key, organization, JSON.stringify(progress), progress.stage === 'gathering' ? 1 : 0],
  );
}

/** Pauses a locked campaign for the reason in its progress, until a caller resumes it. */
export async function pauseByItself(
  { queries, organization }: OrganizationQueries,
  key: number,
  progress: CampaignProgress,
  now: number,
): Promise<void> {
  const paused: CampaignProgress = { ...progress, lastPause: { at: now, byItself: true } };
  await queries.run(
    'UPDATE campaigns SET paused = 1, progress = $3, updated_at = $4 WHERE key = $1 AND organization = $2',
    [key, organization, JSON.stringify(paused), now],
  );
}

export async function finishSending(
  { queries, organization }: OrganizationQueries,
  key: number,
  status: CampaignStatus,
  now: number,
): Promise<void> {
  await queries.run(
    `UPDATE campaigns SET status = $3, sent_at = $4, updated_at = $4, gathering = 0
     WHERE key = $1 AND organization = $2`,
    [key, organization, status, now],
  );
}

/** Whether any of these campaigns was ended and is still closing its remaining recipients. @param keys of campaigns */
export async function hasEndingCampaign(
  { queries, organization }: OrganizationQueries,
  keys: readonly number[],
): Promise<boolean> {
  if (keys.length === 0) return false;
  const rows = await queries.all<{ progress: string }>(
    `SELECT campaigns.progress FROM campaigns
     WHERE campaigns.organization + 0 = $1 AND campaigns.key IN ${queries.dialect.integers('$2')}
       AND ${endedCampaign('campaigns')} LIMIT ${keys.length}`,
    [organization, JSON.stringify(keys)],
  );
  return rows.some(({ progress }) => (JSON.parse(progress) as CampaignProgress).stage === 'ending');
}

/** Returns the ids among these of campaigns that are not deleted. */
export async function findExistingCampaigns(
  { queries, organization }: OrganizationQueries,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await queries.all<{ id: string }>(
    `SELECT id FROM campaigns WHERE organization + 0 = $1 AND id IN ${queries.dialect.strings('$2')}`,
    [organization, JSON.stringify(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the campaigns whose mail must wait or be cancelled, by id. Crosses organizations, so only the worker may call it. */
export async function findStoppedCampaigns(
  queries: Queries,
  campaigns: readonly { organization: number; id: string }[],
): Promise<Map<string, 'paused' | 'ended'>> {
  if (campaigns.length === 0) return new Map();
  const rows = await queries.all<{ id: string; paused: number }>(
    `SELECT campaign.id, campaign.paused FROM ${queries.dialect.pairs('$1')} AS wanted
     JOIN campaigns campaign ON campaign.id = wanted.b AND campaign.organization + 0 = wanted.a
     WHERE campaign.paused = 1 OR ${endedCampaign('campaign')}`,
    [JSON.stringify(campaigns.map(({ organization, id }) => [organization, id]))],
  );
  return new Map(rows.map(({ id, paused }) => [id, paused === 1 ? 'paused' : 'ended']));
}

type Deleted = { key: number; id: string; organization: number };

/** Returns the next deleted campaign of any organization. Only for the sweep. */
export async function nextDeleted(queries: Queries): Promise<Deleted | undefined> {
  const row = await queries.get<Deleted>(
    'SELECT key, id, organization FROM campaigns WHERE organization < 0 ORDER BY organization, key LIMIT 1',
    [],
  );
  return row && { ...row, organization: -row.organization };
}

/** Deletes the row of a deleted campaign and its counts and paces, after its recipients were deleted. */
export async function forgetDeleted(queries: Queries, { key, id, organization }: Deleted): Promise<void> {
  await queries.run('DELETE FROM campaign_paces WHERE campaign = $1', [key]);
  await new CountRecords(queries, organization).forget(countNames(id));
  const deleted = [key, -organization];
  await rememberPositions(queries, 'campaigns', 'key = $1 AND organization = $2', deleted);
  await queries.run('DELETE FROM campaigns WHERE key = $1 AND organization = $2', deleted);
}

function countNames(id: string): Counted[] {
  const owners = [null, ...Array.from({ length: variantsMax }, (_, variant) => variant)];
  return owners.flatMap((variant) => campaignCounts.map((count) => countedAs(id, count, variant)));
}

function standingIn(row: Row | undefined): CampaignProgressRow | undefined {
  return (
    row && {
      key: row.key,
      id: row.id,
      status: row.status,
      paused: row.paused === 1,
      scheduledAt: row.scheduled_at,
      approvedRecipients: row.agreed_recipients,
      approvedDelivery: row.agreed_delivery,
      approvedAt: row.approved_at,
      progress: row.progress === null ? null : JSON.parse(row.progress),
    }
  );
}

/** Throttled domains excluded in the query. Recipients of further domains are checked one by one. */
const fullDomainsMax = 50;

/**
 * Returns the next send time per domain of a throttled campaign. A domain without a row may be mailed now. Rows
 * have no organization, because the campaign key comes from a row read within it.
 */
export async function readPaces(
  { queries }: { queries: Queries },
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
  { queries }: { queries: Queries },
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
  { queries }: { queries: Queries },
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
  { queries }: { queries: Queries },
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
