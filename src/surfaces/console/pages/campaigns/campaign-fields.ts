import { listSegments } from '../../../../../tools/segments/list-segments.ts';
import { getTag } from '../../../../../tools/tags/get-tag.ts';
import { listTags } from '../../../../../tools/tags/list-tags.ts';
import { listTemplates } from '../../../../../tools/templates/list-templates.ts';
import { nameCharactersMax } from '../../../../model/campaign/campaign-input.ts';
import { previewCharactersMax, subjectCharactersMax } from '../../../../model/email/send-body.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { type Html, html } from '../../../public/html.ts';
import { addressCharactersMax, checkbox, choices, selectField, textField } from '../../fields.ts';
import type { FieldFaults } from '../../form-faults.ts';
import { foundOrNull } from '../../found-or-null.ts';
import { icon, sheet } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import { bodyField } from '../templates/mail-body.ts';
import { audienceCounts } from './audience-part.ts';
import type { CampaignAnswer, CampaignValues } from './campaign-form.ts';
import { named } from './campaign-words.ts';

const optionsMax = 100;
type Fields = { values: CampaignValues; known: CampaignAnswer | null; faults: FieldFaults };

export async function editorFields(visit: Visit, fields: Fields): Promise<Html> {
  const { known } = fields;
  return html`${mailFields(fields)}
${await bodyFields(visit, fields)}
${await audienceFields(visit, fields)}
${moreFields(fields)}
${known === null ? null : abTestPart(known)}
${known === null ? null : deleteInEditor(known)}`;
}

function mailFields({ values, faults }: Fields): Html {
  return html`${textField({
    name: 'subject',
    label: 'Subject',
    value: values.subject,
    hint: 'Phones show about 40 characters.',
    fault: faults.get('subject') ?? null,
    charactersMax: subjectCharactersMax,
    isOptional: true,
  })}${textField({
    name: 'preview',
    label: 'Preview text',
    value: values.preview,
    hint: 'Shown after the subject in an inbox.',
    fault: faults.get('preview') ?? null,
    charactersMax: previewCharactersMax,
    isOptional: true,
  })}<div class="two">${textField({
    name: 'fromName',
    label: 'Sender name',
    value: values.fromName,
    fault: faults.get('fromName') ?? null,
    charactersMax: nameCharactersMax,
    isOptional: true,
  })}${textField({
    name: 'fromEmail',
    label: 'Sender address',
    type: 'email',
    value: values.fromEmail,
    hint: 'Leave empty to use the default sender.',
    fault: faults.get('fromEmail') ?? null,
    charactersMax: addressCharactersMax,
    isOptional: true,
  })}</div>`;
}

async function bodyFields(visit: Visit, { values, faults }: Fields): Promise<Html> {
  const placeholders = 'Write {{firstName|there}} to insert a name, and keep a link to {{unsubscribeUrl}}.';
  const fault = faults.get('markdown') ?? faults.get('html') ?? faults.get('content') ?? null;
  return html`${bodyField(values, { placeholders, rows: 16, fault })}${await templateChoice(visit)}`;
}

async function templateChoice(visit: Visit): Promise<Html | null> {
  const { data } = await visit.call(listTemplates, { limit: optionsMax });
  if (data.length === 0) return null;
  const options = data.map(({ id, name }) => html`<option value="${id}">${quoted(name)}</option>`);
  return html`<div class="field"><label for="template">Copy from a template</label><div class="inline"><select id="template" name="template">${options}</select><button type="submit" class="btn" name="next" value="template">Copy its text</button></div></div>`;
}

async function audienceFields(visit: Visit, { values, known, faults }: Fields): Promise<Html> {
  const [segments, tags] = await Promise.all([
    visit.call(listSegments, { limit: optionsMax }),
    tagChoices(visit, [...values.include, ...values.exclude]),
  ]);
  const fault = [...faults].find(([path]) => path.startsWith('audience'))?.[1] ?? null;
  const body = html`${selectField({
    name: 'segmentId',
    label: 'Segment',
    value: values.segmentId,
    options: [
      { value: '', label: 'All subscribers' },
      ...segments.data.map(({ id, name }) => ({ value: id, label: name })),
      ...unlisted(
        values.segmentId,
        segments.data.map(({ id }) => id),
      ),
    ],
    fault,
    isOptional: true,
  })}${tagField('include', 'Only with one of these tags', tags, values.include)}${tagField('exclude', 'Without these tags', tags, values.exclude)}${known?.audience.filter ? checkbox('dropFilter', { label: 'Remove the filter', hint: 'An additional filter was set outside the console. The description below includes it.', isChosen: values.dropFilter }) : null}
${known === null ? html`<p class="quiet">Save the draft to count the recipients.</p>` : await audienceCounts(visit, known)}`;
  return sheet({ title: 'Audience', body });
}

/** A chosen segment beyond the first page stays chosen. */
function unlisted(id: string, listed: readonly string[]): { value: string; label: string }[] {
  return id === '' || listed.includes(id) ? [] : [{ value: id, label: 'The chosen segment' }];
}

type TagChoice = { id: string; name: string };

async function tagChoices(visit: Visit, chosen: readonly string[]): Promise<TagChoice[]> {
  const { data } = await visit.call(listTags, { limit: optionsMax });
  const listed = new Set(data.map(({ id }) => id));
  const others = [...new Set(chosen)].filter((id) => !listed.has(id));
  return [...data, ...(await Promise.all(others.map((id) => findTag(visit, id)))).flat()];
}

async function findTag(visit: Visit, id: string): Promise<TagChoice[]> {
  // A deleted tag is shown, so that the person can remove it.
  return [(await foundOrNull(visit.call(getTag, { tag: id }))) ?? { id, name: 'a deleted tag' }];
}

function tagField(
  name: 'include' | 'exclude',
  title: string,
  tags: readonly TagChoice[],
  chosen: readonly string[],
): Html | null {
  if (tags.length === 0) return null;
  const all = tags.map(({ id, name: label }) => ({ value: id, label, isChosen: chosen.includes(id) }));
  const count = chosen.length === 0 ? '' : `: ${String(chosen.length)} chosen`;
  return html`<details class="field"${chosen.length > 0 ? html` open` : null}><summary>${title}${count}</summary>${choices(name, title, all)}</details>`;
}

const trackingOptions = [
  { value: '', label: 'As set for the domain' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

function moreFields({ values, faults }: Fields): Html {
  return sheet({
    title: 'Settings',
    body: html`${textField({
      name: 'name',
      label: 'Campaign name',
      value: values.name,
      hint: 'Only your team sees it. Leave empty to use the subject.',
      fault: faults.get('name') ?? null,
      charactersMax: nameCharactersMax,
      isOptional: true,
    })}${textField({
      name: 'replyTo',
      label: 'Replies go to',
      value: values.replyTo,
      hint: 'Leave empty to use the sender.',
      fault: faults.get('replyTo') ?? null,
      charactersMax: addressCharactersMax,
      isOptional: true,
    })}<div class="two">${selectField({ name: 'opens', label: 'Count opens', value: values.opens, options: trackingOptions, isOptional: true })}${selectField({ name: 'clicks', label: 'Count clicks', value: values.clicks, options: trackingOptions, isOptional: true })}</div>${textField(
      {
        name: 'perHour',
        label: 'Maximum emails per hour',
        type: 'number',
        value: values.perHour,
        hint: 'Leave empty to send as fast as the server allows.',
        fault: faults.get('throttle.perHour') ?? null,
        isOptional: true,
      },
    )}`,
  });
}

function abTestPart({ abTest }: CampaignAnswer): Html {
  const text =
    abTest === null
      ? 'Send two versions to part of the audience, then the better one to the rest.'
      : `${String(abTest.variants.length)} versions go to ${String(abTest.percent)}% of the audience.`;
  return sheet({
    title: 'A/B test',
    body: html`<p>${text}</p><button type="submit" class="btn" name="next" value="ab-test">${abTest === null ? 'Set up an A/B test' : 'Change the A/B test'}</button>`,
  });
}

/** Buttons inside the form of the editor, where another form is impossible: each submits to its own action. */
function deleteInEditor({ id, name }: CampaignAnswer): Html {
  const path = `/console/campaigns/${id}`;
  return html`<div class="inline"><button type="submit" class="btn" formaction="${path}/duplicate" formnovalidate>${icon('copy')}Duplicate</button><button type="submit" class="btn" formaction="${path}/archive" formnovalidate>${icon('archive')}Archive</button><button type="button" class="btn danger" command="show-modal" commandfor="delete">${icon('trash')}Delete</button><dialog class="dialog" id="delete" aria-labelledby="delete-title"><h2 id="delete-title">Delete ${named(name)}?</h2><p>The draft is deleted. You cannot undo this.</p><div class="acts"><button type="button" class="btn" command="close" commandfor="delete">Cancel</button><button type="submit" class="btn danger main" formaction="${path}/delete" formnovalidate>Delete campaign</button></div></dialog></div>`;
}
