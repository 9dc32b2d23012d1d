import { endPersonGrant, listPersonGrants } from '../../../../engine/auth/oauth/person-grants.ts';
import {
  addPasskey,
  listPasskeys,
  type Presence,
  registrationOptions,
  removePasskey,
} from '../../../../engine/people/passkeys.ts';
import { presenceChallenge } from '../../../../engine/people/presence.ts';
import { endOtherSessions, endSession, listSessions } from '../../../../engine/people/sessions.ts';
import { isClientUrl } from '../../../../model/oauth/client-document.ts';
import type { GrantRecord } from '../../../../model/oauth/grant.ts';
import { describeScopes } from '../../../../model/organization/scope-words.ts';
import { describeBrowser } from '../../../../model/person/describe-browser.ts';
import type { PasskeyRecord } from '../../../../model/person/passkey.ts';
import type { SessionRecord } from '../../../../model/person/session.ts';
import { visibleLine } from '../../../../model/text/strip-invisible.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { noCookie } from '../../../http/session-cookie.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, deviceForm, form, hiddenField, presenceForm, textField } from '../../fields.ts';
import { passkeyMissing } from '../../form-faults.ts';
import { seeOther } from '../../layout.ts';
import { avatar, badge, icon, type ListRow, list, notice, sheet } from '../../look/parts.ts';
import type { ConsolePage, Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { settingsPage, settingsPath } from './settings-frame.ts';
import { roleNames } from './team.ts';

const here = `${settingsPath}/account`;

export const accountPages: readonly ConsolePage[] = [
  { method: 'GET', path: here, answer: (visit) => show(visit, null) },
  { method: 'POST', path: `${here}/passkeys`, answer: addOne },
  { method: 'POST', path: `${here}/passkeys/new`, answer: showNew },
  { method: 'POST', path: `${here}/passkeys/:id/remove`, answer: removeOne },
  { method: 'POST', path: `${here}/sessions/end-others`, answer: endOthers },
  { method: 'POST', path: `${here}/sessions/:id/end`, answer: endOne },
  { method: 'POST', path: `${here}/apps/:id/end`, answer: disconnect },
];

const nameCharactersMax = 60;

async function show(visit: Visit, warning: string | null): Promise<HttpAnswer> {
  const { engine, person, session, organization } = visit;
  const [passkeys, sessions, apps] = await Promise.all([
    listPasskeys(engine, person),
    listSessions(engine, person),
    listPersonGrants(engine, person),
  ]);
  const zone = organization.timezone;
  const you = {
    sign: avatar(straight(person.name), 'person', 'big'),
    body: html`<b>${foreign(person.name)}</b><small>${person.email === null ? null : html`${foreign(person.email)}, `}${roleNames(person.roles)}</small>`,
  };
  const known =
    passkeys.length === 0
      ? html`<div class="pad"><p>You have no passkeys. With a passkey, you sign in without a mailed link, and your device signs your approvals.</p></div>`
      : list(await Promise.all(passkeys.map((passkey) => passkeyRow(visit, passkey))));
  const others =
    sessions.length > 1
      ? form(`${here}/sessions/end-others`, button('End all other sessions', { look: 'tiny' }))
      : null;
  const body = html`${warning === null ? null : notice({ state: 'bad', title: 'Not done.', text: warning })}${sheet({ title: 'You', bare: true, body: list([you]) })}${sheet(
    {
      title: 'Passkeys',
      bare: true,
      body: html`${known}<div class="pad">${await addingForm(visit, passkeys.length)}</div>`,
    },
  )}${sheet({
    title: 'Active sessions',
    aside: others,
    bare: true,
    body: list(sessions.map((one) => sessionRow(one, one.id === session.id, zone))),
  })}${
    apps.length === 0
      ? null
      : sheet({ title: 'Connected apps', bare: true, body: list(apps.map((app) => appRow(app, zone))) })
  }`;
  return await settingsPage(visit, {
    title: 'Sessions and passkeys',
    body,
    status: warning === null ? 200 : refusedStatus,
  });
}

const refusedStatus = 400;

async function passkeyRow(visit: Visit, { id, name, createdAt, usedAt }: PasskeyRecord): Promise<ListRow> {
  const zone = visit.organization.timezone;
  const removing = await presenceForm(visit, {
    action: `${here}/passkeys/${id}/remove`,
    body: button('Remove', { look: 'tiny' }),
    look: 'inline',
  });
  return {
    sign: icon('passkey'),
    body: html`${foreign(name)}<small>Added ${renderTime(createdAt, zone)}${usedAt === null ? null : html`, last used ${renderTime(usedAt, zone)}`}</small>`,
    end: removing,
  };
}

/** A person with passkeys must use a passkey before adding another. */
async function addingForm(visit: Visit, known: number): Promise<Html> {
  const asked = await presenceChallenge(visit.engine, visit);
  if (asked === null) return await newForm(visit, known === 0 ? 'unproved' : 'proved');
  return await presenceForm(visit, {
    action: `${here}/passkeys/new`,
    body: button('Add another passkey', { look: '', picture: 'add' }),
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
  })}${button('Add a passkey', { picture: 'passkey' })}`;
  const action = `${here}/passkeys`;
  return deviceForm('create', { action, options: registration.options, body: fields, isShown: false });
}

async function showNew(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await show(visit, passkeyMissing().message);
  return await settingsPage(visit, {
    title: 'Add another passkey',
    body: sheet({ body: await newForm(visit, 'proved') }),
  });
}

const ways: Readonly<Record<SessionRecord['way'], string>> = {
  machine: 'Signed in with a printed link',
  mail: 'Signed in with a mailed link',
  passkey: 'Signed in with a passkey',
};

function sessionRow({ id, client, way, seenAt }: SessionRecord, isThis: boolean, zone: string): ListRow {
  return {
    sign: icon('desktop'),
    body: html`<span title="${client ?? ''}">${describeBrowser(client)}</span><small>${ways[way]}, last active ${renderTime(seenAt, zone)}</small>`,
    end: isThis
      ? badge('ok', 'This browser', 'check')
      : form(`${here}/sessions/${id}/end`, button('End session', { look: 'tiny' }), 'inline'),
  };
}

function appRow({ id, clientName, clientId, scopes, createdAt }: GrantRecord, zone: string): ListRow {
  const host = isClientUrl(clientId) ? html`, ${foreign(new URL(clientId).host)}` : null;
  return {
    sign: avatar(clientName, 'program'),
    body: html`${foreign(clientName)}${host}<small>${describeScopes(scopes)}. Approved ${renderTime(createdAt, zone)}</small>`,
    end: form(`${here}/apps/${id}/end`, button('Disconnect', { look: 'tiny' }), 'inline'),
  };
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
  if (!(await visit.isPersonPresent())) return await show(visit, passkeyMissing().message);
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
