/** The links of a campaign, and corrections of their targets in mail already sent. */
import { getCampaign } from '../../../../../tools/campaigns/get-campaign.ts';
import { redirectLink } from '../../../../../tools/campaigns/sending/redirect-link.ts';
import { linkCharactersMax } from '../../../../model/campaign/link-redirect.ts';
import type { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, dialog, hiddenField, presenceForm } from '../../fields.ts';
import { correctable, passkeyMissing, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { meter } from '../../look/charts.ts';
import { emptyState, sheet } from '../../look/parts.ts';
import { type Column, table } from '../../look/tables.ts';
import { inDigits } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { campaignHead, campaignNotice, campaignPath, reportTabs, wasStarted } from './campaign-head.ts';
import { campaignFieldLabels, shareFrom } from './campaign-words.ts';
import { type EstimatedReport, readReport } from './estimated-report.ts';

type Links = EstimatedReport['links'];

const columnsShown: readonly Column[] = [
  { title: 'Link', kind: 'lead' },
  { title: 'People', kind: 'n' },
  { title: 'Share of clicks' },
];

export function linksTable(links: Links, fixes: readonly Html[] = []): Html {
  const whole = links.reduce((sum, { people: count }) => sum + count, 0);
  const columns = fixes.length === 0 ? columnsShown : [...columnsShown, { title: '', kind: 'act' as const }];
  return table({
    caption: 'Links',
    columns,
    rows: links.map(({ url, people: count, redirectedTo }, index) => [
      html`<span class="over">${linkText(url)}</span>${redirectedTo === null ? null : html`<small>Leads to ${linkText(redirectedTo)}</small>`}`,
      inDigits(count),
      html`<div><span class="pr">${meter(whole === 0 ? 0 : count / whole)}${whole < shareFrom ? null : html`<small>${String(Math.round((count / whole) * 100))}%</small>`}</span></div>`,
      ...(fixes.length === 0 ? [] : [fixes[index] ?? null]),
    ]),
  });
}

/** Without the scheme, which every link has. */
function linkText(url: string): Html {
  return foreign(url.replace(/^https?:\/\//, ''));
}

export async function showLinks(visit: Visit, failure: Failure | null = null): Promise<HttpAnswer> {
  const campaignId = visit.parameters.id;
  const campaign = await visit.call(getCampaign, { campaignId });
  if (!wasStarted(campaign)) return seeOther(campaignPath(campaign));
  const { links, notes, estimate } = await readReport(visit, campaign.id);
  const fixes = isAdmin(visit)
    ? await Promise.all(links.map((link, index) => fixDialog(visit, campaign, link.url, index)))
    : [];
  const isUntracked = notes.some((note) => note.startsWith('Click tracking was off'));
  const nothing = emptyState({
    picture: 'link',
    title: isUntracked ? 'Clicks were not counted' : 'No links',
    text: isUntracked
      ? 'Links lead directly to their targets, so they cannot be corrected here. Turn on click counting in the settings of the next campaign.'
      : 'The email has no tracked links.',
  });
  const head = await campaignHead(visit, campaign);
  const other =
    isAdmin(visit) && links.length > 0 ? await fixDialog(visit, campaign, null, links.length) : null;
  return await page(visit, {
    ...head,
    sub: html`Where the links of this email lead, and how many people followed them.${estimate && ` ${estimate}`}`,
    body: html`${campaignNotice(visit)}${rejectedNotice(failure, campaignFieldLabels, 'The link was not changed.')}${reportTabs(campaign, 'links')}${sheet({ title: 'Links', aside: other, bare: true, body: links.length === 0 ? nothing : linksTable(links, fixes) })}`,
    status: failure?.status ?? 200,
    also: {
      tool: redirectLink,
      input: {
        campaignId: campaign.id,
        url: 'https://example.com/old',
        to: 'https://example.com/new',
      },
      ask: 'The first link of this campaign is wrong. Send its clicks to the new page.',
    },
  });
}

/** @param url null: the person types the link, because the list shows only the most important */
async function fixDialog(
  visit: Visit,
  campaign: CampaignAnswer,
  url: string | null,
  index: number,
): Promise<Html> {
  const id = `fix-${String(index)}`;
  const link =
    url === null
      ? html`<div class="field"><label for="${id}-url">Link, as written in the email</label><input type="text" id="${id}-url" name="url" required maxlength="${String(linkCharactersMax)}" placeholder="https://"></div>`
      : hiddenField('url', url);
  const to = html`<div class="field"><label for="${id}-to">New address</label><input type="url" id="${id}-to" name="to" required maxlength="${String(linkCharactersMax)}" placeholder="https://"></div>`;
  return dialog(id, {
    opener: url === null ? 'Fix another link' : 'Fix link',
    look: 'tiny',
    picture: 'link',
    title: 'Fix a link',
    text: html`Clicks ${url === null ? 'on the link' : html`on ${linkText(url)}`} go to the new address, even in emails already sent.`,
    form: await presenceForm(visit, {
      action: campaignPath(campaign, '/links'),
      body: html`${link}${to}${button('Change the link')}`,
    }),
  });
}

export async function fixLink(visit: Visit): Promise<HttpAnswer> {
  const { form, parameters } = visit;
  if (!(await visit.isPersonPresent())) {
    return await showLinks(visit, passkeyMissing());
  }
  try {
    await visit.call(redirectLink, {
      campaignId: parameters.id,
      url: form.get('url') ?? '',
      to: form.get('to') ?? '',
    });
  } catch (error) {
    return await showLinks(visit, correctable(error));
  }
  return seeOther(`/console/campaigns/${parameters.id}/links?done=redirected`);
}
