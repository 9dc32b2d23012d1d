import { createPerson } from '../../../../../tools/people/create-person.ts';
import { deletePerson } from '../../../../../tools/people/delete-person.ts';
import { getPerson } from '../../../../../tools/people/get-person.ts';
import { listPeople } from '../../../../../tools/people/list-people.ts';
import { updatePerson } from '../../../../../tools/people/update-person.ts';
import type { Failure } from '../../../../model/failure.ts';
import { invitationSentences } from '../../../../model/person/invitation.ts';
import { peoplePerOrganizationMax, personNameCharactersMax } from '../../../../model/person/person.ts';
import { personRoles } from '../../../../model/person/roles.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import {
  addressCharactersMax,
  button,
  choices,
  dialog,
  doneNotice,
  presenceForm,
  textField,
} from '../../fields.ts';
import { correctable, faultsByField, passkeyMissing, rejectedNotice } from '../../form-faults.ts';
import { seeOther } from '../../layout.ts';
import { sheet } from '../../look/parts.ts';
import { lead, table } from '../../look/tables.ts';
import { capitalize } from '../../number-words.ts';
import type { ConsolePage, Visit } from '../../page.ts';
import { foreign, renderTime, roleSentences } from '../../shown.ts';
import { settingsPage, settingsPath } from './settings-frame.ts';

const here = `${settingsPath}/team`;

export const teamPages: readonly ConsolePage[] = [
  { method: 'GET', path: here, roles: ['admin'], answer: (visit) => showAll(visit) },
  { method: 'POST', path: here, roles: ['admin'], answer: add },
  { method: 'GET', path: `${here}/:id`, roles: ['admin'], answer: (visit) => showOne(visit) },
  { method: 'POST', path: `${here}/:id`, roles: ['admin'], answer: change },
  { method: 'POST', path: `${here}/:id/remove`, roles: ['admin'], answer: remove },
];

const labels = { name: 'Name', email: 'Email', roles: 'Roles' };

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
  const people = table({
    caption: 'People with access',
    columns: [
      { title: 'Person', kind: 'lead' },
      { title: 'Roles', kind: 'val' },
      { title: 'Last active', kind: 'n' },
    ],
    rows: data.map(({ id, name, email, roles, last_seen_at }) => [
      lead(`${here}/${id}`, foreign(name), email === null ? 'no address' : foreign(email)),
      roleNames(roles),
      last_seen_at === null
        ? html`<span class="quiet">Never signed in</span>`
        : renderTime(last_seen_at, zone),
    ]),
  });
  const inviting = await presenceForm(visit, {
    action: here,
    body: html`${fieldsOf(values, fault)}${button('Invite', { picture: 'send' })}`,
  });
  const body = html`${doneNotice(visit, notices)}${rejectedNotice(fault, labels, 'Not added.')}${sheet({ title: 'People', count: data.length, bare: true, body: people })}${sheet(
    { title: 'Invite a colleague', id: 'invite', body: inviting },
  )}`;
  return await settingsPage(visit, {
    title: 'Team',
    body,
    ...(data.length > peopleBeforeForm && {
      acts: html`<a class="btn" href="#invite">Invite a colleague</a>`,
    }),
    status: fault?.status ?? 200,
  });
}

/** A longer list hides the form below it. */
const peopleBeforeForm = 6;

async function add(visit: Visit): Promise<HttpAnswer> {
  const values = sentBy(visit);
  if (!(await visit.isPersonPresent())) return await showAll(visit, values, passkeyMissing());
  try {
    const { invitation } = await visit.call(createPerson, values);
    return seeOther(`${here}?done=added_${invitation.status}`);
  } catch (error) {
    return await showAll(visit, values, correctable(error));
  }
}

async function showOne(
  visit: Visit,
  values: Values | null = null,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const person = await visit.call(getPerson, { id: visit.parameters.id });
  const { id, name, roles, email } = person;
  const saving = await presenceForm(visit, {
    action: `${here}/${id}`,
    body: html`${fieldsOf(values ?? { name, email: email ?? '', roles }, fault, email === null)}${button('Save')}`,
  });
  const removing = dialog('remove', {
    opener: 'Remove from the team',
    look: 'danger',
    picture: 'personLeft',
    title: `Remove ${straight(name)}?`,
    text: 'Their sessions, sign-in links and passkeys stop working immediately. Their past actions stay in the audit log.',
    form: await presenceForm(visit, {
      action: `${here}/${id}/remove`,
      body: button(`Remove ${straight(name)}`, { look: 'danger main' }),
    }),
  });
  const body = html`${doneNotice(visit, notices)}${rejectedNotice(fault, labels)}${sheet({
    title: 'Name, address and roles',
    body: saving,
    footer: html`<span>If you remove a role, they must sign in again.</span>`,
  })}`;
  return await settingsPage(visit, {
    title: name,
    heading: foreign(name),
    crumb: { href: here, title: 'Team' },
    acts: removing,
    body,
    status: fault?.status ?? 200,
  });
}

async function change(visit: Visit): Promise<HttpAnswer> {
  const values = sentBy(visit);
  const { id } = visit.parameters;
  if (!(await visit.isPersonPresent())) return await showOne(visit, values, passkeyMissing());
  try {
    const { email, ...rest } = values;
    // An admin created on the machine may have no address.
    await visit.call(updatePerson, { id, ...rest, ...(email === '' ? {} : { email }) });
    return seeOther(`${here}/${id}?done=changed`);
  } catch (error) {
    return await showOne(visit, values, correctable(error));
  }
}

async function remove(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await showOne(visit, null, passkeyMissing());
  try {
    await visit.call(deletePerson, { id: visit.parameters.id });
    return seeOther(`${here}?done=removed`);
  } catch (error) {
    return await showOne(visit, null, correctable(error));
  }
}

function sentBy({ form }: Visit): Values {
  return { name: form.get('name') ?? '', email: form.get('email') ?? '', roles: form.getAll('roles') };
}

/** `Author, approver` */
export function roleNames(roles: readonly string[]): string {
  const text = roles.join(', ');
  return capitalize(text);
}

function fieldsOf({ name, email, roles }: Values, fault: Failure | null, isWithoutAddress = false): Html {
  const faults = faultsByField(fault);
  return html`<div class="two">${textField({
    name: 'name',
    label: labels.name,
    value: straight(name),
    charactersMax: personNameCharactersMax,
    fault: faults.get('name') ?? null,
  })}${textField({
    name: 'email',
    label: labels.email,
    type: 'email',
    value: email,
    hint: 'Sign-in links are mailed to this address.',
    isOptional: isWithoutAddress,
    charactersMax: addressCharactersMax,
    fault: faults.get('email') ?? null,
  })}</div>${choices(
    'roles',
    labels.roles,
    personRoles.map((role) => ({
      value: role,
      label: roleNames([role]),
      hint: roleSentences[role],
      isChosen: roles.includes(role),
    })),
  )}`;
}
