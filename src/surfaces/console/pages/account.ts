import { endPersonGrant, listPersonGrants } from '../../../engine/auth/oauth/person-grants.ts';
import {
  addPasskey,
  listPasskeys,
  type Presence,
  registrationOptions,
  removePasskey,
} from '../../../engine/people/passkeys.ts';
import { presenceChallenge } from '../../../engine/people/presence.ts';
import { endOtherSessions, endSession, listSessions } from '../../../engine/people/sessions.ts';
import { isClientUrl } from '../../../model/oauth/client-document.ts';
import type { GrantRecord } from '../../../model/oauth/grant.ts';
import type { PasskeyRecord } from '../../../model/person/passkey.ts';
import type { SessionRecord } from '../../../model/person/session.ts';
import { visibleLine } from '../../../model/text/strip-invisible.ts';
import type { HttpAnswer } from '../../http/request-response.ts';
import { noCookie } from '../../http/session-cookie.ts';
import { type Html, html } from '../../public/html.ts';
import { button, deviceForm, form, hiddenField, pageNotFound, presenceForm, textField } from '../fields.ts';
import { page, seeOther } from '../layout.ts';
import type { ConsolePage, Visit } from '../page.ts';
import { foreign, renderTime } from '../shown.ts';

export const accountPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/account', answer: (visit) => show(visit, null) },
  { method: 'POST', path: '/console/account/passkeys', answer: addOne },
  { method: 'POST', path: '/console/account/passkeys/new', answer: showNew },
  { method: 'POST', path: '/console/account/passkeys/:id/remove', answer: removeOne },
  { method: 'POST', path: '/console/account/sessions/end-others', answer: endOthers },
  { method: 'POST', path: '/console/account/sessions/:id/end', answer: endOne },
  { method: 'POST', path: '/console/account/apps/:id/end', answer: disconnect },
];

const here = '/console/account';
const nameCharactersMax = 60;

async function show(visit: Visit, warning: string | null): Promise<HttpAnswer> {
  const { engine, person, session, organization } = visit;
  const [passkeys, sessions, apps] = await Promise.all([
    listPasskeys(engine, person),
    listSessions(engine, person),
    listPersonGrants(engine, person),
  ]);
  const zone = organization.timezone;
  const body = html`${warning === null ? null : html`<p class="note bad" role="alert">${warning}</p>`}
<section class="sheet"><header><h2>You</h2></header><div class="pad"><p>${foreign(person.name)}${person.email === null ? null : html`, ${foreign(person.email)}`}<br>
<span class="quiet">${person.roles.join(', ')}</span></p></div></section>
<section class="sheet"><header><h2>Passkeys</h2></header><div class="pad">
${
  passkeys.length === 0
    ? html`<p>You have no passkeys. With a passkey, you sign in without a mailed link, and your device signs your approvals.</p>`
    : html`<ul class="list">
${await Promise.all(passkeys.map((passkey) => passkeyRow(visit, passkey)))}</ul>`
}
${await addingForm(visit, passkeys.length)}</div></section>
<section class="sheet"><header><h2>Active sessions</h2></header><div class="pad"><ul class="list">
${sessions.map((one) => sessionRow(one, one.id === session.id, zone))}</ul>
${sessions.length > 1 ? form(`${here}/sessions/end-others`, html`${button('End all other sessions', { look: '' })}`) : null}</div></section>${
    apps.length > 0
      ? html`
<section class="sheet"><header><h2>Connected apps</h2></header><div class="pad"><ul class="list">
${apps.map((app) => appRow(app, zone))}</ul></div></section>`
      : null
  }`;
  return await page(visit, { title: 'Your account', body, status: warning === null ? 200 : refusedStatus });
}

const refusedStatus = 400;

async function passkeyRow(visit: Visit, { id, name, createdAt, usedAt }: PasskeyRecord): Promise<Html> {
  const zone = visit.organization.timezone;
  const removing = await presenceForm(visit, {
    action: `${here}/passkeys/${id}/remove`,
    body: button('Remove', { look: 'tiny' }),
    look: 'inline',
  });
  return html`<li><span>${foreign(name)}<br>
<span class="quiet">added ${renderTime(createdAt, zone)}${usedAt === null ? null : html`, last used ${renderTime(usedAt, zone)}`}</span></span>
${removing}</li>
`;
}

/** A person with passkeys must use a passkey before adding another. */
async function addingForm(visit: Visit, known: number): Promise<Html> {
  const asked = await presenceChallenge(visit.engine, visit);
  if (asked === null) return await newForm(visit, known === 0 ? 'unproved' : 'proved');
  return await presenceForm(visit, {
    action: `${here}/passkeys/new`,
    body: button('Add another passkey', { look: '' }),
  });
}

async function newForm({ engine, person }: Visit, presence: Presence): Promise<Html> {
  const registration = await registrationOptions(engine, person, presence);
  if (registration === null) {
    return html`<p class="quiet">Passkeys need an https address with a host name, or http://localhost. <code>POSTHOUSE_BASE_URL</code> is neither.</p>`;
  }
  const fields = html`${hiddenField('challenge', registration.sealed)}${textField({
    name: 'name',
    label: 'Name of the new passkey',
    hint: 'For example, the device that stores it.',
    charactersMax: nameCharactersMax,
  })}${button('Add a passkey')}`;
  const action = `${here}/passkeys`;
  return deviceForm('create', { action, options: registration.options, body: fields, isShown: false });
}

async function showNew(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await show(visit, pageNotFound);
  return await page(visit, {
    title: 'Add another passkey',
    body: html`<section class="sheet"><div class="pad">${await newForm(visit, 'proved')}</div></section>`,
  });
}

const ways: Readonly<Record<SessionRecord['way'], string>> = {
  machine: 'signed in with a printed link',
  mail: 'signed in with a mailed link',
  passkey: 'signed in with a passkey',
};

function sessionRow({ id, client, way, seenAt }: SessionRecord, isThis: boolean, zone: string): Html {
  return html`<li><span>${foreign(client ?? 'Unknown browser')}<br>
<span class="quiet">${ways[way]}, last active ${renderTime(seenAt, zone)}</span></span>
${isThis ? html`<span class="quiet">this browser</span>` : form(`${here}/sessions/${id}/end`, html`${button('End session', { look: 'tiny' })}`, 'inline')}</li>
`;
}

function appRow({ id, clientName, clientId, scopes, createdAt }: GrantRecord, zone: string): Html {
  const host = isClientUrl(clientId) ? html`, ${foreign(new URL(clientId).host)}` : null;
  return html`<li><span>${foreign(clientName)}${host}<br>
<span class="quiet">approved ${renderTime(createdAt, zone)}: ${scopes.join(', ')}</span></span>
${form(`${here}/apps/${id}/end`, button('Disconnect', { look: 'tiny' }), 'inline')}</li>
`;
}

async function addOne(visit: Visit): Promise<HttpAnswer> {
  const { engine, person, form: sent, visitor } = visit;
  const name = visibleLine(sent.get('name') ?? '').slice(0, nameCharactersMax);
  const made = {
    sealed: sent.get('challenge') ?? '',
    answer: sent.get('passkey') ?? '',
    name: name === '' ? 'a passkey' : name,
  };
  const fault = await addPasskey(engine, person, made, visitor);
  return fault === null ? seeOther(here) : await show(visit, fault);
}

async function removeOne(visit: Visit): Promise<HttpAnswer> {
  const { engine, person, parameters, visitor } = visit;
  if (!(await visit.isPersonPresent())) return await show(visit, pageNotFound);
  await removePasskey(engine, person, parameters.id!, visitor);
  return seeOther(here);
}

async function endOthers(visit: Visit): Promise<HttpAnswer> {
  await endOtherSessions(visit.engine, visit, visit.visitor);
  return seeOther(here);
}

async function disconnect({ engine, person, parameters, visitor }: Visit): Promise<HttpAnswer> {
  await endPersonGrant(engine, person, parameters.id!, visitor.requestId);
  return seeOther(here);
}

async function endOne({ engine, person, session, parameters, visitor }: Visit): Promise<HttpAnswer> {
  const id = parameters.id!;
  await endSession(engine, person, id, { tool: 'end_session', ...visitor });
  if (id !== session.id) return seeOther(here);
  return seeOther('/console/sign-in', { 'Set-Cookie': noCookie(engine.settings.baseUrl) });
}
