import { createPerson } from '../../../../tools/people/create-person.ts';
import { deletePerson } from '../../../../tools/people/delete-person.ts';
import { getPerson } from '../../../../tools/people/get-person.ts';
import { listPeople } from '../../../../tools/people/list-people.ts';
import { updatePerson } from '../../../../tools/people/update-person.ts';
import { Failure } from '../../../model/failure.ts';
import { invitationSentences } from '../../../model/person/invitation.ts';
import { peoplePerOrganizationMax, personNameCharactersMax } from '../../../model/person/person.ts';
import { personRoles } from '../../../model/person/roles.ts';
import type { HttpAnswer } from '../../http/request-response.ts';
import { type Html, html } from '../../public/html.ts';
import { straight } from '../../public/layout.ts';
import { button, choices, pageNotFound, presenceForm, textField } from '../fields.ts';
import { page, seeOther } from '../layout.ts';
import type { ConsolePage, Visit } from '../page.ts';
import { foreign, renderTime, roleSentences } from '../shown.ts';

export const peoplePages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/people', roles: ['admin'], answer: (visit) => showAll(visit) },
  { method: 'POST', path: '/console/people', roles: ['admin'], answer: add },
  { method: 'GET', path: '/console/people/:id', roles: ['admin'], answer: (visit) => showOne(visit) },
  { method: 'POST', path: '/console/people/:id', roles: ['admin'], answer: change },
  { method: 'POST', path: '/console/people/:id/remove', roles: ['admin'], answer: remove },
];

const addressCharactersMax = 320;

type Values = { name: string; email: string; roles: readonly string[] };
const blank: Values = { name: '', email: '', roles: ['viewer'] };

const notices: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(invitationSentences).map(([status, sentence]) => [
      `added_${status}`,
      `Added. ${sentence}.`,
    ]),
  ),
  changed: 'Changed.',
  removed: 'Removed. Their sessions and passkeys no longer work.',
};

async function showAll(visit: Visit, values = blank, fault: Failure | null = null): Promise<HttpAnswer> {
  const { data } = await visit.call(listPeople, { limit: peoplePerOrganizationMax });
  const zone = visit.organization.timezone;
  const body = html`${noticeOf(visit)}<section class="sheet"><header><h2>People with access</h2></header><div class="pad"><ul class="list">
${data.map(
  ({
    id,
    name,
    email,
    roles,
    last_seen_at,
  }) => html`<li><span><a href="/console/people/${id}">${foreign(name)}</a><br>
<span class="quiet">${email === null ? 'no address' : foreign(email)}</span></span>
<span>${roles.join(', ')}</span>
<span class="quiet">${last_seen_at === null ? 'never signed in' : html`last active ${renderTime(last_seen_at, zone)}`}</span></li>
`,
)}</ul></div></section>
<section class="sheet"><header><h2>Add a person</h2></header><div class="pad">${faultOf(fault)}
${await presenceForm(visit, { action: '/console/people', body: html`${fieldsOf(values)}${button('Add')}` })}</div></section>`;
  return await page(visit, { title: 'People', body, status: fault?.status ?? 200 });
}

async function add(visit: Visit): Promise<HttpAnswer> {
  const values = sentBy(visit);
  if (!(await visit.isPersonPresent())) return await showAll(visit, values, absent);
  try {
    const { invitation } = await visit.call(createPerson, values);
    return seeOther(`/console/people?done=added_${invitation.status}`);
  } catch (error) {
    if (!isCorrectable(error)) throw error;
    return await showAll(visit, values, error);
  }
}

async function showOne(
  visit: Visit,
  values: Values | null = null,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const person = await visit.call(getPerson, { id: visit.parameters.id });
  const { id, name, roles, email } = person;
  const body = html`${noticeOf(visit)}<section class="sheet"><header><h2>Name, address and roles</h2></header><div class="pad">${faultOf(fault)}
${await presenceForm(visit, { action: `/console/people/${id}`, body: html`${fieldsOf(values ?? { name, email: email ?? '', roles }, email === null)}${button('Save')}` })}
<p class="quiet">If you remove a role, they must sign in again.</p></div></section>
<section class="sheet"><header><h2>Remove</h2></header><div class="pad"><p>Their sessions, sign-in links and passkeys stop working immediately. Their past actions stay in the log.</p>
${await presenceForm(visit, { action: `/console/people/${id}/remove`, body: button('Remove this person', { look: '' }) })}</div></section>
<p><a href="/console/people">All people</a></p>`;
  return await page(visit, { title: name, body, status: fault?.status ?? 200 });
}

async function change(visit: Visit): Promise<HttpAnswer> {
  const values = sentBy(visit);
  const { id } = visit.parameters;
  if (!(await visit.isPersonPresent())) return await showOne(visit, values, absent);
  try {
    const { email, ...rest } = values;
    // An admin created on the machine may have no address.
    await visit.call(updatePerson, { id, ...rest, ...(email === '' ? {} : { email }) });
    return seeOther(`/console/people/${id}?done=changed`);
  } catch (error) {
    if (!isCorrectable(error)) throw error;
    return await showOne(visit, values, error);
  }
}

async function remove(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await showOne(visit, null, absent);
  try {
    await visit.call(deletePerson, { id: visit.parameters.id });
    return seeOther('/console/people?done=removed');
  } catch (error) {
    if (!isCorrectable(error)) throw error;
    return await showOne(visit, null, error);
  }
}

function sentBy({ form }: Visit): Values {
  return { name: form.get('name') ?? '', email: form.get('email') ?? '', roles: form.getAll('roles') };
}

const absent = new Failure('restricted_api_key', { message: pageNotFound });

function isCorrectable(error: unknown): error is Failure {
  return error instanceof Failure && (error.failure === 'validation_error' || error.failure === 'conflict');
}

function fieldsOf({ name, email, roles }: Values, isWithoutAddress = false): Html {
  return html`${textField({ name: 'name', label: 'Name', value: straight(name), charactersMax: personNameCharactersMax })}${textField(
    {
      name: 'email',
      label: 'Address',
      type: 'email',
      value: email,
      hint: 'Sign-in links are mailed to this address.',
      isOptional: isWithoutAddress,
      charactersMax: addressCharactersMax,
    },
  )}${choices(
    'roles',
    'Roles',
    personRoles.map((role) => ({
      value: role,
      label: role,
      hint: roleSentences[role],
      isChosen: roles.includes(role),
    })),
  )}`;
}

function faultOf(fault: Failure | null): Html | null {
  return fault && html`<p class="note bad" role="alert">${fault.message}</p>`;
}

function noticeOf({ request }: Visit): Html | null {
  const done = request.query.get('done') ?? '';
  return Object.hasOwn(notices, done) ? html`<p class="note ok" role="status">${notices[done]!}</p>` : null;
}
