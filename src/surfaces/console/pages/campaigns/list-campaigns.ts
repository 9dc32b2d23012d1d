import type { z } from 'zod';
import { listCampaigns } from '../../../../../tools/campaigns/list-campaigns.ts';
import { heldArguments } from '../../../../engine/approval/ask-person.ts';
import { approvalLimits } from '../../../../model/approval/approval.ts';
import type { CampaignSummary } from '../../../../model/campaign/campaign-answer.ts';
import { type CampaignStatus, campaignStatuses } from '../../../../model/campaign/lifecycle.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { campaignBadge, isPaused } from '../../campaign-states.ts';
import { doneNotice } from '../../fields.ts';
import { page } from '../../layout.ts';
import { meter } from '../../look/charts.ts';
import { badge, countedMax, emptyState, linkButton, sheet, shownCount, tabs } from '../../look/parts.ts';
import { filters, lead, olderCursor, pager, pathWith, table } from '../../look/tables.ts';
import { inDigits } from '../../number-words.ts';
import { isAuthor, type Visit } from '../../page.ts';
import { foreign, renderShortTime } from '../../shown.ts';
import { countHandled } from './campaign-report.ts';
import { describeShare } from './campaign-words.ts';

type Summary = z.output<typeof CampaignSummary>;

const path = '/console/campaigns';
const shownMax = 50;
const queryCharactersMax = 200;

const tabTitles: Readonly<Record<CampaignStatus, string>> = {
  DRAFT: 'Drafts',
  SCHEDULED: 'Scheduled',
  SENDING: 'Sending',
  SENT: 'Sent',
  ARCHIVED: 'Archived',
};

export async function showCampaigns(visit: Visit): Promise<HttpAnswer> {
  const { query } = visit.request;
  const status = campaignStatuses.find((one) => one === query.get('state'));
  const q = query.get('q')?.trim().slice(0, queryCharactersMax) || undefined;
  const after = query.get('after') || undefined;
  const filter = { ...(status && { status }), ...(q !== undefined && { query: q }) };
  const found = await visit.call(listCampaigns, { ...filter, ...(after && { after }), limit: shownMax });
  const older = olderCursor(found);
  const states = await stateTabs(visit, status, q);
  const search = filters(
    path,
    [
      {
        kind: 'search',
        name: 'q',
        label: 'Name or subject',
        value: q ?? '',
        charactersMax: queryCharactersMax,
      },
    ],
    { state: status },
  );
  const body =
    found.data.length === 0
      ? nothingHere(visit, status !== undefined || q !== undefined || after !== undefined)
      : campaignTable(visit, found.data, await sendsToApprove(visit, found.data));
  return await page(visit, {
    title: 'Campaigns',
    sub: 'One email to many subscribers, now or at a time you choose.',
    acts: isAuthor(visit) ? newButton : null,
    body: html`${doneNotice(visit, { deleted: 'Deleted.' })}${states}${search}${sheet({
      bare: true,
      body,
      footer: pager(path, { state: status, q }, { older, isFirst: after === undefined }),
    })}`,
    also: { tool: listCampaigns, input: filter, ask: 'Which campaigns go out this week?' },
  });
}

/** A search would have to read every campaign, so only the whole list is counted. */
async function stateTabs(
  { engine, organization }: Visit,
  status: CampaignStatus | undefined,
  q: string | undefined,
): Promise<Html> {
  const { campaigns } = engine.store.forOrganization(organization.key);
  const entries = [undefined, ...campaignStatuses].map(async (one) => ({
    href: pathWith(path, { state: one, q }),
    title: one === undefined ? 'All' : tabTitles[one],
    isHere: status === one,
    ...(q === undefined && { count: shownCount(await campaigns.count({ status: one }, countedMax)) }),
  }));
  return tabs('Campaigns by state', await Promise.all(entries));
}

const newButton = linkButton(`${path}/new`, 'New campaign', { look: 'main', picture: 'add' });

function nothingHere(visit: Visit, isFiltered: boolean): Html {
  if (isFiltered) {
    return emptyState({
      picture: 'campaign',
      title: 'No matching campaigns',
      text: 'Choose another state, or search for something else.',
      actions: linkButton(path, 'All campaigns'),
    });
  }
  return emptyState({
    picture: 'campaign',
    title: 'No campaigns yet',
    text: 'A campaign is one email to many subscribers, such as a newsletter. Write it, preview it as a subscriber, then send or schedule it.',
    actions: isAuthor(visit) ? newButton : null,
  });
}

/** Returns the pending request to send each draft, by campaign id. */
async function sendsToApprove(
  { engine, organization, now, request: { signal } }: Visit,
  campaigns: readonly Summary[],
): Promise<ReadonlyMap<string, string>> {
  if (campaigns.every(({ status }) => status !== 'DRAFT')) return new Map();
  const { approvals } = engine.store.forOrganization(organization.key);
  const request = { limit: approvalLimits.pendingMax, signal };
  const { rows } = await approvals.page({ status: 'pending' }, request, now);
  return new Map(
    rows
      .filter(({ tool, arguments: given }) => tool === 'send_campaign' && given !== '')
      .map((question) => [String(heldArguments(engine, question).campaignId), question.id]),
  );
}

function campaignTable(
  visit: Visit,
  campaigns: readonly Summary[],
  toApprove: ReadonlyMap<string, string>,
): Html {
  return table({
    caption: 'Campaigns',
    columns: [
      { title: 'Campaign', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'People', kind: 'n' },
      { title: 'Opened', kind: 'n' },
      { title: 'Clicked', kind: 'n' },
      { title: 'When', kind: 'n' },
    ],
    rows: campaigns.map((campaign) => {
      const { id, name, subject, stats } = campaign;
      const reached = Math.max(stats.sent, stats.delivered);
      const share = (count: number): string | null => (reached === 0 ? null : describeShare(count, reached));
      return [
        lead(`${path}/${id}`, foreign(name), subject === null ? 'No subject yet' : foreign(subject)),
        stateCell(campaign, toApprove.get(id)),
        peopleCell(campaign),
        share(stats.human.opened),
        share(stats.human.clicked),
        timeCell(visit, campaign),
      ];
    }),
  });
}

function stateCell(campaign: Summary, approval: string | undefined): Html {
  if (approval === undefined || campaign.status !== 'DRAFT') return campaignBadge(campaign);
  return html`<a href="/console/approvals/${approval}">${badge('warn', 'Waiting for approval', 'approval')}</a>`;
}

function peopleCell(campaign: Summary): Html | string | null {
  const { status, stats } = campaign;
  if (stats.recipients === 0) return null;
  if (status !== 'SENDING') return inDigits(stats.recipients);
  const handled = countHandled(stats);
  return html`<div><span class="pr">${inDigits(handled)} of ${inDigits(stats.recipients)}${meter(handled / stats.recipients, isPaused(campaign) ? 'c3' : 'c1')}</span></div>`;
}

function timeCell({ organization, now }: Visit, { status, scheduledAt, sentAt, updatedAt }: Summary): Html {
  const time = (at: string): Html => renderShortTime(at, organization.timezone, now);
  if (status === 'SENDING') return html`<span>Since ${time(scheduledAt ?? updatedAt)}</span>`;
  const at = status === 'SCHEDULED' ? scheduledAt : sentAt;
  return at === null ? html`<span>Edited ${time(updatedAt)}</span>` : time(at);
}
