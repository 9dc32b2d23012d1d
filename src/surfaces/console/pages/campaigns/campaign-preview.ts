import { previewCampaign } from '../../../../../tools/campaigns/preview-campaign.ts';
import { listSubscribers } from '../../../../../tools/subscribers/list-subscribers.ts';
import { renderCampaignMail } from '../../../../engine/campaigns/render-preview.ts';
import { sealedEngine } from '../../../../engine/context/scope.ts';
import { findSubscriber } from '../../../../engine/subscribers/find-subscriber.ts';
import { readCampaignBody } from '../../../../model/campaign/campaign-body.ts';
import { resolveVariants } from '../../../../model/campaign/variants.ts';
import { Failure, invalidFields } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { addressCharactersMax, hiddenField } from '../../fields.ts';
import { correctable } from '../../form-faults.ts';
import { pathWith } from '../../look/tables.ts';
import { mailAnswer, mailFrame, typedMailAnswer, typingPreview } from '../../mail-frame.ts';
import type { Visit } from '../../page.ts';
import { bodyRequest } from '../templates/mail-body.ts';
import { type CampaignValues, emptyValues, valuesIn } from './campaign-form.ts';

const suggestedMax = 10;

/** Chooses the subscriber whose values fill the placeholders. @param belongs attribute with the id of its form */
export async function readerField(visit: Visit, as: string, belongs: Html | null): Promise<Html> {
  const { data } = await visit.call(listSubscribers, { status: 'active', limit: suggestedMax });
  const options = data.map(({ email }) => html`<option value="${email}"></option>`);
  return html`<label><span class="vh">As seen by</span><input name="reader" value="${as}" list="readers" maxlength="${String(addressCharactersMax)}" placeholder="As seen by (address)"${belongs}></label><datalist id="readers">${options}</datalist>`;
}

/** The saved campaign as a chosen subscriber receives it. @param editor its buttons save first, and typing refreshes the preview */
export async function previewPart(visit: Visit, campaignId: string, editor?: Editor): Promise<Html> {
  const { query } = visit.request;
  const as = query.get('reader') ?? visit.form.get('reader') ?? '';
  const variant = query.get('variant') ?? undefined;
  const path = `/console/campaigns/${campaignId}/frame`;
  const note = await readerChoice(visit, { as, variant, form: editor?.form });
  const typing = editor ? typingPreview(path, editor.form, editor.isUnsaved) : null;
  return html`${typing}${mailFrame(pathWith(path, { reader: as, variant }), { title: 'the email', note })}`;
}

/** @property form id of the form @property isUnsaved the form differs from the saved campaign */
type Editor = { form: string; isUnsaved: boolean };

async function readerChoice(
  visit: Visit,
  { as, variant, form }: { as: string; variant: string | undefined; form: string | undefined },
): Promise<Html> {
  const belongs = form === undefined ? null : html` form="${form}"`;
  const choice = await readerField(visit, as, belongs);
  if (form !== undefined) {
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
    return mailAnswer({ html: null, text: unknownReader });
  }
}

const unknownReader = 'There is no subscriber with this address.';

/** The content of the preview frame of a new campaign. */
export async function showNewFrame(visit: Visit): Promise<HttpAnswer> {
  return await typedMailAnswer(visit, () => renderTyped(visit, emptyValues, ''));
}

/** The content of the preview frame while a person types: the posted fields, not the saved ones. */
export async function showTypedFrame(visit: Visit): Promise<HttpAnswer> {
  const reader = visit.form.get('reader')?.trim() ?? '';
  return await typedMailAnswer(visit, () => renderTyped(visit, valuesIn(visit.form), reader));
}

async function renderTyped(
  { engine, caller, organization, parameters, request }: Visit,
  values: CampaignValues,
  reader: string,
): Promise<{ html: string; text: string }> {
  const store = engine.store.forOrganization(organization.key);
  const saved = parameters.id === undefined ? null : await store.campaigns.byId(parameters.id);
  if (saved === undefined) throw new Failure('not_found');
  const read = readCampaignBody(bodyRequest(values), saved && resolveVariants(saved)[0]!.body);
  if (!read.ok) throw invalidFields(read.faults);
  const person = reader === '' ? null : await findSubscriber(store, reader);
  if (person === undefined) return { html: '', text: unknownReader };
  const { subject, preview } = values;
  const mail = { subject: subject || null, preview: preview || null, body: read.body };
  const { postalAddress } = organization;
  const scope = { engine: sealedEngine(engine), caller, signal: request.signal };
  return await renderCampaignMail(scope, mail, { person, postalAddress });
}
