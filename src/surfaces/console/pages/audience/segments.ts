import { createSegment } from '../../../../../tools/segments/create-segment.ts';
import { deleteSegment } from '../../../../../tools/segments/delete-segment.ts';
import { getSegment } from '../../../../../tools/segments/get-segment.ts';
import { listSegments } from '../../../../../tools/segments/list-segments.ts';
import { updateSegment } from '../../../../../tools/segments/update-segment.ts';
import { Failure, invalidField } from '../../../../model/failure.ts';
import type { Rule } from '../../../../model/segment/rule.ts';
import { objectNames } from '../../../../store/records/instance/object-names.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, dialog, doneNotice, form } from '../../fields.ts';
import { page, seeOther } from '../../layout.ts';
import { emptyState, icon, linkButton, list, sheet } from '../../look/parts.ts';
import { lead, olderCursor, pager, pathWith, table } from '../../look/tables.ts';
import { inDigits, people } from '../../number-words.ts';
import { type ConsolePage, isAuthor, type NavEntry, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { editors, failedNotice, rowsShown, submitted } from './forms.ts';
import { builder, readAdded, readRuleNames } from './segment-builder.ts';
import { type Rows, readJson, rowsFromForm, rowsFromRule, ruleFromRows } from './segment-rules.ts';
import { describeRule, type RuleNames } from './segment-words.ts';

const path = '/console/segments';

export const segmentPages: readonly ConsolePage[] = [
  { method: 'GET', path, answer: showAll },
  { method: 'GET', path: `${path}/new`, roles: editors, answer: (visit) => showNew(visit) },
  { method: 'POST', path: `${path}/new`, roles: editors, answer: create },
  { method: 'GET', path: `${path}/:id`, answer: (visit) => showOne(visit) },
  { method: 'POST', path: `${path}/:id`, roles: editors, answer: change },
  { method: 'POST', path: `${path}/:id/delete`, roles: editors, answer: remove },
];

export const segmentsEntry: NavEntry = {
  href: path,
  title: 'Segments',
  picture: 'segment',
  group: 'Audience',
};

async function showAll(visit: Visit): Promise<HttpAnswer> {
  const { request, organization } = visit;
  const after = request.query.get('after') || undefined;
  const found = await visit.call(listSegments, { after, limit: rowsShown });
  const names = await readRuleNames(
    visit,
    found.data.map(({ rule }) => rule as Rule),
  );
  const rows = found.data.map((segment) => [
    lead(`${path}/${segment.id}`, foreign(segment.name), foreign(shortly(segment.rule as Rule, names))),
    segment.subscriber_count === null ? 'Counting' : inDigits(segment.subscriber_count),
    renderTime(segment.updated_at, organization.timezone),
  ]);
  const create = isAuthor(visit)
    ? linkButton(`${path}/new`, 'New segment', { look: 'main', picture: 'add' })
    : null;
  const body =
    rows.length === 0
      ? emptyState({
          picture: 'segment',
          title: 'No segments yet',
          text: 'A segment finds people by rules, such as everyone in Leeds who opened an email this month. Campaigns can be sent to it.',
          actions: create,
        })
      : table({
          caption: 'Segments',
          columns: [
            { title: 'Segment', kind: 'lead' },
            { title: 'People', kind: 'n' },
            { title: 'Changed', kind: 'n' },
          ],
          rows,
        });
  return await page(visit, {
    title: 'Segments',
    sub: 'People found by rules. A segment always contains everyone who matches now.',
    acts: rows.length === 0 ? null : create,
    body: html`${doneNotice(visit, { deleted: 'Segment deleted. The people in it stay subscribers.' })}${sheet({ bare: true, body })}${pager(path, {}, { older: olderCursor(found), isFirst: after === undefined })}`,
    also: { tool: listSegments, input: {}, ask: 'Which segments do we have, and how large are they?' },
  });
}

const sentenceCharactersMax = 120;

function shortly(rule: Rule, names: RuleNames): string {
  const whole = describeRule(rule, names);
  return whole.length > sentenceCharactersMax ? `${whole.slice(0, sentenceCharactersMax)}…` : whole;
}

/** @param given rows of a form that was sent */
async function showNew(
  visit: Visit,
  given: Rows = { match: 'all', rows: [] },
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const built = await builder(visit, {
    action: `${path}/new`,
    rows: given,
    name: visit.form.get('name') ?? '',
    fault,
    saveText: 'Save segment',
  });
  return await page(visit, {
    title: 'New segment',
    crumb: { href: path, title: 'Segments' },
    body: html`${failedNotice(fault)}${built}`,
    status: fault?.status ?? 200,
    also: {
      tool: createSegment,
      input: { name: 'Readers in Leeds', rule: { field: 'attributes.city', operator: 'eq', value: 'Leeds' } },
      ask: 'Create a segment of everyone in Leeds who opened an email in the last 30 days.',
    },
  });
}

async function create(visit: Visit): Promise<HttpAnswer> {
  return await acted(visit, {
    again: (rows, fault) => showNew(visit, rows, fault),
    async save(name, rule) {
      const { id } = await visit.call(createSegment, { name, rule });
      return seeOther(`${path}/${id}?done=created`);
    },
  });
}

async function showOne(
  visit: Visit,
  given: Rows | null = null,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const segment = await visit.call(getSegment, { segmentId: visit.parameters.id });
  const rule = segment.rule as Rule;
  const names = await readRuleNames(visit, [rule]);
  const name = straight(segment.name);
  const size =
    segment.subscriber_count === null
      ? html`The people are being counted. Reload the page in a moment.`
      : html`<a href="${pathWith('/console/subscribers', { segment: segment.id })}">${people(segment.subscriber_count)}</a> ${segment.subscriber_count === 1 ? 'matches' : 'match'} now.`;
  const main = isAuthor(visit)
    ? await builder(visit, {
        action: `${path}/${segment.id}`,
        rows: given ?? rowsFromRule(rule, names),
        name: visit.form.get('name') ?? segment.name,
        fault,
        saveText: 'Save changes',
      })
    : sheet({ title: 'Rules', body: html`<p>${foreign(describeRule(rule, names))}</p>` });
  return await page(visit, {
    title: name,
    heading: foreign(segment.name),
    crumb: { href: path, title: 'Segments' },
    sub: size,
    acts: isAuthor(visit)
      ? dialog('delete', {
          opener: 'Delete segment',
          look: 'danger',
          picture: 'trash',
          title: `Delete the segment ${name}?`,
          text: 'The people in it stay subscribers. Draft campaigns to this segment need another audience.',
          form: form(`${path}/${segment.id}/delete`, button(`Delete ${name}`, { look: 'danger main' })),
        })
      : null,
    body: html`${doneNotice(visit, { created: 'Saved.', changed: 'Saved.' })}${failedNotice(fault)}${main}${await usedBy(visit, segment.used_by ?? [])}`,
    status: fault?.status ?? 200,
    also: {
      tool: getSegment,
      input: { segmentId: 'seg_01kb3k7f5d2c8n1r4s6t9v0w3x' },
      ask: 'How many people are in the segment “Readers in Leeds”?',
    },
  });
}

type User = { object: 'campaign' | 'workflow'; id: string };

async function usedBy({ engine, organization }: Visit, users: readonly User[]): Promise<Html | null> {
  if (users.length === 0) return null;
  const ids = users.map(({ id }) => id);
  const names = await objectNames(engine.store.database.reader, organization.key, ids);
  return sheet({
    title: 'Used by',
    bare: true,
    body: list(
      users.map(({ object, id }) => ({
        sign: icon(object),
        body: html`<a href="/console/${object}s/${id}">${foreign(names.get(id)?.name ?? 'without a name')}</a><small>${object === 'campaign' ? 'Campaign, scheduled or sending' : 'Workflow, starts when someone enters the segment'}</small>`,
      })),
    ),
  });
}

async function change(visit: Visit): Promise<HttpAnswer> {
  const segmentId = visit.parameters.id;
  return await acted(visit, {
    again: (rows, fault) => showOne(visit, rows, fault),
    async save(name, rule) {
      await visit.call(updateSegment, { segmentId, name, rule });
      return seeOther(`${path}/${segmentId}?done=changed`);
    },
  });
}

async function remove(visit: Visit): Promise<HttpAnswer> {
  return await submitted(
    async () => {
      await visit.call(deleteSegment, { segmentId: visit.parameters.id });
      return seeOther(`${path}?done=deleted`);
    },
    (fault) => showOne(visit, null, fault),
  );
}

type Acts = {
  again(rows: Rows, fault: Failure | null): Promise<HttpAnswer>;
  save(name: string, rule: Rule): Promise<HttpAnswer>;
};

/** Every button of the builder submits the whole form. Only `save` changes the segment. */
async function acted(visit: Visit, { again, save }: Acts): Promise<HttpAnswer> {
  const { form: sent } = visit;
  const sentRows = rowsFromForm(sent);
  const { match, rows } = sentRows;
  const [action = '', index] = (sent.get('action') ?? '').split('.');
  if (action === 'remove') {
    return await again({ match, rows: rows.filter((_, at) => at !== Number(index)) }, null);
  }
  if (action === 'add') {
    const read = readAdded(sent);
    if (read instanceof Failure) return await again(sentRows, read);
    return await again({ match, rows: [...rows, { kind: 'comparison', value: '', ...read }] }, null);
  }
  if (action === 'use') {
    const rule = readJson(sent.get('json') ?? '');
    if (typeof rule === 'string') return await again(sentRows, invalidField('json', rule));
    return await again(rowsFromRule(rule, await readRuleNames(visit, [rule])), null);
  }
  if (action !== 'save') return await again(sentRows, null);
  const rule = ruleFromRows(sentRows);
  if (rule === null) return await again(sentRows, invalidField('add', 'is missing: add at least one'));
  return await submitted(
    () => save(sent.get('name')?.trim() ?? '', rule),
    (fault) => again(sentRows, fault),
  );
}
