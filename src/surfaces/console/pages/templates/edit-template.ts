/** The editor of a template: a form, and a preview of the saved draft with its samples. */
import { createTemplate } from '../../../../../tools/templates/create-template.ts';
import { deleteTemplate } from '../../../../../tools/templates/delete-template.ts';
import { getTemplate } from '../../../../../tools/templates/get-template.ts';
import { previewTemplate } from '../../../../../tools/templates/preview-template.ts';
import { publishTemplate } from '../../../../../tools/templates/publish-template.ts';
import { updateTemplate } from '../../../../../tools/templates/update-template.ts';
import type { Failure } from '../../../../model/failure.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { doneNotice } from '../../fields.ts';
import { asSentence, correctable, faultsByField, rejectedNotice } from '../../form-faults.ts';
import { page, type Shown, seeOther } from '../../layout.ts';
import { columns, icon, linkButton, notice, sheet } from '../../look/parts.ts';
import { pathWith } from '../../look/tables.ts';
import { mailFrame } from '../../mail-frame.ts';
import { isAdmin, isAuthor, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { templateFields } from './template-fields.ts';
import {
  describeType,
  emptyTemplate,
  readValues,
  requestFrom,
  type TemplateAnswer,
  type TemplateValues,
  templateFieldLabels,
  valuesIn,
} from './template-form.ts';
import { templatePreview } from './template-preview.ts';
import { templateBadge } from './template-states.ts';

const templatesCrumb = { href: '/console/templates', title: 'Templates' };
const formId = 'editor';

type Editing = { values: TemplateValues; failure?: Failure | null };

export function templatePath({ id }: Pick<TemplateAnswer, 'id'>, part = ''): string {
  return `/console/templates/${id}${part}`;
}

export function templateHead(template: TemplateAnswer): Pick<Shown, 'title' | 'heading' | 'badge'> {
  return { title: template.name, heading: foreign(template.name), badge: templateBadge(template) };
}

export async function showNew(visit: Visit): Promise<HttpAnswer> {
  return await renderNew(visit, { values: emptyTemplate });
}

async function renderNew(visit: Visit, { values, failure = null }: Editing): Promise<HttpAnswer> {
  return await page(visit, {
    title: 'New template',
    crumb: templatesCrumb,
    sub: 'Saving creates a draft. Your apps cannot send it until you publish it.',
    acts: html`<button type="submit" class="btn main" form="${formId}" name="next" value="preview">Save and preview</button>`,
    body: split({
      action: '/console/templates/new',
      notes: rejectedNotice(failure, templateFieldLabels),
      fields: templateFields(values, faultsByField(failure)),
      reader: await templatePreview(visit, 'new', { form: formId, isUnsaved: values !== emptyTemplate }),
    }),
    isFlush: true,
    status: failure?.status ?? 200,
  });
}

export async function create(visit: Visit): Promise<HttpAnswer> {
  const values = valuesIn(visit.form);
  try {
    const { id } = await visit.call(createTemplate, requestFrom(values));
    return seeOther(templatePath({ id }, '?done=saved'));
  } catch (error) {
    return await renderNew(visit, { values, failure: correctable(error) });
  }
}

export async function showTemplate(visit: Visit): Promise<HttpAnswer> {
  const template = await visit.call(getTemplate, { template: visit.parameters.id });
  if (!isAuthor(visit)) return await showReadOnly(visit, template);
  return await renderEditor(visit, template, { values: readValues(template) });
}

export async function save(visit: Visit): Promise<HttpAnswer> {
  const values = valuesIn(visit.form);
  const template = visit.parameters.id;
  const next = visit.form.get('next');
  try {
    await visit.call(updateTemplate, { template, ...requestFrom(values) });
  } catch (error) {
    const known = await visit.call(getTemplate, { template });
    return await renderEditor(visit, known, { values, failure: correctable(error) });
  }
  if (next !== 'publish') {
    const reader = visit.form.get('reader')?.trim() || undefined;
    return seeOther(pathWith(`/console/templates/${template}`, { done: 'saved', reader }));
  }
  try {
    await visit.call(publishTemplate, { template });
  } catch (error) {
    const saved = await visit.call(getTemplate, { template });
    return await renderEditor(visit, saved, { values: readValues(saved), failure: correctable(error) });
  }
  return seeOther(`/console/templates/${template}?done=published`);
}

export async function remove(visit: Visit): Promise<HttpAnswer> {
  await visit.call(deleteTemplate, { template: visit.parameters.id });
  return seeOther('/console/templates?done=deleted');
}

const noticesDone = {
  saved: 'Saved as a draft.',
  published: 'Published. Your apps now send this version.',
};

async function renderEditor(
  visit: Visit,
  template: TemplateAnswer,
  { values, failure = null }: Editing,
): Promise<HttpAnswer> {
  const { published_version: published, unpublished_changes: isChanged } = template;
  const isPublishing = visit.form.get('next') === 'publish';
  const next = String((published ?? 0) + 1);
  const problems =
    failure === null ? (await visit.call(previewTemplate, { template: template.id })).problems : [];
  const notes =
    rejectedNotice(failure, templateFieldLabels, isPublishing ? 'Not published.' : 'Not saved.') ??
    doneNotice(visit, noticesDone) ??
    problemNotice(problems);
  const publish = isChanged
    ? html`<button type="submit" class="btn main" form="${formId}" name="next" value="publish">Publish version ${next}</button>`
    : null;
  return await page(visit, {
    ...templateHead(template),
    crumb: templatesCrumb,
    sub: html`Saved ${renderTime(template.updated_at, visit.organization.timezone)}`,
    acts: html`<button type="submit" form="${formId}" name="next" value="preview" hidden></button>${linkActs(visit, template)}${publish}`,
    body: split({
      action: templatePath(template),
      notes,
      fields: html`${templateFields(values, faultsByField(failure))}${deletion(template)}`,
      reader: await templatePreview(visit, template.id, {
        form: formId,
        isUnsaved: failure !== null && !isPublishing,
      }),
    }),
    isFlush: true,
    status: failure?.status ?? 200,
  });
}

function problemNotice(problems: readonly string[]): Html | null {
  if (problems.length === 0) return null;
  const text = html`${problems.map((problem) => html`<br>${foreign(asSentence(problem))}`)}`;
  return notice({ state: 'warn', isCalm: true, title: 'Cannot be published yet.', text });
}

function linkActs(visit: Visit, template: TemplateAnswer): Html | null {
  if (template.published_version === null) return null;
  const send = isAdmin(visit)
    ? linkButton(templatePath(template, '/send'), 'Send to one address', { picture: 'send' })
    : null;
  return html`${linkButton(templatePath(template, '/versions'), 'Versions', { picture: 'history' })}${send}`;
}

type Split = { action: string; notes: Html | null; fields: Html; reader: Html };

function split({ action, notes, fields, reader }: Split): Html {
  return html`<div class="split half open"><form method="post" action="${action}" id="${formId}" class="pad">${notes}${fields}</form>
<div class="reader">${reader}</div></div>`;
}

/** Inside the form of the editor, where another form is impossible: the button submits to its own action. */
function deletion(template: TemplateAnswer): Html {
  return html`<button type="button" class="btn danger" command="show-modal" commandfor="delete">${icon('trash')}Delete</button><dialog class="dialog" id="delete" aria-labelledby="delete-title"><h2 id="delete-title">Delete ${quoted(template.name)}?</h2><p>The template and its versions are deleted, and your apps can no longer send it. Active workflows keep the version that they send. You cannot undo this.</p><div class="acts"><button type="button" class="btn" command="close" commandfor="delete">Cancel</button><button type="submit" class="btn danger main" formaction="${templatePath(template, '/delete')}" formnovalidate>Delete template</button></div></dialog>`;
}

async function showReadOnly(visit: Visit, template: TemplateAnswer): Promise<HttpAnswer> {
  const { subject, from, reply_to, preview } = template;
  const facts = factList([
    ['Subject', foreign(subject)],
    preview === null ? null : ['Preview text', foreign(preview)],
    ['From', from === null ? html`The default sender` : foreign(from)],
    reply_to === null ? null : ['Replies go to', foreign(reply_to)],
  ]);
  const variables = template.variables.map(
    ({ name, type, required }) =>
      html`<li><code>{{${name}}}</code><div class="grow">${describeType(type)}<small>${required ? 'Required' : 'Optional'}</small></div></li>`,
  );
  const side = html`${sheet({ title: 'Details', body: facts })}${variables.length === 0 ? null : sheet({ title: 'Placeholders', bare: true, body: html`<ul class="list">${variables}</ul>` })}`;
  return await page(visit, {
    ...templateHead(template),
    crumb: templatesCrumb,
    acts: linkActs(visit, template),
    body: columns(
      sheet({ title: 'Email', bare: true, body: mailFrame(templatePath(template, '/frame')) }),
      side,
    ),
    also: {
      tool: getTemplate,
      input: { template: template.name },
      ask: 'Which values does this template need?',
    },
  });
}
