import { decideApproval } from '../../../../tools/approvals/decide-approval.ts';
import { getApproval } from '../../../../tools/approvals/get-approval.ts';
import { listApprovals } from '../../../../tools/approvals/list-approvals.ts';
import { catalogue } from '../../../../tools/index.ts';
import { previewAgain, type Ran, type RenewedPreview, runHeldCall } from '../../../contract/held-call.ts';
import { keepMails } from '../../../engine/approval/kept-mails.ts';
import { hashSubject } from '../../../engine/approval/send-approvals.ts';
import { type Approval, type ApprovalRecord, approvalLimits } from '../../../model/approval/approval.ts';
import {
  approvalWords,
  deliverySentences,
  displayStatus,
  factLabels,
  factWords,
  sentence,
  statusLabels,
  statusSentences,
} from '../../../model/approval/approval-words.ts';
import { Failure } from '../../../model/failure.ts';
import { idPrefixes } from '../../../model/id.ts';
import { classifyReach, type Preview, type SendPreview } from '../../../model/sending/send-preview.ts';
import { describeSkipped } from '../../../model/sending/skipped.ts';
import { stripInvisible } from '../../../model/text/strip-invisible.ts';
import { wordForPerson } from '../../../model/text/tool-remedies.ts';
import { aboutBadge, type Badge } from '../../../model/verification/content/verdict.ts';
import { listResults } from '../../approvals/result-addresses.ts';
import { type ShownMails, shownMails } from '../../approvals/shown-mails.ts';
import type { HttpAnswer } from '../../http/request-response.ts';
import { type Html, html } from '../../public/html.ts';
import { button, hiddenField, passkeyForm, textField } from '../fields.ts';
import { page, seeOther } from '../layout.ts';
import { mailAnswer, mailFrame } from '../mail-frame.ts';
import type { ConsolePage, NavEntry, Visit } from '../page.ts';
import { factList, foreign, inMarkup, renderTime } from '../shown.ts';

export const approvalPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/approvals', answer: showAll },
  { method: 'GET', path: '/console/approvals/:id', answer: (visit) => showOne(visit) },
  { method: 'POST', path: '/console/approvals/:id', roles: ['approver'], answer: decide },
  { method: 'GET', path: '/console/approvals/:id/mails/:number', answer: showMail },
];

export const approvalsEntry: NavEntry = {
  href: '/console/approvals',
  title: 'Approvals',
  picture: 'approval',
  group: '',
  async count(visit) {
    const { approvals } = visit.engine.store.forOrganization(visit.organization.key);
    return await approvals.countPending(visit.now, approvalLimits.pendingMax);
  },
};

export const tools = new Map(catalogue.map((tool) => [tool.name, tool]));
const decidedShown = 20;
const pendingShown = 100;

async function showAll(visit: Visit): Promise<HttpAnswer> {
  const [pending, lately] = await Promise.all([
    visit.call(listApprovals, { status: 'pending', limit: pendingShown }),
    visit.call(listApprovals, { limit: decidedShown }),
  ]);
  const decided = lately.data.filter(({ status }) => status !== 'pending');
  const body = html`<section class="sheet"><header><h2>Waiting for a decision</h2></header><div class="pad">
${pending.data.length === 0 ? html`<p>No requests are waiting.</p>` : groupsOf(visit, pending.data)}
${pending.has_more ? html`<p class="quiet">Some waiting requests are not shown here.</p>` : null}</div></section>
<section class="sheet"><header><h2>Recently decided</h2></header><div class="pad">
${decided.length === 0 ? html`<p class="quiet">No decisions yet.</p>` : rowsOf(visit, decided)}</div></section>`;
  return await page(visit, { title: 'Approvals', body });
}

function rowsOf({ organization }: Visit, approvals: readonly Approval[]): Html {
  return html`<ul class="list">
${approvals.map(
  (
    approval,
  ) => html`<li><span><a href="/console/approvals/${approval.id}">${findToolTitle(approval.tool)}</a><br>
<span class="quiet">${renderAsker(approval)}</span></span>
<span>${standing(approval)}</span>
<span class="quiet">${renderTime(approval.asked_at, organization.timezone)}</span></li>
`,
)}</ul>`;
}

/** Groups repeated calls of an assistant into a row that links to a joint decision. */
function groupsOf(visit: Visit, pending: readonly Approval[]): Html {
  const groups = new Map<string, Approval[]>();
  for (const one of pending) {
    const group = `${one.tool} ${one.token?.id ?? ''}`;
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  const alone = [...groups.values()].filter(({ length }) => length === 1).flat();
  const many = [...groups.values()].filter(({ length }) => length > 1);
  return html`${many.map(
    (
      group,
    ) => html`<ul class="list"><li><span><a href="/console/approvals/${group[0]!.id}/alike">${String(group.length)} calls: ${findToolTitle(group[0]!.tool)}</a><br>
<span class="quiet">${renderAsker(group[0]!)}</span></span><span>decide together</span></li></ul>
<details><summary>Show each call</summary>${rowsOf(visit, group)}</details>
`,
  )}${alone.length === 0 ? null : rowsOf(visit, alone)}`;
}

export function findToolTitle(tool: string): string {
  return tools.get(tool)?.title ?? tool;
}

export function renderAsker({ token, client }: Pick<Approval, 'token' | 'client'>): Html {
  const { operator, token: tokenWords, program } = approvalWords;
  const who = token === null ? html`${operator}` : inMarkup(tokenWords, { name: foreign(token.name) });
  return client === null ? who : inMarkup(program, { who, client: foreign(client) });
}

function standing(approval: Approval): string {
  return sentence(statusLabels[displayStatus(approval)], { outcome: approval.outcome ?? '' });
}

/** @param fault reason why a decision failed */
async function showOne(visit: Visit, fault: string | null = null): Promise<HttpAnswer> {
  const { engine, organization, parameters } = visit;
  // The tool checks that this person may see it.
  await visit.call(getApproval, { id: parameters.id });
  const asked = await loadApproval(visit);
  const look = await previewAgain(engine, tools, organization, asked);
  const approval = await visit.call(getApproval, { id: parameters.id });
  const mails = await shownMails(engine, organization, look, visit.request.signal);
  const hasChanged = look.question.about !== asked.about;
  const body = html`${fault && html`<p class="note bad" role="alert">${fault}</p>`}
<section class="sheet"><div class="pad"><p>${inMarkup(approvalWords.asked, { who: renderAsker(approval), at: renderTime(approval.asked_at, organization.timezone) })}
${standingSentence(visit, approval)}</p>
${look.question.shown.because === undefined ? null : html`<p>${look.question.shown.because}.</p>`}
${hasChanged ? html`<p class="note ok" role="status">The effect has changed since the assistant asked. This page shows the current effect.</p>` : null}
${look.refusal && html`<p class="note bad">If approved now, the call would be refused: ${look.refusal.message}</p>`}</div></section>
${resultSection(visit, approval)}
${approval.preview ? facts(visit, approval.preview, mails.list) : null}
${await mailsSection(visit, mails)}
${await decisionForm(visit, approval, look)}
<p><a href="/console/approvals">All approvals</a></p>`;
  const status = fault === null ? 200 : 409;
  return await page(visit, { title: `${findToolTitle(approval.tool)}?`, body, status });
}

export async function loadApproval({ engine, organization, parameters }: Visit): Promise<ApprovalRecord> {
  const { approvals } = engine.store.forOrganization(organization.key);
  const found = await approvals.byId(parameters.id ?? '');
  if (!found) throw new Failure('not_found');
  return found;
}

function standingSentence({ organization }: Visit, approval: Approval): Html {
  const { decided_at, decided_by, word, outcome, expires_at } = approval;
  const { withWords } = approvalWords;
  const zone = organization.timezone;
  const when = decisionBy(decided_by, decided_at, zone);
  return inMarkup(statusSentences[displayStatus(approval)], {
    until: renderTime(expires_at, zone),
    by: word === null ? when : inMarkup(withWords, { by: when, word: html`“${foreign(word)}”` }),
    outcome: html`${outcome ?? ''}`,
  });
}

export function decisionBy(person: { name: string } | null, at: number | string | null, zone: string): Html {
  const { by, atTerminal, decidedAt } = approvalWords;
  const who = person === null ? html`${atTerminal}` : inMarkup(by, { name: foreign(person.name) });
  return at === null ? who : inMarkup(decidedAt, { by: who, at: renderTime(at, zone) });
}

/** Counts are totals. Untrusted text is isolated and contains nothing invisible. */
function facts({ organization }: Visit, preview: Preview, list: readonly string[] | undefined): Html {
  if (preview.object === 'change_preview') {
    return html`<section class="sheet"><header><h2>${factWords.title}</h2></header><div class="pad"><ul>
${preview.changes.map((change) => html`<li>${foreign(stripInvisible(change))}</li>\n`)}</ul>${wholeList(list)}</div></section>`;
  }
  const { recipients, at_least, from, to, subjects, subjects_more, skipped, badges, warnings } = preview;
  const { audience, ab_test, reply_to } = preview;
  const amount = recipients.toLocaleString('en');
  const count = at_least ? sentence(factWords.atLeast, { count: amount }) : amount;
  const reach = classifyReach(preview);
  const rows: readonly (readonly [string, Html] | null)[] = [
    [
      factLabels.recipients,
      reach === 'sent'
        ? html`<strong>${count}</strong>${toSome(to, recipients)}${wholeList(list)}`
        : html`${sentence(factWords[reach], { count })}`,
    ],
    audience === undefined ? null : [factLabels.audience, foreign(stripInvisible(audience))],
    ab_test === undefined ? null : [factLabels.ab_test, foreign(stripInvisible(ab_test))],
    reach === 'sent' ? [factLabels.scheduled_at, whenOf(preview, organization.timezone)] : null,
    reach === 'sentBefore' ? null : [factLabels.delivery, html`${deliverySentences[preview.delivery]}`],
    from === null ? null : [factLabels.from, foreign(stripInvisible(from))],
    reply_to === undefined ? null : [factLabels.reply_to, foreign(stripInvisible(reply_to))],
    subjects.length === 0
      ? null
      : [
          factLabels.subjects,
          html`${subjects.map((subject) => html`${foreign(stripInvisible(subject))}<br>`)}${subjects_more === undefined ? null : sentence(factWords.others, { count: subjects_more.toLocaleString('en') })}`,
        ],
    skipped.length === 0
      ? null
      : [factLabels.skipped, html`${skipped.map((one) => html`${describeSkipped(one)}<br>`)}`],
    badges.length === 0 ? null : [factLabels.badges, html`${badges.map(badgeLine)}`],
    warnings.length === 0
      ? null
      : [
          factLabels.warnings,
          html`<ul class="notes">${warnings.map((warning) => html`<li>${foreign(stripInvisible(wordForPerson(warning)))}</li>`)}</ul>`,
        ],
  ];
  return html`<section class="sheet"><header><h2>${factWords.title}</h2></header><div class="pad">${factList(rows)}</div></section>`;
}

/** Shows the time in the zone of the call or the organization, and in UTC. */
function whenOf(
  { scheduled_at: at, scheduled_local: local }: Pick<SendPreview, 'scheduled_at' | 'scheduled_local'>,
  timezone: string,
): Html {
  if (at === null) return html`${factWords.atOnce}`;
  const here =
    local === undefined
      ? html`${renderTime(at, timezone)} (${timezone})`
      : html`<time datetime="${at}">${local}</time>`;
  return html`${here}<br><span class="quiet">${renderTime(at, 'UTC')} UTC</span>`;
}

export function wholeList(list: readonly string[] | undefined): Html | null {
  if (list === undefined) return null;
  return html`<details><summary>${sentence(factWords.whole, { count: list.length.toLocaleString('en') })}</summary><ul class="long">
${list.map((one) => html`<li>${foreign(stripInvisible(one))}</li>\n`)}</ul></details>`;
}

function resultSection({ engine }: Visit, approval: Approval): Html | null {
  const results = listResults(approval, engine.settings.baseUrl);
  if (results.length === 0) return null;
  return html`<section class="sheet"><header><h2>${factWords.result}</h2></header><div class="pad"><ul class="long">
${results.map(
  ({ id, url, status }) =>
    html`<li><code>${id}</code>${status === undefined ? null : html` (${status})`}${url === undefined ? null : html`<br><span class="quiet">GET ${url}</span>`}${mailsLink(id)}</li>\n`,
)}</ul></div></section>`;
}

function mailsLink(id: string): Html | null {
  if (id.startsWith(`${idPrefixes.email}_`))
    return html`<br><a href="/console/emails/${id}">Open the mail</a>`;
  if (!id.startsWith(`${idPrefixes.campaign}_`)) return null;
  return html`<br><a href="/console/emails?campaign=${id}">Show its mails</a>`;
}

function badgeLine(badge: Pick<Badge, 'label' | 'host' | 'found'>): Html {
  const about = aboutBadge(badge);
  return html`${badge.label}${about === undefined ? null : html` (${foreign(stripInvisible(about))})`}<br>`;
}

function toSome(to: readonly string[], recipients: number): Html | null {
  if (to.length === 0) return null;
  const shown = html`${to.map((address, index) => html`${index === 0 ? '' : ', '}${foreign(address)}`)}`;
  const more = recipients - to.length;
  if (more <= 0) return html`<br>${shown}`;
  return html`<br>${inMarkup(factWords.more, { shown, count: html`${more.toLocaleString('en')}` })}`;
}

/** Shows a single mail as a real recipient would get it, in a sandboxed frame. */
async function mailsSection(visit: Visit, mails: ShownMails): Promise<Html | null> {
  if (mails.count === 0) return null;
  const asked = Number(visit.request.query.get('mail') ?? 1);
  const number = Number.isInteger(asked) && asked >= 1 && asked <= mails.count ? asked : 1;
  const shown = await mails.show(number - 1);
  if (shown === null) return null;
  const { id } = visit.parameters;
  const to = (n: number, text: string): Html | null =>
    n < 1 || n > mails.count
      ? null
      : html`<a href="/console/approvals/${id!}?mail=${String(n)}#mail">${text}</a>`;
  return html`<section class="sheet" id="mail"><header><h2>${mails.count === 1 ? 'The mail' : `Mail ${number} of ${mails.count.toLocaleString('en')}`}</h2></header><div class="pad">
<p>${mails.note}</p>
${factList([
  shown.name === undefined ? null : ['Version', foreign(stripInvisible(shown.name))],
  [factWords.to, shown.to === null ? html`no real recipient` : foreign(shown.to)],
  [factLabels.from, foreign(stripInvisible(shown.from))],
  shown.replyTo === undefined ? null : [factLabels.reply_to, foreign(stripInvisible(shown.replyTo))],
  [factLabels.subjects, foreign(stripInvisible(shown.subject))],
])}
${mailFrame(`/console/approvals/${id!}/mails/${number}`)}
<p class="ways">${to(number - 1, 'Previous mail')} ${to(number + 1, 'Next mail')}</p></div></section>`;
}

async function showMail(visit: Visit): Promise<HttpAnswer> {
  await visit.call(getApproval, { id: visit.parameters.id });
  const look = await previewAgain(visit.engine, tools, visit.organization, await loadApproval(visit));
  const mails = await shownMails(visit.engine, visit.organization, look, visit.request.signal);
  const number = Number(visit.parameters.number);
  const isOne = Number.isInteger(number) && number >= 1 && number <= mails.count;
  const shown = isOne ? await mails.show(number - 1) : null;
  if (shown === null) throw new Failure('not_found');
  return mailAnswer(shown);
}

/** A passkey signs this value, which binds the decision to this question and its content. */
function signedFor({ id, about }: Pick<ApprovalRecord, 'id' | 'about'>): string {
  return hashSubject({ approve: id, about });
}

async function decisionForm(
  visit: Visit,
  approval: Approval,
  { question, refusal }: RenewedPreview,
): Promise<Html | null> {
  const isOpen = approval.status === 'pending' || approval.status === 'declined';
  if (!isOpen) return null;
  if (!visit.person.roles.some((role) => role === 'approver' || role === 'admin')) {
    return html`<p class="quiet">${approvalWords.deciders}</p>`;
  }
  const body = html`${hiddenField('about', question.about)}${textField({
    name: 'word',
    label: 'Note to the assistant (optional)',
    charactersMax: approvalLimits.wordCharactersMax,
    isOptional: true,
  })}<p class="ways">${refusal ? null : button('Approve', { name: 'decision', value: 'approve' })}
${approval.status === 'declined' ? null : button('Decline', { name: 'decision', value: 'decline', look: '', plain: true })}</p>`;
  const action = `/console/approvals/${approval.id}`;
  const { approvals } = visit.engine.store.forOrganization(visit.organization.key);
  const alike = await approvals.alike(question, visit.now, approvalLimits.pendingMax);
  const together =
    alike.length < 2
      ? null
      : html`<p><a href="${action}/alike">Decide on all ${String(alike.length)} such calls together</a></p>`;
  return html`<section class="sheet"><header><h2>Decide</h2></header><div class="pad">${together}${await passkeyForm(visit, { action, fingerprint: signedFor(question), body })}</div></section>`;
}

async function decide(visit: Visit): Promise<HttpAnswer> {
  const { form, engine, organization, parameters } = visit;
  const decision = form.get('decision') === 'approve' ? 'approve' : 'decline';
  const question = await loadApproval(visit);
  const about = form.get('about') ?? '';
  let passkey: string | undefined;
  if (decision === 'approve') {
    const proof = await visit.confirmByPasskey(signedFor({ id: question.id, about }));
    if (proof.kind === 'refused')
      return await showOne(visit, 'Your passkey did not confirm the approval, so nothing was done.');
    if (proof.kind === 'proved') passkey = proof.passkey.id;
  }
  const look = decision === 'decline' ? await previewAgain(engine, tools, organization, question) : null;
  try {
    const word = form.get('word')?.slice(0, approvalLimits.wordCharactersMax);
    await visit.call(decideApproval, { id: parameters.id, decision, about, word, passkey });
  } catch (error) {
    if (error instanceof Failure && error.failure === 'conflict')
      return await showOne(visit, `${error.message}.`);
    throw error;
  }
  if (look?.previewed) await keepMails(engine, organization, question, look.previewed);
  if (decision === 'approve') {
    const ran = await runHeldCall(engine, tools, organization, await loadApproval(visit));
    const fault = faultOf(ran);
    if (fault !== null) return await showOne(visit, fault);
  }
  return seeOther(`/console/approvals/${question.id}`);
}

function faultOf(ran: Ran): string | null {
  if (ran.kind === 'changed')
    return 'The effect has changed since you opened this page, so nothing was done. This page shows the current effect.';
  return ran.kind === 'refused' ? `You approved the call, but it was refused: ${ran.failure.message}.` : null;
}
