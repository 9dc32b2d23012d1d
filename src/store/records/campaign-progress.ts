import type { ApprovedPeople } from '../../model/campaign/approved-people.ts';
import {
  type ApprovedDelivery,
  type CampaignProgress,
  campaignCounts,
  countedAs,
  variantsMax,
} from '../../model/campaign/campaign.ts';
import type { CampaignStatus } from '../../model/campaign/lifecycle.ts';
import type { Queries } from '../database.ts';
import { rememberPositions } from '../list-position.ts';
import { forUpdate } from '../row-lock.ts';
import { type Counted, CountRecords } from './counts.ts';

/**
 * Where a campaign stands in its sending, without what it says: a campaign may say two megabytes, and where it stands is
 * read and written thousands of times.
 */
export type CampaignProgressRow = {
  /** The internal key; never shown. */
  key: number;
  id: string;
  status: CampaignStatus;
  paused: boolean;
  /** Epoch milliseconds. */
  scheduledAt: number | null;
  /** How many people a person agreed to have it sent to; null for any number. */
  approvedRecipients: number | null;
  /** Whether its mail was really to leave when a person approved it; null where no approval was needed. */
  approvedDelivery: ApprovedDelivery | null;
  /** When a caller last had it sent or resumed. Epoch milliseconds. */
  approvedAt: number | null;
  progress: CampaignProgress | null;
};

/** What is asked of the database is asked of one organization. */
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

/** An organization sends a handful at once. */
const gatheringMax = 1_000;

/** What `wasEnded` says of a row of `campaigns`. */
export function endedCampaign(row: string): string {
  return `(${row}.status = 'ARCHIVED' AND ${row}.started_at IS NOT NULL AND ${row}.sent_at IS NULL)`;
}

const columns =
  'key, id, status, paused, scheduled_at, agreed_recipients, agreed_delivery, approved_at, progress';

export async function progressOf(
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

/** The same in a transaction that changes it: locked until its end. */
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

/** Those whose audience is being written now, held as by `lockProgress`. */
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

/** Campaigns of one organization that may be SENDING with an unfinished A/B test. */
const testsMax = 1_000;

/** Moves the end of running A/B tests, which wait for results of mail that waited itself. */
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

/** The people that were approved, until they were compared with the enrolled ones. */
export async function approvedPeopleOf(
  { queries, organization }: OrganizationQueries,
  key: number,
): Promise<ApprovedPeople | null> {
  const row = await queries.get<{ agreed_people: string | null }>(
    'SELECT agreed_people FROM campaigns WHERE key = $1 AND organization = $2',
    [key, organization],
  );
  return row?.agreed_people ? JSON.parse(row.agreed_people) : null;
}

/** Forgets them, of a campaign that is held. */
export async function forgetApprovedPeople(
  { queries, organization }: OrganizationQueries,
  key: number,
): Promise<void> {
  await queries.run('UPDATE campaigns SET agreed_people = NULL WHERE key = $1 AND organization = $2', [
    key,
    organization,
  ]);
}

/** Writes how far a campaign has come that is held. */
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

/** Records that a locked campaign paused itself, and why; a caller resumes it. */
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

/** Writes that a campaign that is held was sent. */
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

/** Whether some of these campaigns were ended, and what waits of them is still being closed. @param keys of campaigns */
export async function someEnding(
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

/** Which of some campaigns there are: by their ids. One that was deleted is not among them. */
export async function thereAre(
  { queries, organization }: OrganizationQueries,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await queries.all<{ id: string }>(
    `SELECT id FROM campaigns WHERE organization + 0 = $1 AND id IN ${queries.dialect.strings('$2')}`,
    [organization, JSON.stringify(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Those of some campaigns, of any organizations, whose mails are to wait or go no more: only for the worker. By their ids.
 */
export async function stoppedOf(
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

/** A campaign that was deleted and still has lines of recipients. */
type Deleted = { key: number; id: string; organization: number };

/** The next campaign that was deleted, of any organization: for the sweep alone. */
export async function nextDeleted(queries: Queries): Promise<Deleted | undefined> {
  const row = await queries.get<Deleted>(
    'SELECT key, id, organization FROM campaigns WHERE organization < 0 ORDER BY organization, key LIMIT 1',
    [],
  );
  return row && { ...row, organization: -row.organization };
}

/** Takes away the row of a deleted campaign, and all that is kept by its key or its name, once its recipients are gone. */
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
