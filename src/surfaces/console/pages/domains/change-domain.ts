import { getDomain } from '../../../../../tools/domains/get-domain.ts';
import { removeDomain } from '../../../../../tools/domains/remove-domain.ts';
import { rotateDomainDkim } from '../../../../../tools/domains/rotate-domain-dkim.ts';
import { updateDomain } from '../../../../../tools/domains/update-domain.ts';
import { verifyDomain } from '../../../../../tools/domains/verify-domain.ts';
import { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { button, checkbox, faultNotice, form, textField } from '../../fields.ts';
import { correctable, faultsByField, passkeyMissing, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { linkButton, sheet } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import { domainsPath } from './list-domains.ts';
import { showDomain } from './show-domain.ts';

export async function checkDomain(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  try {
    await visit.call(verifyDomain, { id });
  } catch (error) {
    // Another check was faster, and its result is as new.
    if (!(error instanceof Failure) || error.failure !== 'conflict') throw error;
  }
  return seeOther(`${domainsPath}/${id}?done=checked`);
}

export async function rotateKeys(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  try {
    await visit.call(rotateDomainDkim, { id });
  } catch (error) {
    const failure = correctable(error);
    return await showDomain(visit, faultNotice(failure), failure.status);
  }
  return seeOther(`${domainsPath}/${id}?done=rotated`);
}

export async function removeOne(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await showDomain(visit, faultNotice(passkeyMissing()), 403);
  await visit.call(removeDomain, { id: visit.parameters.id });
  return seeOther(`${domainsPath}?done=removed`);
}

const labels = {
  custom_return_path: 'Subdomain for bounces',
  tracking_subdomain: 'Subdomain for tracked links',
} as const;
const labelCharactersMax = 63;

export async function showSettings(visit: Visit, failure: Failure | null = null): Promise<HttpAnswer> {
  const domain = await visit.call(getDomain, { id: visit.parameters.id });
  const faults = faultsByField(failure);
  const typed = (name: string, value: string): string =>
    failure === null ? value : (visit.form.get(name) ?? '');
  const checked = (name: string, value: boolean): boolean =>
    failure === null ? value : visit.form.has(name);
  const path = `${domainsPath}/${domain.id}`;
  const body = html`${rejectedNotice(failure, labels)}${sheet({
    body: form(
      `${path}/edit`,
      html`${checkbox('open_tracking', { label: 'Count opens', hint: 'Adds an invisible image to emails', isChosen: checked('open_tracking', domain.open_tracking) })}${checkbox('click_tracking', { label: 'Count clicks', hint: 'Links go through this server', isChosen: checked('click_tracking', domain.click_tracking) })}${checkbox('enforced', { label: 'Send only with TLS', hint: 'Receivers without TLS get no email', isChosen: checked('enforced', domain.tls === 'enforced') })}${checkbox('warm_up', { label: 'Warm up', hint: 'Limits the volume in the first two weeks', isChosen: checked('warm_up', domain.warm_up) })}${textField({ name: 'tracking_subdomain', label: labels.tracking_subdomain, value: typed('tracking_subdomain', domain.tracking_subdomain ?? ''), hint: `For example, links for links.${domain.name}. Leave empty to use this server’s name.`, isOptional: true, charactersMax: labelCharactersMax, fault: faults.get('tracking_subdomain') ?? null })}${textField({ name: 'custom_return_path', label: labels.custom_return_path, value: typed('custom_return_path', domain.custom_return_path), hint: `For example, send for send.${domain.name}`, charactersMax: labelCharactersMax, fault: faults.get('custom_return_path') ?? null })}<p class="acts">${button('Save')} ${linkButton(path, 'Cancel')}</p>`,
    ),
  })}`;
  return await page(visit, {
    title: `Settings of ${domain.name}`,
    crumb: { href: path, title: domain.name },
    sub: 'A new subdomain needs new DNS records. The domain’s page shows them after you save.',
    body,
    also: {
      tool: updateDomain,
      input: { id: domain.name, click_tracking: true },
      ask: `Count clicks in mail from ${domain.name}.`,
    },
    status: failure?.status ?? 200,
  });
}

export async function saveSettings(visit: Visit): Promise<HttpAnswer> {
  const { form: given, parameters } = visit;
  try {
    await visit.call(updateDomain, {
      id: parameters.id,
      open_tracking: given.has('open_tracking'),
      click_tracking: given.has('click_tracking'),
      tls: given.has('enforced') ? 'enforced' : 'opportunistic',
      warm_up: given.has('warm_up'),
      tracking_subdomain: given.get('tracking_subdomain') || null,
      custom_return_path: given.get('custom_return_path') ?? '',
    });
  } catch (error) {
    return await showSettings(visit, correctable(error));
  }
  return seeOther(`${domainsPath}/${parameters.id}?done=saved`);
}
