/** The editor of a campaign: a form, and a preview of the saved draft. */
import { createCampaign } from '../../../../../tools/campaigns/create-campaign.ts';
import { getCampaign } from '../../../../../tools/campaigns/get-campaign.ts';
import { testCampaign } from '../../../../../tools/campaigns/sending/test-campaign.ts';
import { updateCampaign } from '../../../../../tools/campaigns/update-campaign.ts';
import { getTemplate } from '../../../../../tools/templates/get-template.ts';
import { type Failure, invalidField } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { correctable, faultsByField, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { icon, notice } from '../../look/parts.ts';
import { pathWith } from '../../look/tables.ts';
import { wholeNumberIn } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { editorFields } from './campaign-fields.ts';
import {
  type CampaignAnswer,
  type CampaignValues,
  emptyValues,
  readValues,
  requestFrom,
  valuesIn,
} from './campaign-form.ts';
import { campaignHead, campaignNotice, campaignPath, campaignsCrumb } from './campaign-head.ts';
import { previewPart } from './campaign-preview.ts';
import { campaignFieldLabels, describeProblem } from './campaign-words.ts';

const formId = 'editor';

type Editing = { values: CampaignValues; failure?: Failure | null; note?: string };

export async function showNew(visit: Visit): Promise<HttpAnswer> {
  return await renderNew(visit, { values: emptyValues });
}

export async function create(visit: Visit): Promise<HttpAnswer> {
  const values = valuesIn(visit.form);
  const filled = await withTemplate(visit, values);
  if (filled !== null) return await renderNew(visit, filled);
  if (values.name.trim() === '' && values.subject.trim() === '')
    return await renderNew(visit, { values, failure: invalidField('subject', 'is required') });
  try {
    const made = await visit.call(createCampaign, {
      ...requestFrom(values, null),
      timezone: visit.organization.timezone,
    });
    return await afterSaving(visit, made, 'created');
  } catch (error) {
    return await renderNew(visit, { values, failure: correctable(error) });
  }
}

export async function showEditor(visit: Visit): Promise<HttpAnswer> {
  const campaign = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  if (campaign.status !== 'DRAFT') return seeOther(campaignPath(campaign));
  return await renderEditor(visit, campaign, { values: readValues(campaign) });
}

export async function save(visit: Visit): Promise<HttpAnswer> {
  const values = valuesIn(visit.form);
  const known = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  const filled = await withTemplate(visit, values);
  if (filled !== null) return await renderEditor(visit, known, filled);
  try {
    const saved = await visit.call(updateCampaign, {
      campaignId: known.id,
      ...requestFrom(values, known),
      expectedRevision: wholeNumberIn(visit.form.get('revision')) || undefined,
    });
    return await afterSaving(visit, saved, 'saved');
  } catch (error) {
    const failure = correctable(error);
    const fresh = await visit.call(getCampaign, { campaignId: known.id });
    return await renderEditor(visit, fresh, { values, failure });
  }
}

/** Goes where the pressed button leads. A rejected test email shows the saved draft with the reason. */
async function afterSaving(visit: Visit, saved: CampaignAnswer, done: string): Promise<HttpAnswer> {
  const { form } = visit;
  const next = form.get('next');
  if (next === 'review') return seeOther(campaignPath(saved, '/review'));
  if (next === 'ab-test') return seeOther(campaignPath(saved, '/ab-test'));
  if (next === 'test') {
    try {
      await visit.call(testCampaign, { campaignId: saved.id, to: [form.get('to') ?? ''] });
    } catch (error) {
      return await renderEditor(visit, saved, { values: readValues(saved), failure: correctable(error) });
    }
    return seeOther(campaignPath(saved, '/edit?done=tested'));
  }
  const reader = form.get('reader')?.trim() || undefined;
  return seeOther(pathWith(campaignPath(saved, '/edit'), { done, reader }));
}

/** Fills the form from a chosen template. Nothing is saved yet. */
async function withTemplate(visit: Visit, values: CampaignValues): Promise<Editing | null> {
  const { form } = visit;
  const template = form.get('template') ?? '';
  if (form.get('next') !== 'template' || template === '') return null;
  const { name, subject, preview, html: written, markdown } = await visit.call(getTemplate, { template });
  const body = written ?? markdown;
  if (body === null) {
    const note = `The template ${name} was written in a visual editor. Its text cannot be copied here.`;
    return { values, note };
  }
  return {
    values: {
      ...values,
      subject,
      preview: preview ?? values.preview,
      kind: written === null ? 'MARKDOWN' : 'HTML',
      body,
    },
    note: `Filled in from the template ${name}. Nothing is saved yet.`,
  };
}

async function renderNew(visit: Visit, { values, failure = null, note }: Editing): Promise<HttpAnswer> {
  return await page(visit, {
    title: 'New campaign',
    crumb: campaignsCrumb,
    sub: 'Saving creates a draft. Nothing is sent until you review it.',
    acts: html`<button type="submit" class="btn main" form="${formId}" name="next" value="preview">Save draft</button>`,
    body: split({
      action: '/console/campaigns/new',
      notes: notes(visit, { failure, note, problem: null }),
      fields: await editorFields(visit, { values, known: null, faults: faultsByField(failure) }),
      reader: await previewPart(visit, 'new', { form: formId, isUnsaved: values !== emptyValues }),
    }),
    isFlush: true,
    status: failure?.status ?? 200,
  });
}

async function renderEditor(
  visit: Visit,
  campaign: CampaignAnswer,
  { values, failure = null, note }: Editing,
): Promise<HttpAnswer> {
  const { timezone } = visit.organization;
  const isUnsaved = failure !== null || note !== undefined;
  const fields = await editorFields(visit, { values, known: campaign, faults: faultsByField(failure) });
  return await page(visit, {
    ...(await campaignHead(visit, campaign)),
    sub: html`Saved ${renderTime(campaign.updatedAt, timezone)}`,
    acts: html`${defaultButton}${testDialog(visit)}<button type="submit" class="btn main" form="${formId}" name="next" value="review">${isAdmin(visit) ? 'Review and send' : 'Save and review'}</button>`,
    body: split({
      action: campaignPath(campaign, '/edit'),
      notes: notes(visit, { failure, note, problem: campaign.problem }),
      fields: html`<input type="hidden" name="revision" value="${String(campaign.revision)}">${fields}`,
      reader: await previewPart(visit, campaign.id, { form: formId, isUnsaved }),
    }),
    isFlush: true,
    status: failure?.status ?? 200,
  });
}

/** Shows a single notice: the rejection of a form, the last action, or the problem that prevents sending. */
function notes(
  visit: Visit,
  { failure, note, problem }: { failure: Failure | null; note: string | undefined; problem: string | null },
): Html | null {
  if (failure !== null) {
    const isTest = visit.form.get('next') === 'test';
    return rejectedNotice(failure, campaignFieldLabels, isTest ? 'The test was not sent.' : 'Not saved.');
  }
  if (note !== undefined) return notice({ state: 'info', title: 'Check the text.', text: foreign(note) });
  const done = campaignNotice(visit);
  if (done !== null || problem === null) return done;
  return notice({
    state: 'warn',
    isCalm: true,
    title: 'Not ready to send.',
    text: foreign(describeProblem(problem)),
  });
}

type Split = { action: string; notes: Html | null; fields: Html; reader: Html };

function split({ action, notes: above, fields, reader }: Split): Html {
  return html`<div class="split half open"><form method="post" action="${action}" id="${formId}" class="pad">${above}${fields}</form>
<div class="reader">${reader}</div></div>`;
}

/** Enter in a field presses the form's first button in the page, which must not send a test. */
const defaultButton = html`<button type="submit" form="${formId}" name="next" value="preview" hidden></button>`;

/** Saves the draft and sends it to one address. The field and the button belong to the editor's form. */
function testDialog({ person }: Visit): Html {
  return html`<button type="button" class="btn" command="show-modal" commandfor="test">${icon('send')}Send a test</button><dialog class="dialog" id="test" aria-labelledby="test-title"><h2 id="test-title">Send a test</h2><p>Saves the draft and sends it to one address, with [Test] in the subject.</p><div class="field"><label for="to">Address</label><input type="email" id="to" name="to" form="${formId}" value="${person.email ?? ''}" maxlength="320" autocomplete="email"></div><div class="acts"><button type="button" class="btn" command="close" commandfor="test">Cancel</button><button type="submit" class="btn main" form="${formId}" name="next" value="test">Send the test</button></div></dialog>`;
}
