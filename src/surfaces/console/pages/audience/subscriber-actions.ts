/** Changes to one person: their fields, tags and state, their data as a file, and their erasure. */
import { exportSubscriber } from '../../../../../tools/exports/export-subscriber.ts';
import { addSubscriberTags } from '../../../../../tools/subscribers/add-subscriber-tags.ts';
import { createSubscriber } from '../../../../../tools/subscribers/create-subscriber.ts';
import { deleteSubscriber } from '../../../../../tools/subscribers/delete-subscriber.ts';
import { getSubscriber } from '../../../../../tools/subscribers/get-subscriber.ts';
import { removeSubscriberTags } from '../../../../../tools/subscribers/remove-subscriber-tags.ts';
import { unsubscribeSubscriber } from '../../../../../tools/subscribers/unsubscribe-subscriber.ts';
import { updateSubscriber } from '../../../../../tools/subscribers/update-subscriber.ts';
import { type Failure, invalidField } from '../../../../model/failure.ts';
import type { AttributeValue } from '../../../../model/subscriber/subscriber.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, form, hiddenField, presenceForm, textField } from '../../fields.ts';
import { passkeyMissing } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { linkButton, notice, sheet } from '../../look/parts.ts';
import type { ConsolePage, Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import { editors, failedNotice, faultAt, listIn, submitted } from './forms.ts';
import { path, showPerson } from './subscriber.ts';
import { fullName, type ShownSubscriber } from './subscribers.ts';

export const subscriberActionPages: readonly ConsolePage[] = [
  { method: 'GET', path: `${path}/:id/edit`, roles: editors, answer: (visit) => showEdit(visit) },
  { method: 'POST', path: `${path}/:id/edit`, roles: editors, answer: edit },
  { method: 'POST', path: `${path}/:id/tag`, roles: editors, answer: tag },
  { method: 'POST', path: `${path}/:id/untag`, roles: editors, answer: untag },
  { method: 'POST', path: `${path}/:id/unsubscribe`, roles: editors, answer: unsubscribe },
  { method: 'POST', path: `${path}/:id/resubscribe`, roles: editors, answer: resubscribe },
  { method: 'POST', path: `${path}/:id/export`, answer: download },
  { method: 'GET', path: `${path}/:id/erase`, roles: editors, answer: (visit) => showErase(visit) },
  { method: 'POST', path: `${path}/:id/erase`, roles: editors, answer: erase },
];

const plainFields = ['email', 'firstName', 'lastName', 'timezone', 'locale', 'externalId'] as const;
type PlainField = (typeof plainFields)[number];

/** Rows for new attributes. */
const blankRows = 2;

async function read(visit: Visit): Promise<ShownSubscriber> {
  return await visit.call(getSubscriber, { subscriber: visit.parameters.id });
}

async function showEdit(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const person = await read(visit);
  const typed = (name: string): string | null => (fault === null ? null : visit.form.get(name));
  const plain = (name: PlainField, label: string, hint?: string): Html =>
    textField({
      name,
      label,
      type: name === 'email' ? 'email' : 'text',
      value: typed(name) ?? person[name] ?? '',
      isOptional: name !== 'email',
      fault: faultAt(fault, name),
      ...(hint !== undefined && { hint }),
    });
  const known = Object.entries(person.attributes).map(
    ([name, value], index) =>
      html`${hiddenField(`name.${index}`, name)}${textField({ name: `value.${index}`, label: straight(name), value: typed(`value.${index}`) ?? shownValue(value), isOptional: true })}`,
  );
  const amount = known.length;
  const fresh = Array.from({ length: blankRows }, (_, row) => {
    const index = amount + row;
    return html`<div class="two">${textField({ name: `name.${index}`, label: 'New attribute', value: typed(`name.${index}`) ?? '', isOptional: true })}${textField({ name: `value.${index}`, label: 'Value', value: typed(`value.${index}`) ?? '', isOptional: true })}</div>`;
  });
  const fields = html`<div class="two">${plain('firstName', 'First name')}${plain('lastName', 'Last name')}</div>
${plain('email', 'Address')}
<div class="two">${plain('timezone', 'Time zone', 'Such as Europe/London')}${plain('locale', 'Language', 'Such as en or pt-BR')}</div>
${plain('externalId', 'Your ID for the person', 'The id of this person in your own system')}
${known}${fresh}<p class="small quiet">Clear a value to remove its attribute.</p>
${button('Save')} ${linkButton(`${path}/${person.id}`, 'Cancel')}`;
  return await page(visit, {
    title: `Edit ${straight(person.email)}`,
    heading: html`Edit ${fullName(person) ?? foreign(person.email)}`,
    crumb: { href: `${path}/${person.id}`, title: straight(person.email) },
    body: html`${failedNotice(fault)}${sheet({ body: form(`${path}/${person.id}/edit`, fields) })}`,
    status: fault?.status ?? 200,
    also: {
      tool: updateSubscriber,
      input: { subscriber: 'ada@example.com', firstName: 'Ada', attributes: { plan: 'pro' } },
      ask: 'Set the plan of ada@example.com to pro.',
    },
  });
}

function shownValue(value: AttributeValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? '' : String(value);
}

async function edit(visit: Visit): Promise<HttpAnswer> {
  const person = await read(visit);
  return await submitted(
    async () => {
      const changes: Record<string, unknown> = {};
      for (const name of plainFields) {
        const typed = visit.form.get(name)?.trim();
        if (typed !== undefined && typed !== (person[name] ?? ''))
          changes[name] = typed === '' ? null : typed;
      }
      if (changes.email === null) throw invalidField('email', 'is required', 'required');
      const attributes = changedAttributes(visit.form, person.attributes);
      if (Object.keys(attributes).length > 0) changes.attributes = attributes;
      await visit.call(updateSubscriber, { subscriber: person.id, ...changes });
      return seeOther(`${path}/${person.id}?done=changed`);
    },
    (fault) => showEdit(visit, fault),
  );
}

function changedAttributes(
  sent: URLSearchParams,
  known: ShownSubscriber['attributes'],
): Record<string, AttributeValue> {
  const changed: Record<string, AttributeValue> = {};
  for (const [field, name] of sent) {
    if (!field.startsWith('name.') || name.trim() === '') continue;
    const text = sent.get(`value.${field.slice('name.'.length)}`)?.trim() ?? '';
    const before = Object.hasOwn(known, name) ? known[name]! : null;
    if (text === shownValue(before)) continue;
    changed[name.trim()] = typedValue(text, before);
  }
  return changed;
}

const numberShape = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/u;

/** Keeps the type of the value before; a new value is a number only if it looks like one. */
function typedValue(text: string, before: AttributeValue): AttributeValue {
  if (text === '') return null;
  if (typeof before === 'boolean' && ['yes', 'no', 'true', 'false'].includes(text.toLowerCase())) {
    return text.toLowerCase() === 'yes' || text.toLowerCase() === 'true';
  }
  return typeof before !== 'string' && numberShape.test(text) ? Number(text) : text;
}

/** Changes the person and returns to their page. */
async function changed(
  visit: Visit,
  done: string,
  act: (id: string) => Promise<unknown>,
): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  return await submitted(
    async () => {
      await act(id!);
      return seeOther(`${path}/${encodeURIComponent(id!)}?done=${done}`);
    },
    (fault) => showPerson(visit, fault),
  );
}

async function tag(visit: Visit): Promise<HttpAnswer> {
  const tags = listIn(visit.form.get('tags') ?? '');
  return await changed(visit, 'tagged', (subscriber) => visit.call(addSubscriberTags, { subscriber, tags }));
}

async function untag(visit: Visit): Promise<HttpAnswer> {
  const tags = [visit.form.get('tag') ?? ''];
  return await changed(visit, 'untagged', (subscriber) =>
    visit.call(removeSubscriberTags, { subscriber, tags }),
  );
}

async function unsubscribe(visit: Visit): Promise<HttpAnswer> {
  const reason = visit.form.get('reason')?.trim();
  return await changed(visit, 'unsubscribed', (subscriber) =>
    visit.call(unsubscribeSubscriber, { subscriber, ...(reason && { reason }) }),
  );
}

async function resubscribe(visit: Visit): Promise<HttpAnswer> {
  const { email } = await read(visit);
  const source = visit.form.get('source')?.trim() ?? '';
  return await changed(visit, 'resubscribed', () =>
    visit.call(createSubscriber, { email, resubscribe: true, ...(source && { consent: { source } }) }),
  );
}

/** The link works on this server under any of its names, so only its path is used. */
export function downloadAt(url: string): HttpAnswer {
  const { pathname, search } = new URL(url);
  return seeOther(`${pathname}${search}`);
}

async function download(visit: Visit): Promise<HttpAnswer> {
  const { url } = await visit.call(exportSubscriber, { subscriber: visit.parameters.id });
  return downloadAt(url);
}

async function showErase(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const person = await read(visit);
  const { id, email } = person;
  const name = straight([person.firstName, person.lastName].filter(Boolean).join(' ') || email);
  const fields = html`${textField({ name: 'address', label: 'Type the address to confirm', placeholder: straight(email), fault: faultAt(fault, 'address') })}${button(`Erase ${name}`, { look: 'danger main', picture: 'trash' })} ${linkButton(`${path}/${id}`, 'Cancel')}`;
  const body = html`${failedNotice(fault)}${notice({ state: 'warn', title: 'You cannot undo this.', text: 'Counts in reports stay. A record of the erasure stays too, so that no import adds this person again.' })}
${sheet({ body: html`<p>This deletes ${foreign(email)}: the name, attributes, tags, events and timeline, and the content of all mail to this person.</p><p>To stop only campaigns, unsubscribe the person instead. To keep a copy, download all data first.</p><div class="section0">${await presenceForm(visit, { action: `${path}/${id}/erase`, body: fields })}</div>` })}`;
  return await page(visit, {
    title: `Erase ${name}?`,
    crumb: { href: `${path}/${id}`, title: straight(email) },
    body,
    status: fault?.status ?? 200,
    also: {
      tool: deleteSubscriber,
      input: { subscriber: 'ada@example.com' },
      ask: 'Erase ada@example.com and everything about her.',
    },
  });
}

async function erase(visit: Visit): Promise<HttpAnswer> {
  const { id, email } = await read(visit);
  return await submitted(
    async () => {
      if (!(await visit.isPersonPresent())) throw passkeyMissing();
      if (visit.form.get('address')?.trim().toLowerCase() !== email.toLowerCase()) {
        throw invalidField('address', 'is not the address of this person');
      }
      await visit.call(deleteSubscriber, { subscriber: id });
      return seeOther(`${path}?done=erased`);
    },
    (fault) => showErase(visit, fault),
  );
}
