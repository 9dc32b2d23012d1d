import type { z } from 'zod';
import { getCampaign } from '../../../../../tools/campaigns/get-campaign.ts';
import { listCampaignRecipients } from '../../../../../tools/campaigns/sending/list-campaign-recipients.ts';
import { type EmailEventType, emailEvents } from '../../../../model/email/lifecycle.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { emailStates } from '../../email-states.ts';
import { page, seeOther } from '../../layout.ts';
import { badge, emptyState, sheet, stateBadge } from '../../look/parts.ts';
import { filters, lead, pager, table } from '../../look/tables.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { campaignHead, campaignPath, reportTabs, wasStarted } from './campaign-head.ts';
import { describeSkipReason } from './campaign-words.ts';

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

export async function showRecipients(visit: Visit): Promise<HttpAnswer> {
  const { query } = visit.request;
  const campaign = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  if (!wasStarted(campaign)) return seeOther(campaignPath(campaign));
  const result = query.get('result') ?? '';
  const after = query.get('after') || undefined;
  const found = await visit.call(listCampaignRecipients, {
    campaignId: campaign.id,
    ...filterFor(result),
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
  return await page(visit, {
    ...(await campaignHead(visit, campaign)),
    sub: 'What happened to each person’s email.',
    body: html`${reportTabs(campaign, 'recipients')}${filters(path, [{ kind: 'choice', name: 'result', label: 'Result', value: result, choices: results }])}${sheet(
      {
        bare: true,
        body: found.data.length === 0 ? nothing : recipientTable(visit, campaign, found.data),
        footer: pager(path, { result }, { older, isFirst: after === undefined }),
      },
    )}`,
    also: {
      tool: listCampaignRecipients,
      input: { campaignId: campaign.id, ...filterFor(result) },
      ask: 'Which recipients did this campaign not reach, and why?',
    },
  });
}

function filterFor(result: string): { state?: string; last_event?: EmailEventType } {
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
