import { listDomains } from '../../../../../tools/domains/list-domains.ts';
import { createToken } from '../../../../../tools/tokens/create-token.ts';
import type { Failure } from '../../../../model/failure.ts';
import { dayMs, isoInstant } from '../../../../model/instant.ts';
import { isOauthScope, oauthScopes, scopeSentences } from '../../../../model/oauth/scopes.ts';
import { describeScopes } from '../../../../model/organization/scope-words.ts';
import type { TokenScope } from '../../../../model/organization/token.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, choices, presenceForm, selectField, textField } from '../../fields.ts';
import { correctable, faultsByField, passkeyMissing, rejectedNotice } from '../../form-faults.ts';
import { page } from '../../layout.ts';
import { sheet } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import { developersPath, secretNotice, tokensPath } from './developers-frame.ts';
import { showTokens } from './list-tokens.ts';

const nameCharactersMax = 100;
const listCharactersMax = 4_000;
const domainsShown = 100;

const labels = {
  name: 'Name',
  scopes: 'Permissions',
  mode: 'Mail',
  send_cap: 'Emails a day',
  allowed_recipients: 'Allowed recipients',
  ip_allowlist: 'Allowed networks',
  expires_at: 'Expires',
  domain_id: 'Sending domain',
};

/** Common sets of permissions, in the order of the form. */
const purposes: Readonly<Record<string, { label: string; hint: string; scopes: readonly TokenScope[] }>> = {
  send: {
    label: 'Send emails',
    hint: 'For an app that only sends, also over SMTP.',
    scopes: ['emails.send'],
  },
  app: {
    label: 'Send emails and manage subscribers',
    hint: 'For an app that also saves subscribers and events, and reads the state of its emails.',
    scopes: [
      'emails.send',
      'emails.read',
      'subscribers.read',
      'subscribers.write',
      'events.write',
      'tags.read',
    ],
  },
  read: {
    label: 'Read everything',
    hint: 'For reports. It cannot change or send anything.',
    scopes: oauthScopes.filter((scope) => scope.endsWith('.read')),
  },
  all: {
    label: 'Everything in this organization',
    hint: 'A program with this token can do the same as an admin, except manage people.',
    scopes: ['full_access'],
  },
};

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

type Values = {
  name: string;
  purpose: string;
  scopes: readonly string[];
  mode: string;
  perDay: string;
  recipients: string;
  networks: string;
  days: string;
  domain: string;
};

const blank: Values = {
  name: '',
  purpose: 'send',
  scopes: [],
  mode: 'live',
  perDay: '',
  recipients: '',
  networks: '',
  days: '',
  domain: '',
};

export async function showNewToken(
  visit: Visit,
  values = blank,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const domains = await visit.call(listDomains, { limit: domainsShown });
  const faults = faultsByField(fault);
  const domainNames = domains.data.map(({ id, name }) => ({ value: id, label: straight(name) }));
  const permissions = html`${choices(
    'purpose',
    labels.scopes,
    Object.entries(purposes).map(([value, { label, hint }]) => ({
      value,
      label,
      hint,
      isChosen: value === values.purpose,
    })),
    'radio',
  )}<details class="field"${values.scopes.length > 0 ? html` open` : null}><summary>Choose individual permissions instead</summary>${choices(
    'scopes',
    'If you choose any, only these apply',
    oauthScopes.map((scope) => ({
      value: scope,
      label: describeScopes([scope]),
      hint: scopeSentences[scope],
      isChosen: values.scopes.includes(scope),
    })),
  )}</details>`;
  const limits = html`<div class="two">${selectField({
    name: 'mode',
    label: labels.mode,
    value: values.mode,
    options: [
      { value: 'live', label: 'Real mail' },
      { value: 'test', label: 'Test mail only' },
    ],
  })}${textField({
    name: 'perDay',
    label: 'Maximum emails a day (optional)',
    type: 'number',
    value: values.perDay,
    isOptional: true,
    fault: faults.get('send_cap.per_day') ?? faults.get('send_cap') ?? null,
  })}${selectField({ name: 'days', label: labels.expires_at, value: values.days, options: lifetimes, isOptional: true })}${selectField(
    {
      name: 'domain',
      label: labels.domain_id,
      value: values.domain,
      options: [{ value: '', label: 'Any domain of this organization' }, ...domainNames],
      isOptional: true,
    },
  )}</div>${textField({
    name: 'recipients',
    label: 'Allowed recipients (optional)',
    value: values.recipients,
    placeholder: '*@example.com',
    hint: 'Patterns, separated by commas. Leave empty to allow any address.',
    charactersMax: listCharactersMax,
    isOptional: true,
    fault: firstFault(faults, 'allowed_recipients'),
  })}${textField({
    name: 'networks',
    label: 'Allowed networks (optional)',
    value: values.networks,
    placeholder: '198.51.100.0/24',
    hint: 'IP addresses or ranges, separated by commas. Leave empty to allow any network.',
    charactersMax: listCharactersMax,
    isOptional: true,
    fault: firstFault(faults, 'ip_allowlist'),
  })}`;
  const body = html`${rejectedNotice(fault, labels, 'Not created.')}${sheet({
    body: await presenceForm(visit, {
      action: tokensPath,
      body: html`${textField({
        name: 'name',
        label: labels.name,
        value: values.name,
        placeholder: 'Shop',
        hint: 'For example, the app that uses it.',
        charactersMax: nameCharactersMax,
        fault: faults.get('name') ?? null,
      })}${permissions}<details class="field"${fault === null ? null : html` open`}><summary>Limits</summary><div class="section0">${limits}</div></details>${button('Create token', { picture: 'key' })}`,
    }),
  })}`;
  return await page(visit, {
    title: 'New token',
    crumb: { href: developersPath, title: 'Developers' },
    sub: 'Its secret is shown once, right after it is created.',
    body,
    status: fault?.status ?? 200,
    also: {
      tool: createToken,
      input: createToken.example.input,
      ask: 'Create a token that can only send emails.',
    },
  });
}

function firstFault(faults: ReadonlyMap<string, string>, field: string): string | null {
  for (const [path, message] of faults) if (path === field || path.startsWith(`${field}[`)) return message;
  return null;
}

export async function addToken(visit: Visit): Promise<HttpAnswer> {
  const values = readValues(visit);
  if (!(await visit.isPersonPresent())) {
    return await showNewToken(visit, values, passkeyMissing());
  }
  const { name, mode, perDay, recipients, networks, days, domain } = values;
  try {
    const made = await visit.call(createToken, {
      name,
      scopes: chosenScopes(values),
      mode: mode === 'test' ? 'test' : 'live',
      ...(perDay !== '' && { send_cap: { per_day: Number(perDay) } }),
      ...(recipients !== '' && { allowed_recipients: entriesIn(recipients) }),
      ...(networks !== '' && { ip_allowlist: entriesIn(networks) }),
      ...(domain !== '' && { domain_id: domain }),
      ...(lifetimes.some(({ value }) => value !== '' && value === days) && {
        expires_at: isoInstant(visit.now + Number(days) * dayMs),
      }),
    });
    return await showTokens(visit, showSecret(made));
  } catch (error) {
    return await showNewToken(visit, values, correctable(error));
  }
}

function showSecret({ name, token }: { name: string; token: string }): Html {
  return secretNotice(`Copy your new token “${straight(name)}” now.`, 'You will not see it again.', token);
}

function readValues({ form }: Visit): Values {
  const given = (name: string): string => form.get(name)?.trim() ?? '';
  return {
    name: given('name'),
    purpose: given('purpose'),
    scopes: form.getAll('scopes').filter(isOauthScope),
    mode: given('mode'),
    perDay: given('perDay'),
    recipients: given('recipients'),
    networks: given('networks'),
    days: given('days'),
    domain: given('domain'),
  };
}

function chosenScopes({ scopes, purpose }: Values): readonly string[] {
  return scopes.length > 0 ? scopes : (purposes[purpose]?.scopes ?? purposes.send!.scopes);
}

function entriesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}
