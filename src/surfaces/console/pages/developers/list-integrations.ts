import { createIntegration } from '../../../../../tools/integrations/create-integration.ts';
import { listIntegrations } from '../../../../../tools/integrations/list-integrations.ts';
import type { Failure } from '../../../../model/failure.ts';
import { integrationLimits } from '../../../../model/integration/integration.ts';
import { providerNames, providers } from '../../../../model/integration/providers.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, doneNotice, presenceForm, selectField, textField } from '../../fields.ts';
import { correctable, faultsByField, passkeyMissing, rejectedNotice } from '../../form-faults.ts';
import { page } from '../../layout.ts';
import { badge, emptyState, linkButton, list, sheet } from '../../look/parts.ts';
import { lead, table } from '../../look/tables.ts';
import { capitalize } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { developersPage, integrationsPath, secretNotice } from './developers-frame.ts';
import { showIntegration } from './show-integration.ts';

const nameCharactersMax = 100;
const secretCharactersMax = 500;
const labels = { provider: 'The system', name: 'The name', secret: 'The signing secret' };

export async function showIntegrations(visit: Visit): Promise<HttpAnswer> {
  const { organization } = visit;
  const { data } = await visit.call(listIntegrations, { limit: integrationLimits.perOrganizationMax });
  const mayAdd = isAdmin(visit);
  const adding = linkButton(`${integrationsPath}/new`, 'New integration', { look: 'main', picture: 'add' });
  const rows = data.map(({ id, provider, name, last_fault, last_received_at }) => [
    lead(
      `${integrationsPath}/${id}`,
      name === null ? providers[provider].title : foreign(name),
      last_fault === null ? providers[provider].title : foreign(last_fault),
    ),
    last_fault !== null
      ? badge('bad', 'Failing')
      : last_received_at === null
        ? badge('still', 'Nothing received yet')
        : badge('ok', 'Active', 'check'),
    providers[provider].sends === 'feedback' ? 'Bounces and complaints' : 'Customers and events',
    last_received_at === null ? null : renderTime(last_received_at, organization.timezone),
  ]);
  const body = html`${doneNotice(visit, { deleted: 'The integration was deleted. Its URL no longer works.' })}${sheet(
    {
      bare: true,
      body:
        data.length === 0
          ? emptyState({
              picture: 'link',
              title: 'No integrations yet',
              text: 'Stripe, Clerk, Shopify and other systems can send customers and events here. Relays can report bounces.',
              actions: mayAdd ? adding : null,
            })
          : table({
              caption: 'Integrations',
              columns: [
                { title: 'Integration', kind: 'lead' },
                { title: 'State', kind: 'state' },
                { title: 'Sends', kind: 'val' },
                { title: 'Last received', kind: 'n' },
              ],
              rows,
            }),
    },
  )}`;
  return await developersPage(visit, 'integrations', {
    acts: mayAdd && data.length > 0 ? adding : null,
    body,
    also: {
      tool: createIntegration,
      input: { provider: 'stripe', secret: 'whsec_…' },
      ask: 'Connect our Stripe account, so that customers become subscribers.',
    },
  });
}

type Values = { provider: string; name: string; secret: string };

const blank: Values = { provider: 'stripe', name: '', secret: '' };

export async function showNewIntegration(
  visit: Visit,
  values = blank,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const faults = faultsByField(fault);
  const fields = html`${selectField({
    name: 'provider',
    label: 'System',
    value: values.provider,
    options: providerNames.map((name) => ({
      value: name,
      label: `${providers[name].title}: ${providers[name].sends === 'feedback' ? 'bounces and complaints' : 'customers and events'}`,
    })),
    fault: faults.get('provider') ?? null,
  })}${textField({
    name: 'name',
    label: 'Name (optional)',
    value: straight(values.name),
    charactersMax: nameCharactersMax,
    isOptional: true,
    fault: faults.get('name') ?? null,
  })}${textField({
    name: 'secret',
    label: 'Signing secret',
    type: 'password',
    value: '',
    autocomplete: 'off',
    hint: 'The system shows it where you enter the URL. The list below shows which secret each system uses. Posthouse stores it encrypted.',
    charactersMax: secretCharactersMax,
    isOptional: true,
    fault: faults.get('secret') ?? null,
  })}${button('Create integration', { picture: 'link' })}`;
  const secrets = providerNames.map((name) => ({
    body: html`<b>${providers[name].title}</b><small>${capitalize(providers[name].secretIs)}</small>`,
  }));
  return await page(visit, {
    title: 'New integration',
    crumb: { href: integrationsPath, title: 'Integrations' },
    sub: 'Creates a URL to which another system posts its events.',
    body: html`${rejectedNotice(fault, labels, 'Not created.')}${sheet({ body: await presenceForm(visit, { action: integrationsPath, body: fields }) })}${sheet({ title: 'Signing secrets by system', bare: true, body: list(secrets) })}`,
    status: fault?.status ?? 200,
  });
}

export async function addIntegration(visit: Visit): Promise<HttpAnswer> {
  const given = (name: string): string => visit.form.get(name)?.trim() ?? '';
  const values = { provider: given('provider'), name: given('name'), secret: given('secret') };
  if (!(await visit.isPersonPresent())) {
    return await showNewIntegration(visit, values, passkeyMissing());
  }
  try {
    const { id, url } = await visit.call(createIntegration, {
      provider: values.provider,
      ...(values.name !== '' && { name: values.name }),
      ...(values.secret !== '' && { secret: values.secret }),
    });
    const made = secretNotice(
      'Enter this URL in the other system now.',
      'If it contains a secret, you will not see it again.',
      url,
    );
    return await showIntegration({ ...visit, parameters: { id } }, { made });
  } catch (error) {
    return await showNewIntegration(visit, values, correctable(error));
  }
}
