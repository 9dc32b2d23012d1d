import { getApproval } from '../../../../../tools/approvals/get-approval.ts';
import { previewAgain, type RenewedPreview } from '../../../../contract/held-call.ts';
import { hashSubject } from '../../../../engine/approval/send-approvals.ts';
import {
  type Approval,
  type ApprovalRecord,
  approvalLimits,
  contentReview,
} from '../../../../model/approval/approval.ts';
import { approvalWords, displayStatus, statusSentences } from '../../../../model/approval/approval-words.ts';
import { describeQuestion, writeQuestion } from '../../../../model/approval/describe-question.ts';
import { Failure } from '../../../../model/failure.ts';
import { shownMails } from '../../../approvals/shown-mails.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, hiddenField, passkeyForm, textArea } from '../../fields.ts';
import { page } from '../../layout.ts';
import { avatar, columns, icon, linkButton, list, notice, sheet } from '../../look/parts.ts';
import { numberedMailAnswer } from '../../mail-frame.ts';
import { isApprover, type Visit } from '../../page.ts';
import { foreign, inMarkup, renderTime } from '../../shown.ts';
import { findToolTitle, toolsByName } from '../../tools-by-name.ts';
import { approvalBadge, decisionBy, renderAsker, renderQuestion } from './approval-states.ts';
import { audienceSheet, changesSheet, checksSheet, deliveryNotice, emailSheet } from './effect-parts.ts';
import { declinedDifference, resultSheet } from './history-parts.ts';
import { nameSubjects } from './name-subjects.ts';

/** @param fault reason why a decision failed */
export async function showOne(visit: Visit, fault: string | null = null): Promise<HttpAnswer> {
  const { engine, organization, parameters } = visit;
  // The tool checks that this person may see it.
  await visit.call(getApproval, { id: parameters.id });
  const asked = await loadApproval(visit);
  const look = await previewAgain(engine, toolsByName, organization, asked);
  const approval = await visit.call(getApproval, { id: parameters.id });
  const mails = await shownMails(engine, organization, look, visit.request.signal);
  const preview = approval.preview ?? null;
  const question = describeQuestion(
    findToolTitle(approval.tool),
    approval.preview,
    (await nameSubjects(visit, [look.question])).get(approval.id) ?? null,
  );
  const hasChanged = look.question.about !== asked.about;
  const isOpen = approval.status === 'pending' || approval.status === 'declined';
  const mayDecide = isOpen && isApprover(visit);
  const main = html`${notices(fault, hasChanged, look)}${await resultSheet(visit, approval)}${
    preview && (isOpen ? deliveryNotice(visit, preview) : null)
  }${preview && changesSheet(preview, mails.list)}${await emailSheet(visit, approval.preview, mails, isOpen)}${await declinedDifference(visit, look, mails)}`;
  const side = html`${preview && audienceSheet(preview, mails.list)}${preview && checksSheet(preview, look.refusal)}${requesterSheet(visit, approval, look.question)}${mayDecide ? noteField : null}`;
  const both = columns(main, side);
  const body = mayDecide
    ? await decisionForm(visit, approval, look, both)
    : html`${both}${isOpen ? html`<p class="quiet">${approvalWords.deciders}</p>` : null}`;
  return await page(visit, {
    title: writeQuestion(question),
    heading: renderQuestion(question),
    crumb: { href: isOpen ? '/console/approvals' : '/console/approvals/decided', title: 'Approvals' },
    badge: approvalBadge(approval),
    sub: html`Requested by ${renderAsker(approval)}, ${renderTime(approval.asked_at, organization.timezone)}. ${standingSentence(visit, approval)}`,
    body,
    status: fault === null ? 200 : 409,
  });
}

export async function loadApproval({ engine, organization, parameters }: Visit): Promise<ApprovalRecord> {
  const { approvals } = engine.store.forOrganization(organization.key);
  const found = await approvals.byId(parameters.id ?? '');
  if (!found) throw new Failure('not_found');
  return found;
}

function notices(fault: string | null, hasChanged: boolean, { refusal }: RenewedPreview): Html | null {
  if (fault !== null) return notice({ state: 'bad', title: 'Nothing was decided.', text: fault });
  if (refusal) {
    const text = `If approved now, the call would be refused: ${refusal.message}`;
    return notice({ state: 'bad', title: 'This cannot be done now.', text });
  }
  if (!hasChanged) return null;
  const text = 'The effect has changed since the assistant asked. This page shows the current effect.';
  return notice({ state: 'info', title: 'Updated.', text });
}

function standingSentence({ organization }: Visit, approval: Approval): Html {
  const { decided_at, decided_by, word, outcome, expires_at } = approval;
  const { withWords } = approvalWords;
  const zone = organization.timezone;
  const when = decisionBy(decided_by, decided_at, zone);
  return inMarkup(statusSentences[displayStatus(approval)], {
    until: renderTime(expires_at, zone),
    by: word === null ? when : inMarkup(withWords, { by: when, word: html`“${foreign(word)}”` }),
    outcome: html`${(outcome ?? '').replaceAll('_', ' ')}`,
  });
}

function requesterSheet({ organization }: Visit, approval: Approval, { shown }: ApprovalRecord): Html {
  const name = approval.client ?? approval.token?.name ?? 'Assistant';
  const rows = [
    {
      sign: avatar(name, 'program'),
      body: html`<b>${foreign(name)}</b><small>${actsFor(approval)}</small>`,
      end: renderTime(approval.asked_at, organization.timezone),
    },
    ...(shown.because === undefined
      ? []
      : [{ sign: icon('info'), body: html`${shown.because}.<small>Reason for the request</small>` }]),
    ...(approval.word === null
      ? []
      : [
          { sign: icon('edit'), body: html`“${foreign(approval.word)}”<small>Note to the assistant</small>` },
        ]),
  ];
  return sheet({ title: 'Requested by', bare: true, body: list(rows) });
}

function actsFor({ token, tool }: Approval): Html | null {
  if (token !== null) return html`Token ${foreign(token.name)}`;
  return tool === contentReview.tool ? null : html`Acts for the operator of this server`;
}

const noteField = textArea({
  name: 'word',
  label: 'Note to the assistant (optional)',
  rows: 2,
  charactersMax: approvalLimits.wordCharactersMax,
  isOptional: true,
});

/** A passkey signs this value, which binds the decision to this question and its content. */
export function signedFor({ id, about }: Pick<ApprovalRecord, 'id' | 'about'>): string {
  return hashSubject({ approve: id, about });
}

/** Contains the whole page, because the bar stays at the bottom of the screen only inside its form. */
async function decisionForm(
  visit: Visit,
  approval: Approval,
  { question, refusal }: RenewedPreview,
  content: Html,
): Promise<Html> {
  const action = `/console/approvals/${approval.id}`;
  const { approvals } = visit.engine.store.forOrganization(visit.organization.key);
  const alike = await approvals.alike(question, visit.now, approvalLimits.pendingMax);
  const together =
    alike.length < 2 ? null : linkButton(`${action}/alike`, `Decide all ${alike.length} together`);
  const buttons = html`${together}${
    approval.status === 'declined'
      ? null
      : button('Decline', {
          name: 'decision',
          value: 'decline',
          look: '',
          plain: true,
          picture: 'suppressed',
        })
  }${refusal ? null : button('Approve', { name: 'decision', value: 'approve', picture: 'passkey' })}`;
  const body = html`${hiddenField('about', question.about)}${content}
<div class="decide"><span class="small mid">${approval.preview?.object === 'change_preview' ? 'You approve exactly this change.' : 'You approve this exact email and audience.'} Any change needs a new approval.</span><div class="acts">${buttons}</div></div>`;
  return await passkeyForm(visit, { action, fingerprint: signedFor(question), body });
}

export async function showMail(visit: Visit): Promise<HttpAnswer> {
  await visit.call(getApproval, { id: visit.parameters.id });
  const look = await previewAgain(visit.engine, toolsByName, visit.organization, await loadApproval(visit));
  const mails = await shownMails(visit.engine, visit.organization, look, visit.request.signal);
  return await numberedMailAnswer(visit, mails);
}
