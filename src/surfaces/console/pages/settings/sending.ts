import { getOrganization } from '../../../../../tools/organizations/get-organization.ts';
import { updateOrganizationSettings } from '../../../../../tools/organizations/update-organization-settings.ts';
import { formatMailbox, readStoredMailbox } from '../../../../model/address.ts';
import type { Failure } from '../../../../model/failure.ts';
import type { VerifyTransactional } from '../../../../model/organization/organization.ts';
import { posthouse } from '../../../../world/command-line.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import {
  addressCharactersMax,
  button,
  checkbox,
  doneNotice,
  form,
  textArea,
  textField,
} from '../../fields.ts';
import { correctable, faultsByField, rejectedNotice } from '../../form-faults.ts';
import { seeOther } from '../../layout.ts';
import { badge, codeFigure, icon, type ListRow, list, sheet } from '../../look/parts.ts';
import { modeWords } from '../../mode.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, foreign } from '../../shown.ts';
import { onlyAdmins, settingsPage, settingsPath } from './settings-frame.ts';

const here = `${settingsPath}/sending`;
const labels = {
  default_from: 'The default sender',
  default_reply_to: 'Replies go to',
  postal_address: 'The postal address',
};
const nameCharactersMax = 100;
const postalCharactersMax = 500;

type Values = {
  fromName: string;
  fromAddress: string;
  replyTo: string;
  postalAddress: string;
  isDoubleOptIn: boolean;
};

export async function showSending(
  visit: Visit,
  values: Values | null = null,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const organization = await visit.call(getOrganization);
  const sender = readStoredMailbox(organization.default_from);
  const shown = values ?? {
    fromName: sender?.displayName ?? '',
    fromAddress: sender?.address ?? '',
    replyTo: organization.default_reply_to ?? '',
    postalAddress: organization.postal_address ?? '',
    isDoubleOptIn: organization.double_opt_in,
  };
  const mode = modeWords[organization.sending_mode];
  const body = html`${doneNotice(visit, { saved: 'Saved. New mail uses these settings immediately.' })}${rejectedNotice(fault, labels)}${sheet(
    {
      title: 'Delivery',
      aside: badge(mode.state, mode.title, mode.picture),
      bare: true,
      body: html`${deliveryRows(visit, organization.sending_enabled)}<div class="pad">${changeDelivery(visit, organization)}</div>`,
    },
  )}${sheet({
    title: 'Sender',
    body: isAdmin(visit) ? senderForm(shown, fault) : html`${senderFacts(shown)}${onlyAdmins}`,
  })}${contentCheck(organization)}`;
  return await settingsPage(visit, {
    title: 'Sending',
    body,
    status: fault?.status ?? 200,
    also: {
      tool: updateOrganizationSettings,
      input: { default_from: 'Acme <hello@acme.example>', double_opt_in: true },
      ask: 'Use hello@ as our default sender and ask new subscribers to confirm.',
    },
  });
}

function deliveryRows({ engine }: Visit, isEnabled: boolean): Html {
  const { delivery, relayHosts = [] } = engine.settings;
  const ways = [
    {
      value: 'capture',
      title: 'Test mode',
      text: 'Every email stays in the inbox on this server.',
      picture: 'captured',
    },
    {
      value: 'relay',
      title: 'Through a relay',
      text: `Recommended. A provider’s server delivers the mail.${relayHosts.length > 0 ? ` Yours: ${relayHosts.join(', ')}.` : ''}`,
      picture: 'server',
    },
    {
      value: 'direct',
      title: 'Directly to recipients’ servers',
      text: 'Needs outgoing port 25 and a reverse DNS name.',
      picture: 'send',
    },
  ] as const;
  const rows = ways.map(({ value, title, text, picture }): ListRow => {
    const isChosen = value === delivery;
    const state = isChosen
      ? badge(isEnabled || value === 'capture' ? 'ok' : 'still', 'Used by this server', 'check')
      : null;
    return { sign: icon(picture), body: html`<b>${title}</b><small>${text}</small>`, end: state };
  });
  return list(rows);
}

/** The operator chooses the way of delivery, because it needs access to the server. */
function changeDelivery(
  { engine }: Visit,
  { id, sending_enabled }: { id: string; sending_enabled: boolean },
): Html {
  const { delivery } = engine.settings;
  const enable = `${posthouse} tools run update_organization --id ${id} --sending_enabled true`;
  const environment =
    delivery === 'capture'
      ? 'POSTHOUSE_DELIVERY=relay\nPOSTHOUSE_RELAY_URL=smtp://user:password@relay.example:587'
      : 'POSTHOUSE_DELIVERY=capture';
  return html`${
    sending_enabled
      ? null
      : html`<p><b>Sending is off for this organization</b>, so its mail is captured. The operator of the server turns it on with this command.</p>
<div class="section0">${codeFigure('enable', 'On the server', enable)}</div>`
  }<details class="section0"><summary>Change the delivery method</summary><p class="section0">The operator sets this in the environment or the .env file of the server, then restarts it.</p>
<div class="section0">${codeFigure('delivery', delivery === 'capture' ? 'Send through a relay' : 'Capture all mail', environment)}</div></details>`;
}

function senderForm(shown: Values, fault: Failure | null): Html {
  const faults = faultsByField(fault);
  return form(
    here,
    html`<div class="two">${textField({
      name: 'fromName',
      label: 'From name',
      value: straight(shown.fromName),
      charactersMax: nameCharactersMax,
      isOptional: true,
    })}${textField({
      name: 'fromAddress',
      label: 'From address',
      type: 'email',
      value: shown.fromAddress,
      placeholder: 'hello@example.com',
      charactersMax: addressCharactersMax,
      isOptional: true,
      fault: faults.get('default_from') ?? null,
    })}</div>${textField({
      name: 'replyTo',
      label: 'Replies go to',
      value: straight(shown.replyTo),
      hint: 'Where replies go if an email names no other address. Leave empty to use the sender.',
      charactersMax: addressCharactersMax,
      isOptional: true,
      fault: faults.get('default_reply_to') ?? null,
    })}${textArea({
      name: 'postalAddress',
      label: 'Postal address',
      value: straight(shown.postalAddress),
      rows: 3,
      hint: 'Shown at the end of each campaign. Many countries require it by law.',
      charactersMax: postalCharactersMax,
      isOptional: true,
      fault: faults.get('postal_address') ?? null,
    })}${checkbox('doubleOptIn', {
      label: 'Ask new subscribers to confirm (double opt-in)',
      hint: 'They receive one email with a link, and nothing else until they click it.',
      isChosen: shown.isDoubleOptIn,
    })}${button('Save')}`,
  );
}

function senderFacts(shown: Values): Html {
  const none = html`<span class="quiet">none</span>`;
  return factList([
    ['From name', shown.fromName === '' ? none : foreign(shown.fromName)],
    ['From address', shown.fromAddress === '' ? none : foreign(shown.fromAddress)],
    ['Replies go to', shown.replyTo === '' ? html`the sender` : foreign(shown.replyTo)],
    ['Postal address', shown.postalAddress === '' ? none : foreign(shown.postalAddress)],
    ['Double opt-in', html`${shown.isDoubleOptIn ? 'on' : 'off'}`],
  ]);
}

const checkWords: Readonly<Record<VerifyTransactional, string>> = {
  block: 'Transactional mail that looks like phishing is refused.',
  warn: 'Transactional mail that looks like phishing is sent and marked with a finding.',
  off: 'Transactional mail is not checked.',
};

function contentCheck({
  id,
  verify_transactional,
}: {
  id: string;
  verify_transactional: VerifyTransactional;
}): Html {
  const command = `${posthouse} tools run update_organization --id ${id} --verify_transactional ${verify_transactional === 'block' ? 'warn' : 'block'}`;
  const state =
    verify_transactional === 'off'
      ? badge('warn', 'Off')
      : badge('ok', verify_transactional === 'block' ? 'Refuses' : 'Warns');
  return sheet({
    title: 'Content check',
    aside: state,
    body: html`<p>${checkWords[verify_transactional]} Campaigns and workflows are always checked.</p>
<details class="section0"><summary>Change the content check</summary><p class="section0">Only the operator of the server can change it.</p><div class="section0">${codeFigure('check', 'On the server', command)}</div></details>`,
  });
}

export async function saveSending(visit: Visit): Promise<HttpAnswer> {
  const given = (name: string): string => visit.form.get(name)?.trim() ?? '';
  const values: Values = {
    fromName: given('fromName'),
    fromAddress: given('fromAddress'),
    replyTo: given('replyTo'),
    postalAddress: given('postalAddress'),
    isDoubleOptIn: visit.form.has('doubleOptIn'),
  };
  const { fromName, fromAddress, replyTo, postalAddress, isDoubleOptIn } = values;
  try {
    await visit.call(updateOrganizationSettings, {
      default_from: fromAddress === '' ? null : sender(fromName, fromAddress),
      default_reply_to: replyTo || null,
      postal_address: postalAddress || null,
      double_opt_in: isDoubleOptIn,
    });
  } catch (error) {
    return await showSending(visit, values, correctable(error));
  }
  return seeOther(`${here}?done=saved`);
}

function sender(name: string, address: string): string {
  return name === '' ? address : formatMailbox({ displayName: name, address });
}
