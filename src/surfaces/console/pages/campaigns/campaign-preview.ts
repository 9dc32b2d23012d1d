import { previewCampaign } from '../../../../../tools/campaigns/preview-campaign.ts';
import { listSubscribers } from '../../../../../tools/subscribers/list-subscribers.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { addressCharactersMax, hiddenField } from '../../fields.ts';
import { correctable } from '../../form-faults.ts';
import { pathWith } from '../../look/tables.ts';
import { mailAnswer, mailFrame } from '../../mail-frame.ts';
import type { Visit } from '../../page.ts';

const suggestedMax = 10;
/** The saved campaign as a chosen subscriber receives it. @param form id of the editor, whose buttons save first */
export async function previewPart(visit: Visit, campaignId: string, form: string | null): Promise<Html> {
  const { query } = visit.request;
  const as = query.get('reader') ?? '';
  const variant = query.get('variant') ?? undefined;
  const src = pathWith(`/console/campaigns/${campaignId}/frame`, { reader: as, variant });
  return mailFrame(src, { title: 'the email', note: await readerChoice(visit, { as, variant, form }) });
}

async function readerChoice(
  visit: Visit,
  { as, variant, form }: { as: string; variant: string | undefined; form: string | null },
): Promise<Html> {
  const { data } = await visit.call(listSubscribers, { status: 'active', limit: suggestedMax });
  const belongs = form === null ? null : html` form="${form}"`;
  const options = data.map(({ email }) => html`<option value="${email}"></option>`);
  const choice = html`<label><span class="vh">As seen by</span><input name="reader" value="${as}" list="readers" maxlength="${String(addressCharactersMax)}" placeholder="As seen by (address)"${belongs}></label><datalist id="readers">${options}</datalist>`;
  if (form !== null) {
    return html`<span class="inline">${choice}<button type="submit" class="btn tiny" name="next" value="preview"${belongs}>Save and preview</button></span>`;
  }
  const kept = variant === undefined ? null : hiddenField('variant', variant);
  return html`<form method="get" action="${visit.request.path}" class="inline">${kept}${choice}<button type="submit" class="btn tiny">Show</button></form>`;
}

/** The content of the preview frame. An unknown subscriber gives a sentence in place of the mail. */
export async function showFrame(visit: Visit): Promise<HttpAnswer> {
  const { query } = visit.request;
  const as = query.get('reader')?.trim() ?? '';
  const variant = query.get('variant');
  try {
    const shown = await visit.call(previewCampaign, {
      campaignId: visit.parameters.id,
      ...(as !== '' && { subscriber: as }),
      ...(variant !== null && { variant: Number(variant) }),
    });
    if (shown.html === '' && shown.text === '')
      return mailAnswer({ html: null, text: 'Nothing written yet.' });
    return mailAnswer({ html: shown.html || null, text: shown.text });
  } catch (error) {
    correctable(error);
    return mailAnswer({ html: null, text: 'There is no subscriber with this address.' });
  }
}
