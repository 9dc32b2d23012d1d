import type { z } from 'zod';
import { listSegments } from '../../../../../tools/segments/list-segments.ts';
import { createSubscriber } from '../../../../../tools/subscribers/create-subscriber.ts';
import { listSubscribers } from '../../../../../tools/subscribers/list-subscribers.ts';
import { listTags } from '../../../../../tools/tags/list-tags.ts';
import type { Failure } from '../../../../model/failure.ts';
import { type Subscriber, subscriberStatuses } from '../../../../model/subscriber/subscriber.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, checkbox, doneNotice, form, textField } from '../../fields.ts';
import { page, seeOther } from '../../layout.ts';
import { emptyState, linkButton, notice, sheet, stateBadge } from '../../look/parts.ts';
import { filters, lead, olderCursor, pager, table } from '../../look/tables.ts';
import { inNumber } from '../../number-words.ts';
import { type ConsolePage, isAuthor, type NavEntry, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import {
  editors,
  failedNotice,
  faultAt,
  listIn,
  queryCharactersMax,
  readTotal,
  rowsShown,
  submitted,
} from './forms.ts';
import { subscriberStates } from './subscriber-states.ts';

const path = '/console/subscribers';

export const subscriberListPages: readonly ConsolePage[] = [
  { method: 'GET', path, answer: showAll },
  { method: 'GET', path: `${path}/new`, roles: editors, answer: (visit) => showNew(visit) },
  { method: 'POST', path: `${path}/new`, roles: editors, answer: add },
];

export const subscribersEntry: NavEntry = {
  href: path,
  title: 'Subscribers',
  picture: 'people',
  group: 'Audience',
};

export type ShownSubscriber = z.output<typeof Subscriber>;

const notices = { erased: 'Erased.' };

async function showAll(visit: Visit): Promise<HttpAnswer> {
  const { request, organization } = visit;
  const asked = (name: string): string | undefined =>
    request.query.get(name)?.trim().slice(0, queryCharactersMax) || undefined;
  const status = subscriberStatuses.find((one) => one === asked('status'));
  const filter = { query: asked('query'), status, tag: asked('tag'), segment: asked('segment') };
  const after = asked('after');
  const input = { ...filter, after, limit: rowsShown };
  const [found, segments, tags] = await Promise.all([
    visit.call(listSubscribers, input),
    visit.call(listSegments, { limit: choicesShown }),
    visit.call(listTags, { limit: choicesShown }),
  ]);
  const isListed = tags.data.some(({ id }) => id === filter.tag);
  const total = readTotal(found);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const body = html`${doneNotice(visit, notices)}${unknownNotice(found.warnings)}
${filters(path, [
  {
    kind: 'search',
    name: 'query',
    label: 'Search addresses and names',
    value: filter.query ?? '',
    charactersMax: queryCharactersMax,
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    value: status ?? '',
    choices: [
      { value: '', title: 'Any state' },
      ...subscriberStatuses.map((value) => ({ value, title: subscriberStates[value].text })),
    ],
  },
  {
    kind: 'choice',
    name: 'tag',
    label: 'Tag',
    value: filter.tag ?? '',
    choices: [
      { value: '', title: 'Any tag' },
      ...(filter.tag === undefined || isListed ? [] : [{ value: filter.tag, title: filter.tag }]),
      ...tags.data.map(({ id, name }) => ({ value: id, title: name })),
    ],
  },
  {
    kind: 'choice',
    name: 'segment',
    label: 'Segment',
    value: filter.segment ?? '',
    choices: [
      { value: '', title: 'Any segment' },
      ...segments.data.map(({ id, name }) => ({ value: id, title: name })),
    ],
  },
])}
${sheet({ bare: true, body: found.data.length === 0 ? emptyList(visit, isFiltered) : rows(found.data, organization.timezone) })}
${pager(path, filter, { older: olderCursor(found), isFirst: after === undefined })}`;
  return await page(visit, {
    title: 'Subscribers',
    sub:
      total === undefined
        ? null
        : inNumber(total, isFiltered ? 'match' : 'person', isFiltered ? 'matches' : 'people'),
    acts: html`${linkButton('/console/tags', 'Tags', { picture: 'tag' })}${linkButton('/console/exports', 'Export', { picture: 'download' })}${isAuthor(visit) ? linkButton(`${path}/new`, 'Add a person', { look: 'main', picture: 'add' }) : null}`,
    body,
    also: {
      tool: listSubscribers,
      input: { status: status ?? 'active', limit: rowsShown },
      ask: 'Who subscribed this week?',
    },
  });
}

/** Choices of a select. More segments and tags are reached from their own lists. */
const choicesShown = 100;

function unknownNotice(warnings: readonly string[] = []): Html | null {
  return warnings.length === 0
    ? null
    : notice({
        state: 'warn',
        title: 'The tag or segment of this filter does not exist.',
        text: 'Choose another tag or segment.',
      });
}

function emptyList(visit: Visit, isFiltered: boolean): Html {
  if (isFiltered) {
    return emptyState({
      picture: 'search',
      title: 'No matches',
      text: 'No subscriber matches these filters.',
      actions: linkButton(path, 'Show everyone'),
    });
  }
  return emptyState({
    picture: 'people',
    title: 'No subscribers yet',
    text: 'Subscribers are the people who can get your campaigns. Import a list, or add one person.',
    actions: isAuthor(visit)
      ? html`${linkButton('/console/imports/new', 'Import a list', { look: 'main', picture: 'import' })}${linkButton(`${path}/new`, 'Add a person')}`
      : null,
  });
}

export function rows(people: readonly ShownSubscriber[], timeZone: string): Html {
  return table({
    caption: 'Subscribers',
    columns: [
      { title: 'Person', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'Tags' },
      { title: 'Joined', kind: 'n' },
    ],
    rows: people.map((person) => [
      lead(
        `${path}/${person.id}`,
        fullName(person) ?? foreign(person.email),
        fullName(person) && foreign(person.email),
      ),
      stateBadge(subscriberStates[person.status]),
      person.tags.length === 0
        ? null
        : html`${person.tags.slice(0, tagsShown).map(({ name }) => html`<span class="tag">${foreign(name)}</span> `)}${person.tags.length > tagsShown ? `+${person.tags.length - tagsShown}` : null}`,
      renderTime(person.createdAt, timeZone),
    ]),
  });
}

const tagsShown = 3;

/** Returns null without a name. */
export function fullName({
  firstName,
  lastName,
}: Pick<ShownSubscriber, 'firstName' | 'lastName'>): Html | null {
  const name = [firstName, lastName].filter((part) => part?.trim()).join(' ');
  return name === '' ? null : foreign(name);
}

type Typed = { email: string; firstName: string; lastName: string; tags: string; source: string };
const blank: Typed = { email: '', firstName: '', lastName: '', tags: '', source: '' };

async function showNew(
  visit: Visit,
  typed: Typed = blank,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const { doubleOptIn } = visit.organization;
  const fields = html`${textField({ name: 'email', label: 'Address', type: 'email', value: typed.email, fault: faultAt(fault, 'email') })}
<div class="two">${textField({ name: 'firstName', label: 'First name', value: typed.firstName, isOptional: true, fault: faultAt(fault, 'firstName') })}${textField({ name: 'lastName', label: 'Last name', value: typed.lastName, isOptional: true, fault: faultAt(fault, 'lastName') })}</div>
${textField({ name: 'tags', label: 'Tags', value: typed.tags, hint: 'Separate several with commas. Tags that do not exist yet are created.', isOptional: true, fault: faultAt(fault, 'tags') })}
${textField({ name: 'source', label: 'How did they agree to get mail?', value: typed.source, hint: 'For example: sign-up sheet at the May fair. Kept as the proof of consent.', isOptional: true, fault: faultAt(fault, 'consent') })}
${doubleOptIn ? null : checkbox('confirm', { label: 'Ask them to confirm first', hint: 'They get an email with a link, and receive campaigns only after they follow it.' })}
${doubleOptIn ? html`<p class="help">They get an email with a link, and receive campaigns only after they follow it.</p>` : null}
${button('Add person')}`;
  return await page(visit, {
    title: 'Add a person',
    crumb: { href: path, title: 'Subscribers' },
    body: html`${failedNotice(fault)}${sheet({ body: form(`${path}/new`, fields) })}`,
    status: fault?.status ?? 200,
    also: {
      tool: createSubscriber,
      input: { email: 'ada@example.com', firstName: 'Ada', tags: ['newsletter'] },
      ask: 'Add ada@example.com to the newsletter. She signed up at the May fair.',
    },
  });
}

async function add(visit: Visit): Promise<HttpAnswer> {
  const given = (name: string): string => visit.form.get(name)?.trim() ?? '';
  const typed = {
    email: given('email'),
    firstName: given('firstName'),
    lastName: given('lastName'),
    tags: given('tags'),
    source: given('source'),
  };
  return await submitted(
    async () => {
      const tags = listIn(typed.tags);
      const { id } = await visit.call(createSubscriber, {
        email: typed.email,
        ...(typed.firstName && { firstName: typed.firstName }),
        ...(typed.lastName && { lastName: typed.lastName }),
        ...(tags.length > 0 && { tags }),
        ...(typed.source && { consent: { source: typed.source } }),
        ...(given('confirm') && { doubleOptIn: true }),
      });
      return seeOther(`${path}/${id}?done=added`);
    },
    (fault) => showNew(visit, typed, fault),
  );
}
