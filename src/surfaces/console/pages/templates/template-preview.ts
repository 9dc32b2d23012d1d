import { previewTemplate } from '../../../../../tools/templates/preview-template.ts';
import { updateTemplate } from '../../../../../tools/templates/update-template.ts';
import { readBy } from '../../../../contract/validation-errors.ts';
import { sealedEngine } from '../../../../engine/context/scope.ts';
import { findTemplate } from '../../../../engine/templates/find-template.ts';
import { renderContent } from '../../../../engine/templates/preview-template.ts';
import { parseMailbox } from '../../../../model/address.ts';
import { invalidField, invalidFields } from '../../../../model/failure.ts';
import { changedContent } from '../../../../model/template/template-input.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { pathWith } from '../../look/tables.ts';
import { mailAnswer, mailFrame, typedMailAnswer, typingPreview } from '../../mail-frame.ts';
import type { Visit } from '../../page.ts';
import { readerField } from '../campaigns/campaign-preview.ts';
import { emptyTemplate, requestFrom, valuesIn } from './template-form.ts';

/** The template with its samples, as a chosen subscriber receives it. @param form id of the editor's form @param isUnsaved the form differs from the saved draft */
export async function templatePreview(
  visit: Visit,
  id: string,
  { form, isUnsaved }: { form: string; isUnsaved: boolean },
): Promise<Html> {
  const reader = visit.request.query.get('reader') ?? visit.form.get('reader') ?? '';
  const path = `/console/templates/${id}/frame`;
  const field = await readerField(visit, reader, html` form="${form}"`);
  const note = html`<span class="inline">${field}<button type="submit" class="btn tiny" form="${form}" name="next" value="preview">Save and preview</button></span>`;
  return html`${typingPreview(path, form, isUnsaved)}${mailFrame(pathWith(path, { reader }), { title: 'the email', note })}`;
}

/** The content of the preview frame: the draft, or a published version, with its samples. */
export async function showFrame(visit: Visit): Promise<HttpAnswer> {
  const { query } = visit.request;
  if (query.has('reader')) return await showTypedFrame(visit);
  const version = query.get('version');
  const shown = await visit.call(previewTemplate, {
    template: visit.parameters.id,
    ...(version !== null && { version: Number(version) }),
  });
  return mailAnswer({ html: shown.html || null, text: shown.text });
}

/** The preview frame while a person types: the posted fields. A GET shows the saved draft, or the first text of a new template. */
export async function showTypedFrame(visit: Visit): Promise<HttpAnswer> {
  return await typedMailAnswer(visit, () => renderTyped(visit));
}

async function renderTyped(visit: Visit): Promise<{ html: string; text: string }> {
  const { engine, caller, organization, parameters, request, form } = visit;
  const store = engine.store.forOrganization(organization.key);
  const saved = parameters.id === undefined ? null : await findTemplate(store, parameters.id);
  const isTyped = request.method === 'POST';
  const content = isTyped || saved === null ? changedContent(saved, readTyped(visit)) : saved;
  const reader = ((isTyped ? form : request.query).get('reader') ?? '').trim();
  const read = reader === '' ? null : parseMailbox(reader);
  if (read !== null && !read.ok) throw invalidField('reader', 'is not an email address');
  const scope = { engine: sealedEngine(engine), store, caller, signal: request.signal };
  return await renderContent(scope, content, {}, read?.mailbox ?? null);
}

/** The fields that the frame shows. The others may be incomplete while a person types. */
function readTyped({ request, form }: Visit) {
  const values = request.method === 'POST' ? valuesIn(form) : emptyTemplate;
  const {
    name: _,
    from: __,
    reply_to: ___,
    ...typed
  } = requestFrom({
    ...values,
    subject: values.subject || '-',
  });
  const read = readBy(updateTemplate.input, { template: 'any', ...typed });
  if ('faults' in read) throw invalidFields(read.faults);
  return read.value;
}
