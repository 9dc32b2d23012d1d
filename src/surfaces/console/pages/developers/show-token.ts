import { listAuditLog } from '../../../../../tools/organizations/list-audit-log.ts';
import { getToken } from '../../../../../tools/tokens/get-token.ts';
import { revokeToken } from '../../../../../tools/tokens/revoke-token.ts';
import { rotateToken } from '../../../../../tools/tokens/rotate-token.ts';
import { updateToken } from '../../../../../tools/tokens/update-token.ts';
import type { Failure } from '../../../../model/failure.ts';
import { isOauthScope, scopeSentences } from '../../../../model/oauth/scopes.ts';
import { describeTokenLimits } from '../../../../model/organization/describe-token.ts';
import { describeScopes } from '../../../../model/organization/scope-words.ts';
import { objectNames } from '../../../../store/records/instance/object-names.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { describeActivity } from '../../activity/describe-activity.ts';
import { button, dialog, doneNotice, faultNotice, form, presenceForm, textField } from '../../fields.ts';
import { correctable, passkeyMissing } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { columns, icon, list, sheet } from '../../look/parts.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { developersPath, secretNotice, tokensPath } from './developers-frame.ts';
import { isWorking, type TokenShown, tokenBadge } from './token-states.ts';

const nameCharactersMax = 100;
const entriesShown = 10;

type Extra = { made?: Html; fault?: Failure };

export async function showToken(visit: Visit, { made, fault }: Extra = {}): Promise<HttpAnswer> {
  const { engine, organization, now } = visit;
  const [token, log] = await Promise.all([
    visit.call(getToken, { id: visit.parameters.id }),
    visit.call(listAuditLog, { token_id: visit.parameters.id, limit: entriesShown }),
  ]);
  const zone = organization.timezone;
  const domain = token.domain_id;
  const names = await objectNames(
    engine.store.database.reader,
    organization.key,
    domain === null ? [] : [domain],
  );
  const mayChange = isAdmin(visit) && isWorking(token, now);
  const permissions = token.scopes.map((scope) => ({
    sign: icon('check'),
    body: html`${describeScopes([scope])}${isOauthScope(scope) ? html`<small>${scopeSentences[scope]}</small>` : null}`,
  }));
  const limits = describeTokenLimits({
    scopes: token.scopes,
    domainId: token.domain_id,
    domain: domain && (names.get(domain)?.name ?? domain),
    mode: token.mode,
    allowedRecipients: token.allowed_recipients,
    sendCap: token.send_cap,
    ipAllowlist: token.ip_allowlist,
    expiresAt: token.expires_at === null ? null : Date.parse(token.expires_at),
  });
  const main = html`${sheet({ title: 'Permissions', bare: true, body: list(permissions) })}${sheet({
    title: 'Activity',
    bare: true,
    body:
      log.data.length === 0
        ? html`<div class="pad"><p class="quiet">The audit log has no changes by this token.</p></div>`
        : list(await describeActivity(visit, log.data)),
    footer: html`<a href="/console/settings/audit-log?token=${token.id}">All entries in the audit log</a>`,
  })}`;
  const side = html`${sheet({
    title: 'Token',
    body: factList([
      ['Begins with', html`<code>${token.prefix}</code>`],
      ['Created', renderTime(token.created_at, zone)],
      ['Last used', token.last_used_at === null ? html`Never` : renderTime(token.last_used_at, zone)],
      token.expires_at === null ? null : ['Expires', renderTime(token.expires_at, zone)],
      token.revoked_at === null ? null : ['Revoked', renderTime(token.revoked_at, zone)],
      ['For', html`${token.assistant ? 'An assistant' : 'An app'}`],
    ]),
  })}${sheet({ title: 'Limits', bare: true, body: list(limits.map((limit) => ({ sign: icon('shield'), body: html`${limit}` }))) })}${mayChange ? renaming(token) : null}`;
  return await page(visit, {
    title: token.name,
    heading: foreign(token.name),
    crumb: { href: developersPath, title: 'Developers' },
    badge: tokenBadge(token, now),
    acts: mayChange ? await actions(visit, token) : null,
    body: html`${made ?? null}${faultNotice(fault ?? null)}${doneNotice(visit, { renamed: 'Renamed.' })}${columns(main, side)}`,
    status: fault?.status ?? 200,
    also: {
      tool: getToken,
      input: { id: token.id },
      ask: `When was the token ${straight(token.name)} last used?`,
    },
  });
}

async function actions(visit: Visit, { id, name }: TokenShown): Promise<Html> {
  const shown = straight(name);
  return html`${dialog('rotate', {
    opener: 'Rotate secret',
    picture: 'retry',
    title: `Rotate the secret of ${shown}?`,
    text: 'The new secret is shown once. The old secret works for 24 more hours, so you have time to replace it in your app.',
    form: await presenceForm(visit, {
      action: `${tokensPath}/${id}/rotate`,
      body: button(`Rotate the secret of ${shown}`),
    }),
  })}${dialog('revoke', {
    opener: 'Revoke token',
    look: 'danger',
    picture: 'suppressed',
    title: `Revoke ${shown}?`,
    text: 'It stops working immediately and permanently, and so do the tokens it created and the apps they approved. Mail that it scheduled is still sent.',
    form: form(`${tokensPath}/${id}/revoke`, button(`Revoke ${shown}`, { look: 'danger main' })),
  })}`;
}

function renaming({ id, name }: TokenShown): Html {
  return sheet({
    title: 'Rename',
    body: form(
      `${tokensPath}/${id}`,
      html`${textField({ name: 'name', label: 'Name', value: straight(name), charactersMax: nameCharactersMax })}${button('Rename', { look: '' })}`,
    ),
  });
}

export async function renameToken(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  try {
    await visit.call(updateToken, { id, name: visit.form.get('name')?.trim() ?? '' });
  } catch (error) {
    return await showToken(visit, { fault: correctable(error) });
  }
  return seeOther(`${tokensPath}/${id}?done=renamed`);
}

export async function rotate(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) {
    return await showToken(visit, { fault: passkeyMissing() });
  }
  try {
    const { token, old_token_expires_at } = await visit.call(rotateToken, { id: visit.parameters.id });
    const until = renderTime(old_token_expires_at, visit.organization.timezone);
    const text = html`You will not see it again. The old secret works until ${until}.`;
    return await showToken(visit, { made: secretNotice('Copy the new secret now.', text, token) });
  } catch (error) {
    return await showToken(visit, { fault: correctable(error) });
  }
}

export async function revoke(visit: Visit): Promise<HttpAnswer> {
  await visit.call(revokeToken, { id: visit.parameters.id });
  return seeOther(`${developersPath}?done=revoked`);
}
