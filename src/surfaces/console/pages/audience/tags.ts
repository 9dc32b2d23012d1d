import { listSegments } from '../../../../../tools/segments/list-segments.ts';
import { applyTag } from '../../../../../tools/tags/apply-tag.ts';
import { createTag } from '../../../../../tools/tags/create-tag.ts';
import { deleteTag } from '../../../../../tools/tags/delete-tag.ts';
import { getTag } from '../../../../../tools/tags/get-tag.ts';
import { listTags } from '../../../../../tools/tags/list-tags.ts';
import { updateTag } from '../../../../../tools/tags/update-tag.ts';
import type { Failure } from '../../../../model/failure.ts';
import { tagNameLengthMax } from '../../../../model/subscriber/tag.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, checkbox, dialog, doneNotice, form, selectField, textField } from '../../fields.ts';
import { page, seeOther } from '../../layout.ts';
import { columns, emptyState, linkButton, notice, sheet } from '../../look/parts.ts';
import { filters, lead, olderCursor, pager, pathWith, table } from '../../look/tables.ts';
import { inDigits, inNumber, people, wholeNumberIn } from '../../number-words.ts';
import { type ConsolePage, isAuthor, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { editors, failedNotice, faultAt, readTotal, rowsShown, submitted } from './forms.ts';

const path = '/console/tags';
const descriptionCharactersMax = 500;
const segmentsShown = 100;

export const tagPages: readonly ConsolePage[] = [
  { method: 'GET', path, answer: (visit) => showAll(visit) },
  { method: 'POST', path, roles: editors, answer: create },
  { method: 'GET', path: `${path}/:id`, answer: (visit) => showOne(visit) },
  { method: 'POST', path: `${path}/:id`, roles: editors, answer: change },
  { method: 'POST', path: `${path}/:id/apply`, roles: editors, answer: apply },
  { method: 'POST', path: `${path}/:id/delete`, roles: editors, answer: remove },
];

async function showAll(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const { request, organization } = visit;
  const query = request.query.get('query')?.trim().slice(0, tagNameLengthMax) || undefined;
  const after = request.query.get('after') || undefined;
  const found = await visit.call(listTags, { query, after, limit: rowsShown });
  const total = readTotal(found);
  const rows = found.data.map((tag) => [
    lead(`${path}/${tag.id}`, foreign(tag.name), tag.description && foreign(tag.description)),
    tag.topic ? 'On the preference page' : null,
    inDigits(tag.subscriberCount),
    renderTime(tag.createdAt, organization.timezone),
  ]);
  const listed =
    rows.length === 0
      ? emptyState({
          picture: 'tag',
          title: query === undefined ? 'No tags yet' : 'No matches',
          text: 'A tag groups people, such as newsletter or customer. Campaigns and workflows can use it.',
        })
      : table({
          caption: 'Tags',
          columns: [
            { title: 'Tag', kind: 'lead' },
            { title: 'Topic' },
            { title: 'People', kind: 'n' },
            { title: 'Created', kind: 'n' },
          ],
          rows,
        });
  const adding = sheet({
    title: 'New tag',
    body: form(
      path,
      html`${tagFields({ name: fault === null ? '' : (visit.form.get('name') ?? ''), description: fault === null ? '' : (visit.form.get('description') ?? ''), topic: false }, fault)}${button('Create tag', { look: rows.length === 0 ? 'main' : '' })}`,
    ),
  });
  const main = html`${filters(path, [{ kind: 'search', name: 'query', label: 'Search tags', value: query ?? '', charactersMax: tagNameLengthMax }])}${sheet({ bare: true, body: listed })}${pager(path, { query }, { older: olderCursor(found), isFirst: after === undefined })}`;
  return await page(visit, {
    title: 'Tags',
    crumb: { href: '/console/subscribers', title: 'Subscribers' },
    sub: total === undefined ? null : inNumber(total, 'tag'),
    body: html`${doneNotice(visit, { deleted: 'Tag deleted. The people who had it stay subscribers.' })}${failedNotice(fault)}${isAuthor(visit) ? columns(main, adding) : main}`,
    status: fault?.status ?? 200,
    also: {
      tool: createTag,
      input: { name: 'newsletter' },
      ask: 'Which tags do we have, and how many people have each?',
    },
  });
}

type Fields = { name: string; description: string; topic: boolean };

function tagFields({ name, description, topic }: Fields, fault: Failure | null): Html {
  return html`${textField({ name: 'name', label: 'Name', value: straight(name), charactersMax: tagNameLengthMax, fault: faultAt(fault, 'name') })}${textField(
    {
      name: 'description',
      label: 'Description (optional)',
      value: straight(description),
      charactersMax: descriptionCharactersMax,
      isOptional: true,
      fault: faultAt(fault, 'description'),
    },
  )}${checkbox('topic', { label: 'Let people choose it', hint: 'Shown as a topic on the preference page that each campaign links to.', isChosen: topic })}`;
}

function sentFields({ form: sent }: Visit): Fields {
  return {
    name: sent.get('name')?.trim() ?? '',
    description: sent.get('description')?.trim() ?? '',
    topic: sent.has('topic'),
  };
}

async function create(visit: Visit): Promise<HttpAnswer> {
  const { name, description, topic } = sentFields(visit);
  return await submitted(
    async () => {
      const { id } = await visit.call(createTag, {
        name,
        ...(description && { description }),
        ...(topic && { topic }),
      });
      return seeOther(`${path}/${id}?done=created`);
    },
    (fault) => showAll(visit, fault),
  );
}

async function showOne(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const tag = await visit.call(getTag, { tag: visit.parameters.id });
  const here = `${path}/${tag.id}`;
  const typed = fault !== null && visit.form.has('name') ? sentFields(visit) : null;
  const holders = people(tag.subscriberCount);
  const editing = isAuthor(visit)
    ? columns(
        sheet({
          title: 'Name and description',
          body: form(
            here,
            html`${tagFields(typed ?? { name: tag.name, description: tag.description ?? '', topic: tag.topic }, fault)}${button('Save')}`,
          ),
        }),
        await applySheet(visit, tag),
      )
    : null;
  return await page(visit, {
    title: straight(tag.name),
    heading: foreign(tag.name),
    crumb: { href: path, title: 'Tags' },
    sub: html`<a href="${pathWith('/console/subscribers', { tag: tag.id })}">${holders}</a> ${tag.subscriberCount === 1 ? 'has' : 'have'} this tag.`,
    acts: isAuthor(visit)
      ? dialog('delete', {
          opener: 'Delete tag',
          look: 'danger',
          picture: 'trash',
          title: `Delete the tag ${straight(tag.name)}?`,
          text: `${holders} will lose the tag but stay subscribers. Segments and workflows that use the tag will no longer match anyone by it.`,
          form: form(`${here}/delete`, button(`Delete ${straight(tag.name)}`, { look: 'danger main' })),
        })
      : null,
    body: html`${appliedNotice(visit)}${failedNotice(fault)}${editing}`,
    status: fault?.status ?? 200,
    also: {
      tool: applyTag,
      input: { tag: 'newsletter', segment_id: 'seg_01kb3k7f5d2c8n1r4s6t9v0w3x' },
      ask: `Add a tag to everyone who bought twice this year.`,
    },
  });
}

async function applySheet(visit: Visit, { id, name }: { id: string; name: string }): Promise<Html> {
  const { data } = await visit.call(listSegments, { limit: segmentsShown });
  if (data.length === 0) {
    return sheet({
      title: 'Apply to a segment',
      body: html`<p class="quiet">There are no segments yet. A segment finds people by their attributes, events and reactions.</p>${linkButton('/console/segments/new', 'New segment')}`,
    });
  }
  const options = data.map((segment) => ({
    value: segment.id,
    label: `${straight(segment.name)}${segment.subscriber_count === null ? '' : ` (${inDigits(segment.subscriber_count)})`}`,
  }));
  return sheet({
    title: 'Apply to a segment',
    body: html`${form(
      `${path}/${id}/apply`,
      html`${selectField({ name: 'segment', label: 'Segment', options, hint: `Everyone who is in it now gets the tag ${straight(name)}. Workflows that this tag triggers start.` })}${button('Apply tag', { look: '' })}`,
    )}`,
  });
}

/** The counts are in the URL, because they are known only when the tag was applied. */
function appliedNotice(visit: Visit): Html | null {
  const { query } = visit.request;
  if (query.get('done') !== 'applied') {
    return doneNotice(visit, { created: 'Created.', changed: 'Saved.' });
  }
  const tagged = wholeNumberIn(query.get('tagged'));
  const title = tagged === null ? 'Tagged.' : `Tagged ${people(tagged)}.`;
  const text = query.get('rest') === 'later' ? 'The remaining people are tagged in the background.' : '';
  return notice({ state: 'ok', title, text, isCalm: true });
}

async function change(visit: Visit): Promise<HttpAnswer> {
  const { name, description, topic } = sentFields(visit);
  return await submitted(
    async () => {
      const { id } = await visit.call(updateTag, { tag: visit.parameters.id, name, description, topic });
      return seeOther(`${path}/${id}?done=changed`);
    },
    (fault) => showOne(visit, fault),
  );
}

async function apply(visit: Visit): Promise<HttpAnswer> {
  const { id } = await visit.call(getTag, { tag: visit.parameters.id });
  return await submitted(
    async () => {
      const { tagged, complete } = await visit.call(applyTag, {
        tag: id,
        segment_id: visit.form.get('segment') ?? '',
      });
      return seeOther(
        pathWith(`${path}/${id}`, {
          done: 'applied',
          tagged: String(tagged),
          ...(!complete && { rest: 'later' }),
        }),
      );
    },
    (fault) => showOne(visit, fault),
  );
}

async function remove(visit: Visit): Promise<HttpAnswer> {
  return await submitted(
    async () => {
      await visit.call(deleteTag, { tag: visit.parameters.id });
      return seeOther(`${path}?done=deleted`);
    },
    (fault) => showOne(visit, fault),
  );
}
