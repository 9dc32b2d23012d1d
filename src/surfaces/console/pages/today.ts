import type { z } from 'zod';
import { listDomains } from '../../../../tools/domains/list-domains.ts';
import { listAuditLog } from '../../../../tools/organizations/list-audit-log.ts';
import { pauseSending } from '../../../../tools/organizations/pause-sending.ts';
import { resumeSending } from '../../../../tools/organizations/resume-sending.ts';
import type { AuditEntry, RefusedRecipients } from '../../../model/organization/audit.ts';
import { pauseReasonCharactersMax } from '../../../model/organization/sending-pause.ts';
import { hasRole } from '../../../model/person/roles.ts';
import type { HttpAnswer } from '../../http/request-response.ts';
import { type Html, html } from '../../public/html.ts';
import { describeCall, readEntryCauses } from '../cause-words.ts';
import { button, form, pageNotFound, presenceForm, textField } from '../fields.ts';
import { page, seeOther } from '../layout.ts';
import type { ConsolePage, Visit } from '../page.ts';
import { foreign, renderTime } from '../shown.ts';

export const todayPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console', answer: (visit) => show(visit) },
  { method: 'POST', path: '/console/sending/pause', roles: ['author', 'approver'], answer: pause },
  { method: 'POST', path: '/console/sending/resume', roles: ['approver'], answer: resume },
];

const entriesRead = 100;
const entriesShown = 10;
const domainsRead = 100;

async function show(visit: Visit, warning: string | null = null): Promise<HttpAnswer> {
  const [log, domains] = await Promise.all([
    visit.call(listAuditLog, { limit: entriesRead }),
    visit.call(listDomains, { limit: domainsRead }),
  ]);
  const done = log.data.filter(({ door }) => door === 'mcp').slice(0, entriesShown);
  const failing = domains.data.filter(({ status }) => status !== 'verified');
  const body = html`${warning === null ? null : html`<p class="note bad" role="alert">${warning}</p>`}
<section class="sheet" id="sending"><header><h2>Sending</h2></header><div class="pad"><p>${sendingSentence(visit)}</p>
${await sendingForm(visit)}</div></section>
<section class="sheet"><header><h2>Recent assistant activity</h2></header><div class="pad">
${done.length === 0 ? html`<p class="quiet">No recent changes by assistants.</p>` : await assistantRows(visit, done)}</div></section>
<section class="sheet"><header><h2>Domains</h2></header><div class="pad">
${
  failing.length === 0
    ? html`<p>${domains.data.length === 0 ? 'There is no sending domain yet.' : 'All sending domains are verified.'}</p>`
    : html`<ul class="list">
${failing.map(({ name, status }) => html`<li><span>${foreign(name)}</span><span class="quiet">${status.replaceAll('_', ' ')}</span></li>\n`)}</ul>`
}</div></section>`;
  return await page(visit, { title: 'Today', body, status: warning === null ? 200 : refusedStatus });
}

const refusedStatus = 400;

/** Pausing needs no confirmation. Resuming releases mail, so a person with a passkey confirms it. */
async function sendingForm(visit: Visit): Promise<Html | null> {
  const { organization, person } = visit;
  if (!organization.sendingPause) {
    if (!hasRole(person.roles, ['author', 'approver'])) return null;
    const reason = textField({
      name: 'reason',
      label: 'Reason for a pause (optional)',
      hint: 'Visible to the people and assistants of the organization.',
      charactersMax: pauseReasonCharactersMax,
      isOptional: true,
    });
    return form('/console/sending/pause', html`${reason}${button('Pause sending', { look: '' })}`);
  }
  if (!hasRole(person.roles, ['approver'])) return null;
  return await presenceForm(visit, { action: '/console/sending/resume', body: button('Resume sending') });
}

async function pause(visit: Visit): Promise<HttpAnswer> {
  const reason = visit.form.get('reason')?.trim();
  await visit.call(pauseSending, reason ? { reason } : {});
  return seeOther('/console');
}

async function resume(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await show(visit, pageNotFound);
  await visit.call(resumeSending);
  return seeOther('/console');
}

async function assistantRows(visit: Visit, entries: readonly z.output<typeof AuditEntry>[]): Promise<Html> {
  const { timezone } = visit.organization;
  const { causes, names } = await readEntryCauses(visit, entries);
  return html`<ul class="list">
${entries.map(
  (
    { at, tool, outcome, refused_recipients },
    index,
  ) => html`<li><span>${tool} <span class="quiet">${outcome ?? 'running or interrupted'}${refused_recipients && recipientsIn(refused_recipients)}</span><br>
<span class="quiet">${causes[index]!.map((link) => describeCall(link, names, timezone))}</span></span>
${renderTime(at, timezone)}</li>
`,
)}</ul>`;
}

function recipientsIn({ first, count }: RefusedRecipients): Html {
  const others = count > 1 ? ` and ${count - 1} more` : '';
  return html` for ${first === null ? 'an erased person' : foreign(first)}${others}`;
}

function sendingSentence({ engine, organization }: Visit): string {
  const { delivery } = engine.settings;
  if (organization.sendingPause)
    return 'Sending is paused. Waiting mail is sent as soon as a person resumes sending.';
  if (delivery === 'capture') return 'This server captures all mail: nothing reaches a real mailbox.';
  if (!organization.sendingEnabled) {
    return 'Sending is off for this organization: mail is captured, and nothing reaches a real mailbox.';
  }
  return delivery === 'relay'
    ? 'Sending is on: mail goes out through this server’s relay.'
    : 'Sending is on: mail goes directly to the recipients’ mail servers.';
}
