import { decideApproval } from '../../../../tools/approvals/decide-approval.ts';
import { getApproval } from '../../../../tools/approvals/get-approval.ts';
import { hashSubject } from '../../../engine/approval/send-approvals.ts';
import { approvalLimits } from '../../../model/approval/approval.ts';
import { describePreview } from '../../../model/approval/describe-preview.ts';
import { hasRole } from '../../../model/person/roles.ts';
import { stripInvisible } from '../../../model/text/strip-invisible.ts';
import {
  type AlikeCall,
  type AlikeCalls,
  decideAlike,
  isSettled,
  type Place,
  previewAlike,
  type Seen,
} from '../../approvals/alike.ts';
import type { HttpAnswer } from '../../http/request-response.ts';
import { type Html, html } from '../../public/html.ts';
import { button, hiddenField, passkeyForm, textField } from '../fields.ts';
import { page, seeOther } from '../layout.ts';
import type { ConsolePage, Visit } from '../page.ts';
import { foreign } from '../shown.ts';
import { findToolTitle, loadApproval, renderAsker, tools, wholeList } from './approvals.ts';

export const alikeApprovalPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/approvals/:id/alike', answer: (visit) => show(visit) },
  { method: 'POST', path: '/console/approvals/:id/alike', roles: ['approver'], answer: decide },
];

function placeOf({ engine, organization }: Visit): Place {
  return { engine, organization, tools };
}

async function show(visit: Visit, fault: string | null = null): Promise<HttpAnswer> {
  // The tool checks that this person may see it.
  const approval = await visit.call(getApproval, { id: visit.parameters.id });
  const question = await loadApproval(visit);
  const calls = await previewAlike(placeOf(visit), question, visit.request.signal);
  const title = findToolTitle(question.tool);
  const { together, apart } = calls;
  const entries = await Promise.all(together.map((call) => entryOf(title, call)));
  const body = html`${fault && html`<p class="note bad" role="alert">${fault}</p>`}
<section class="sheet"><div class="pad"><p>Asked by ${renderAsker(approval)}. Each call is checked again before it runs. A call whose effect has changed needs a new decision.</p></div></section>
<section class="sheet"><header><h2>${together.length === 1 ? '1 call' : `${together.length} calls`}</h2></header><div class="pad">
${together.length === 0 ? html`<p>No calls are waiting.</p>` : html`<ol class="long">${entries}</ol>`}</div></section>
${apart.length === 0 ? null : apartSection(calls)}
${await decisionForm(visit, together)}
<p><a href="/console/approvals">All approvals</a></p>`;
  return await page(visit, {
    title: `${title}: decide on all waiting calls`,
    body,
    status: fault === null ? 200 : 409,
  });
}

async function entryOf(title: string, { question, mails }: AlikeCall): Promise<Html> {
  const { id, shown } = question;
  const [first = '', ...lines] = describePreview(title, shown.preview, 'all').split('\n');
  // A change has no facts on its first line.
  const facts = shown.isChange ? lines : [first, ...lines];
  const mail = mails.count === 0 ? null : await mails.show(0);
  const text = mail && stripInvisible(mail.text);
  return html`<li>${facts.map((line) => html`${foreign(stripInvisible(line))}<br>`)}${wholeList(mails.list)}
${mail && html`<details><summary>Mail: ${foreign(stripInvisible(mail.subject))}</summary><pre class="mail">${text}</pre></details>`}
<a href="/console/approvals/${id}">Open this call</a></li>
`;
}

function apartSection({ apart }: AlikeCalls): Html {
  return html`<section class="sheet"><header><h2>Decide separately</h2></header><div class="pad"><p>These calls would currently be refused, or send several mails that you should review.</p><ul class="long">
${apart.map(({ id, tool }) => html`<li><a href="/console/approvals/${id}">${findToolTitle(tool)}</a></li>\n`)}</ul></div></section>`;
}

/** A passkey signs every question of the group with its content. */
function signedFor(seen: readonly Seen[]): string {
  return hashSubject({ approve: seen.map(({ id, about }) => ({ id, about })) });
}

async function decisionForm(visit: Visit, calls: readonly AlikeCall[]): Promise<Html | null> {
  const { id } = visit.parameters;
  if (calls.length === 0 || !hasRole(visit.person.roles, ['approver'])) return null;
  const seen = calls.map(({ question }) => question);
  const body = html`${seen.map((one) => hiddenField('seen', `${one.id} ${one.about}`))}${textField({
    name: 'word',
    label: 'Note to the assistant (optional)',
    charactersMax: approvalLimits.wordCharactersMax,
    isOptional: true,
  })}<p class="ways">${button(`Approve all ${seen.length}`, { name: 'decision', value: 'approve' })}
${button('Decline all', { name: 'decision', value: 'decline', look: '', plain: true })}</p>`;
  const action = `/console/approvals/${id!}/alike`;
  return html`<section class="sheet"><header><h2>Decide</h2></header><div class="pad">${await passkeyForm(visit, { action, fingerprint: signedFor(seen), body })}</div></section>`;
}

async function decide(visit: Visit): Promise<HttpAnswer> {
  const { form } = visit;
  const decision = form.get('decision') === 'approve' ? 'approve' : 'decline';
  const seen = form
    .getAll('seen')
    .slice(0, approvalLimits.pendingMax)
    .map((text): Seen => {
      const [id = '', about = ''] = text.split(' ');
      return { id, about };
    });
  let passkey: string | undefined;
  if (decision === 'approve') {
    const proof = await visit.confirmByPasskey(signedFor(seen));
    if (proof.kind === 'refused')
      return await show(visit, 'Your passkey did not confirm the approval, so nothing was done.');
    if (proof.kind === 'proved') passkey = proof.passkey.id;
  }
  const word = form.get('word')?.slice(0, approvalLimits.wordCharactersMax);
  const outcomes = await decideAlike(placeOf(visit), seen, decision, async ({ id, about }) => {
    await visit.call(decideApproval, { id, decision, about, word, passkey });
  });
  const unsettled = [...outcomes.values()].filter((outcome) => !isSettled(outcome)).length;
  if (unsettled === 0) return seeOther('/console/approvals');
  const done = outcomes.size - unsettled;
  return await show(
    visit,
    `${done} of ${outcomes.size} were ${decision === 'approve' ? 'approved and done' : 'declined'}. The others were refused, or have changed since you opened this page.`,
  );
}
