import { getWebhook } from '../../../../../tools/webhooks/get-webhook.ts';
import { saveWebhook } from '../../../../../tools/webhooks/save-webhook.ts';
import type { Failure } from '../../../../model/failure.ts';
import { groupOf, webhookKindNames, webhookKinds } from '../../../../model/webhook/kinds.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, checkbox, choices, presenceForm, textField } from '../../fields.ts';
import { correctable, faultsByField, passkeyMissing, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { sheet } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import { secretNotice, webhooksPath } from './developers-frame.ts';
import { showWebhook } from './show-webhook.ts';
import { eventTitle, shortUrl } from './webhook-states.ts';

const urlCharactersMax = 2_048;
const descriptionCharactersMax = 256;
const labels = { url: 'The URL', events: 'The events', description: 'The description' };

type Values = { url: string; description: string; events: readonly string[]; isEnabled: boolean };

const blank: Values = { url: '', description: '', events: [], isEnabled: true };

export async function showNewWebhook(
  visit: Visit,
  values = blank,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  return await page(visit, {
    title: 'New webhook',
    crumb: { href: webhooksPath, title: 'Webhooks' },
    sub: 'Posthouse posts each chosen event to the URL, and retries if the receiver does not accept it.',
    body: html`${rejectedNotice(fault, labels)}${await webhookForm(visit, webhooksPath, values, fault, null)}`,
    status: fault?.status ?? 200,
    also: {
      tool: saveWebhook,
      input: saveWebhook.example.input,
      ask: 'Post bounces and complaints to our CRM.',
    },
  });
}

export async function showEditWebhook(
  visit: Visit,
  values: Values | null = null,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const webhook = await visit.call(getWebhook, { id: visit.parameters.id });
  const { id, url, description, events, status } = webhook;
  const shown = values ?? { url, description: description ?? '', events, isEnabled: status === 'enabled' };
  return await page(visit, {
    title: `Edit ${shortUrl(straight(url))}`,
    crumb: { href: `${webhooksPath}/${id}`, title: 'Webhook' },
    body: html`${rejectedNotice(fault, labels)}${await webhookForm(visit, `${webhooksPath}/${id}`, shown, fault, id)}`,
    status: fault?.status ?? 200,
  });
}

async function webhookForm(
  visit: Visit,
  action: string,
  values: Values,
  fault: Failure | null,
  id: string | null,
): Promise<Html> {
  const faults = faultsByField(fault);
  const body = html`${textField({
    name: 'url',
    label: 'URL of the receiver',
    type: 'url',
    value: values.url,
    placeholder: 'https://hooks.example.com/posthouse',
    charactersMax: urlCharactersMax,
    fault: faults.get('url') ?? null,
  })}${textField({
    name: 'description',
    label: 'Description (optional)',
    value: straight(values.description),
    charactersMax: descriptionCharactersMax,
    isOptional: true,
    fault: faults.get('description') ?? null,
  })}${
    id === null
      ? null
      : checkbox('enabled', {
          label: 'Deliver events',
          hint: 'If this is off, events are neither sent nor kept for later.',
          isChosen: values.isEnabled,
        })
  }<p class="section0"><b>Events</b> <span class="quiet">Choose none to receive all.</span></p><div class="choice-groups">${eventChoices(values.events)}</div>${button(id === null ? 'Create webhook' : 'Save', { picture: 'webhook' })}`;
  return sheet({ body: await presenceForm(visit, { action, body }) });
}

/** One group of checkboxes for each subject, such as email or campaign. */
function eventChoices(chosen: readonly string[]): Html[] {
  const offered = webhookKindNames.filter((kind) => kind !== 'webhook.test');
  const groups = Map.groupBy(offered, groupOf);
  return [...groups].map(([group, kinds]) =>
    choices(
      'events',
      groupTitles[group] ?? eventTitle(group),
      kinds.map((kind) => ({
        value: kind,
        label: eventTitle(kind),
        hint: webhookKinds[kind].sentence.replaceAll('`', ''),
        isChosen: isChosen(kind, chosen),
      })),
    ),
  );
}

const groupTitles: Readonly<Record<string, string>> = {
  'email.*': 'Emails',
  'subscriber.*': 'Subscribers',
  'event.*': 'Events of subscribers',
  'campaign.*': 'Campaigns',
  'workflow.*': 'Workflows',
  'domain.*': 'Domains',
  'suppression.*': 'Suppressions',
  'import.*': 'Imports',
  'approval.*': 'Approvals',
  'webhook.*': 'Webhooks',
};

/** A stored group such as `email.*` contains the kind. */
function isChosen(kind: string, events: readonly string[]): boolean {
  return events.some(
    (event) => event === kind || (event.endsWith('.*') && kind.startsWith(event.slice(0, -1))),
  );
}

export async function addWebhook(visit: Visit): Promise<HttpAnswer> {
  const values = readValues(visit);
  if (!(await visit.isPersonPresent())) return await showNewWebhook(visit, values, passkeyMissing());
  const { url, description, events } = values;
  try {
    const { id, signing_secret } = await visit.call(saveWebhook, {
      url,
      description: description || null,
      events,
    });
    const made = secretNotice(
      'Copy the signing secret now.',
      'You will not see it again. Your app verifies each delivery with it.',
      signing_secret ?? '',
    );
    return await showWebhook({ ...visit, parameters: { id } }, { made });
  } catch (error) {
    return await showNewWebhook(visit, values, correctable(error));
  }
}

export async function changeWebhook(visit: Visit): Promise<HttpAnswer> {
  const values = readValues(visit);
  const { id } = visit.parameters;
  if (!(await visit.isPersonPresent())) return await showEditWebhook(visit, values, passkeyMissing());
  const { url, description, events, isEnabled } = values;
  try {
    await visit.call(saveWebhook, {
      id,
      url,
      description: description || null,
      events,
      status: isEnabled ? 'enabled' : 'disabled',
    });
  } catch (error) {
    return await showEditWebhook(visit, values, correctable(error));
  }
  return seeOther(`${webhooksPath}/${id}?done=saved`);
}

function readValues({ form }: Visit): Values {
  return {
    url: form.get('url')?.trim() ?? '',
    description: form.get('description')?.trim() ?? '',
    events: form.getAll('events').slice(0, webhookKindNames.length),
    isEnabled: form.has('enabled'),
  };
}
