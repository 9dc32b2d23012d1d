import { decideApproval } from '../../../../../tools/approvals/decide-approval.ts';
import { getApproval } from '../../../../../tools/approvals/get-approval.ts';
import { hashSubject } from '../../../../engine/approval/send-approvals.ts';
import { approvalLimits } from '../../../../model/approval/approval.ts';
import { describePreview } from '../../../../model/approval/describe-preview.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import {
  type AlikeCall,
  type AlikeCalls,
  decideAlike,
  isSettled,
  type Place,
  previewAlike,
  type Seen,
} from '../../../approvals/alike.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, hiddenField, passkeyForm, textField } from '../../fields.ts';
import { page, seeOther } from '../../layout.ts';
import { icon, list, notice, sheet } from '../../look/parts.ts';
import { inNumber } from '../../number-words.ts';
import { isApprover, type Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import { findToolTitle, toolsByName } from '../../tools-by-name.ts';
import { renderAsker } from './approval-states.ts';
import { wholeList } from './effect-parts.ts';
import { loadApproval } from './show-approval.ts';

function placeOf({ engine, organization }: Visit): Place {
  return { engine, organization, tools: toolsByName };
}

export async function showAlike(visit: Visit, fault: string | null = null): Promise<HttpAnswer> {
  // The tool checks that this person may see it.
  const approval = await visit.call(getApproval, { id: visit.parameters.id });
  const question = await loadApproval(visit);
  const calls = await previewAlike(placeOf(visit), question, visit.request.signal);
  const title = findToolTitle(question.tool);
  const { together, apart } = calls;
  const rows = await Promise.all(together.map(async (call) => ({ body: await renderCall(title, call) })));
  const amount = inNumber(together.length, 'request');
  const content = html`${fault && notice({ state: 'bad', title: 'Some requests were not decided.', text: fault })}
${sheet({
  title: amount,
  bare: true,
  body: rows.length === 0 ? html`<div class="pad"><p>No requests are waiting.</p></div>` : list(rows),
})}${apart.length === 0 ? null : apartSheet(calls)}`;
  const isDecidable = together.length > 0 && isApprover(visit);
  return await page(visit, {
    title: `${title}: decide on ${amount}`,
    crumb: { href: '/console/approvals', title: 'Approvals' },
    sub: html`Requested by ${renderAsker(approval)}. Each request is checked again before it runs. A request whose effect has changed needs a new decision.`,
    body: isDecidable ? await decisionForm(visit, together, content) : content,
    status: fault === null ? 200 : 409,
  });
}

async function renderCall(title: string, { question, mails }: AlikeCall): Promise<Html> {
  const { id, shown } = question;
  const [first = '', ...lines] = describePreview(title, shown.preview, 'all').split('\n');
  // A change has no facts on its first line.
  const facts = shown.isChange ? lines : [first, ...lines];
  const mail = mails.count === 0 ? null : await mails.show(0);
  const text = mail && stripInvisible(mail.text);
  return html`${facts.map((line) => html`${foreign(stripInvisible(line))}<br>`)}${wholeList(mails.list)}
${mail && html`<details><summary>Email: ${foreign(stripInvisible(mail.subject))}</summary><figure class="code"><pre tabindex="0">${text}</pre></figure></details>`}
<small><a href="/console/approvals/${id}">Open this request</a></small>`;
}

function apartSheet({ apart }: AlikeCalls): Html {
  const rows = apart.map(({ id, tool }) => ({
    sign: icon('approval'),
    body: html`<a href="/console/approvals/${id}">${findToolTitle(tool)}</a>`,
  }));
  return sheet({
    title: 'Decide separately',
    bare: true,
    body: html`<div class="pad"><p>These requests would be refused now, or send several emails that you should review one by one.</p></div>${list(rows)}`,
  });
}

/** A passkey signs every question of the group with its content. */
function signedFor(seen: readonly Seen[]): string {
  return hashSubject({ approve: seen.map(({ id, about }) => ({ id, about })) });
}

/** Contains the whole page, because the bar stays at the bottom of the screen only inside its form. */
async function decisionForm(visit: Visit, calls: readonly AlikeCall[], content: Html): Promise<Html> {
  const seen = calls.map(({ question }) => question);
  const amount = String(seen.length);
  const body = html`${content}${seen.map((one) => hiddenField('seen', `${one.id} ${one.about}`))}${textField({
    name: 'word',
    label: 'Note to the assistant (optional)',
    charactersMax: approvalLimits.wordCharactersMax,
    isOptional: true,
  })}<div class="decide"><span class="small mid">You approve exactly these ${amount} requests.</span><div class="acts">${button(
    'Decline all',
    { name: 'decision', value: 'decline', look: '', plain: true, picture: 'suppressed' },
  )}${button(`Approve all ${amount}`, { name: 'decision', value: 'approve', picture: 'passkey' })}</div></div>`;
  const action = `/console/approvals/${visit.parameters.id!}/alike`;
  return await passkeyForm(visit, { action, fingerprint: signedFor(seen), body });
}

export async function decideTogether(visit: Visit): Promise<HttpAnswer> {
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
      return await showAlike(
        visit,
        'Your passkey did not confirm the approval, so nothing was done. Try again.',
      );
    if (proof.kind === 'proved') passkey = proof.passkey.id;
  }
  const word = form.get('word')?.slice(0, approvalLimits.wordCharactersMax);
  const outcomes = await decideAlike(placeOf(visit), seen, decision, async ({ id, about }) => {
    await visit.call(decideApproval, { id, decision, about, word, passkey });
  });
  const unsettled = [...outcomes.values()].filter((outcome) => !isSettled(outcome)).length;
  if (unsettled === 0) return seeOther('/console/approvals');
  const done = outcomes.size - unsettled;
  return await showAlike(
    visit,
    `${done} of ${outcomes.size} requests were ${decision === 'approve' ? 'approved and carried out' : 'declined'}. The others were refused, or have changed since you opened this page.`,
  );
}
