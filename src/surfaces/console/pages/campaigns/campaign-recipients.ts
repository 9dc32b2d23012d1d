import type { z } from 'zod';
import { getCampaign } from '../../../../../tools/campaigns/get-campaign.ts';
import { listCampaignRecipients } from '../../../../../tools/campaigns/sending/list-campaign-recipients.ts';
import { exportCsv } from '../../../../../tools/exports/export-csv.ts';
import { type EmailEventType, emailEvents } from '../../../../model/email/lifecycle.ts';
import type { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { emailStates } from '../../email-states.ts';
import { button, hiddenField, presenceForm } from '../../fields.ts';
import { correctable, passkeyMissing, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { badge, emptyState, sheet, stateBadge } from '../../look/parts.ts';
import { type Filter, filters, lead, pager, table } from '../../look/tables.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { downloadAt } from '../audience/subscriber-actions.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { campaignHead, campaignPath, reportTabs, wasStarted } from './campaign-head.ts';
import { describeSkipReason, skipWords } from './campaign-words.ts';

type RecipientAnswer = z.output<typeof listCampaignRecipients.output>['data'][number];

const shownMax = 50;

/** Results to filter by: two states of a recipient, and last events of their mail. */
const results: readonly { value: string; title: string }[] = [
  { value: '', title: 'Any result' },
  { value: 'WAITING', title: 'Waiting' },
  { value: 'SKIPPED', title: 'Left out' },
  ...(['delivered', 'opened', 'clicked', 'bounced', 'complained', 'delivery_delayed', 'failed'] as const).map(
    (event) => ({ value: event, title: emailStates[event].text }),
  ),
];

const reasonCharactersMax = 60;

function readFilter({ request, form }: Visit): { result: string; reason: string } {
  const asked = request.method === 'GET' ? request.query : form;
  const reason = (asked.get('reason') ?? '').slice(0, reasonCharactersMax);
  return { result: reason === '' ? (asked.get('result') ?? '') : 'SKIPPED', reason };
}

/** The page of the people who were left out for a reason. */
export function skippedPath(campaign: Pick<CampaignAnswer, 'id'>, reason: string): string {
  return campaignPath(campaign, `/recipients?${new URLSearchParams({ result: 'SKIPPED', reason })}`);
}

export async function showRecipients(visit: Visit, failure: Failure | null = null): Promise<HttpAnswer> {
  const { query } = visit.request;
  const campaign = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  if (!wasStarted(campaign)) return seeOther(campaignPath(campaign));
  const { result, reason } = readFilter(visit);
  const after = query.get('after') || undefined;
  const found = await visit.call(listCampaignRecipients, {
    campaignId: campaign.id,
    ...filterFor({ result, reason }),
    ...(after !== undefined && { after }),
    limit: shownMax,
  });
  const path = campaignPath(campaign, '/recipients');
  const older =
    found.next_after ?? (found.has_more ? (found.data.at(-1)?.subscriberId ?? undefined) : undefined);
  const nothing = emptyState({
    picture: 'people',
    title: older === undefined ? 'No matching recipients' : 'None found so far',
    text: older === undefined ? 'Choose another result.' : 'Continue with older recipients.',
  });
  const choices = filters(path, [
    { kind: 'choice', name: 'result', label: 'Result', value: result, choices: results },
    ...(result === 'SKIPPED' ? [reasonFilter(reason)] : []),
  ]);
  const download = await presenceForm(visit, {
    action: path,
    body: html`${hiddenField('result', result)}${hiddenField('reason', reason)}${button('Download as CSV', { look: 'tiny', picture: 'download' })}`,
    look: 'inline',
  });
  return await page(visit, {
    ...(await campaignHead(visit, campaign)),
    sub: 'What happened to each person’s email.',
    body: html`${rejectedNotice(failure, {}, 'Not downloaded.')}${reportTabs(campaign, 'recipients')}${choices}${sheet(
      {
        title: 'Recipients',
        aside: found.data.length === 0 ? null : download,
        bare: true,
        body: found.data.length === 0 ? nothing : recipientTable(visit, campaign, found.data),
        footer: pager(path, { result, reason }, { older, isFirst: after === undefined }),
      },
    )}`,
    status: failure?.status ?? 200,
    also: {
      tool: listCampaignRecipients,
      input: { campaignId: campaign.id, ...filterFor({ result, reason }) },
      ask: 'Which recipients did this campaign not reach, and why?',
    },
  });
}

function reasonFilter(reason: string): Filter {
  const known = { ...skipWords, ...(reason !== '' && { [reason]: describeSkipReason(reason) }) };
  const choices = Object.entries(known).map(([value, title]) => ({ value, title }));
  return {
    kind: 'choice',
    name: 'reason',
    label: 'Reason',
    value: reason,
    choices: [{ value: '', title: 'Any reason' }, ...choices],
  };
}

/** Downloads the list with its filters, through a link of the tool for exports. */
export async function downloadRecipients(visit: Visit): Promise<HttpAnswer> {
  const order = { kind: 'recipients', campaign: visit.parameters.id, bom: true };
  try {
    if (!(await visit.isPersonPresent())) throw passkeyMissing();
    const { url } = await visit.call(exportCsv, { ...order, ...filterFor(readFilter(visit)) });
    return downloadAt(url);
  } catch (error) {
    return await showRecipients(visit, correctable(error));
  }
}

type RecipientFilter = { state?: string; last_event?: EmailEventType; reason?: string };

function filterFor({ result, reason }: { result: string; reason: string }): RecipientFilter {
  if (reason !== '') return { state: 'SKIPPED', reason };
  const event = emailEvents.find((one) => one === result);
  if (event !== undefined) return { last_event: event };
  return result === 'WAITING' || result === 'SKIPPED' ? { state: result } : {};
}

function recipientTable(
  { organization }: Visit,
  { abTest }: CampaignAnswer,
  recipients: readonly RecipientAnswer[],
): Html {
  return table({
    caption: 'Recipients',
    columns: [
      { title: 'Person', kind: 'lead' },
      { title: 'Result', kind: 'state' },
      ...(abTest === null ? [] : [{ title: 'Version' }]),
      { title: 'When', kind: 'n' },
    ],
    rows: recipients.map((one) => [
      personCell(one),
      resultBadge(one),
      ...(abTest === null
        ? []
        : [one.variant === null ? null : foreign(abTest.variants[one.variant]?.name ?? '')]),
      renderTime(one.changedAt, organization.timezone),
    ]),
  });
}

/** The person, and below why they were left out. */
function personCell({ email, emailId, subscriberId, reason }: RecipientAnswer): Html {
  const below = reason === null ? null : describeSkipReason(reason);
  const target =
    emailId !== null
      ? `/console/emails/${emailId}`
      : subscriberId !== null
        ? `/console/subscribers/${subscriberId}`
        : null;
  if (email !== null && target !== null) return lead(target, foreign(email), below);
  return html`${email === null ? html`<span class="quiet">Deleted person</span>` : foreign(email)}${below && html`<small>${below}</small>`}`;
}

function resultBadge({ state, lastEvent }: RecipientAnswer): Html {
  if (state === 'WAITING') return badge('info', 'Waiting', 'clock');
  if (state === 'SKIPPED') return badge('still', 'Left out', 'suppressed');
  if (lastEvent === null) return badge('info', 'Queued', 'clock');
  const words = emailStates[lastEvent];
  return stateBadge(words);
}
