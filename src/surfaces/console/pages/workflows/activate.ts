import { activateWorkflow } from '../../../../../tools/workflows/activate-workflow.ts';
import { archiveWorkflow } from '../../../../../tools/workflows/archive-workflow.ts';
import { deleteWorkflow } from '../../../../../tools/workflows/delete-workflow.ts';
import { pauseWorkflow } from '../../../../../tools/workflows/pause-workflow.ts';
import { simulateWorkflow } from '../../../../../tools/workflows/simulate-workflow.ts';
import { previewCall } from '../../../../contract/invoke.ts';
import { changedSinceReview } from '../../../../engine/approval/permit-checks.ts';
import { hashSubject } from '../../../../engine/approval/send-approvals.ts';
import type { Scope } from '../../../../engine/context/scope.ts';
import {
  previewActivation as previewEffect,
  runningChoices,
} from '../../../../engine/workflows/activate-workflow.ts';
import { newestHistory, pastSentence } from '../../../../engine/workflows/backtest-workflow.ts';
import { deliverySentences } from '../../../../model/approval/approval-words.ts';
import { hasGrown } from '../../../../model/campaign/approved-people.ts';
import { Failure } from '../../../../model/failure.ts';
import type { PreviewedSend } from '../../../../model/sending/send-preview.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import { wordForPerson } from '../../../../model/text/tool-remedies.ts';
import { stepsHeading } from '../../../../model/workflow/outline/describe-steps.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, checkbox, hiddenField, passkeyForm, selectField } from '../../fields.ts';
import { asSentence, correctable } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { columns, linkButton, list, notice, sheet } from '../../look/parts.ts';
import { pathWith } from '../../look/tables.ts';
import { mailFrame, mailNumberIn, numberedMailAnswer } from '../../mail-frame.ts';
import { inDigits } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { factList, foreign, renderSender } from '../../shown.ts';
import { describeTrigger, readMailNames, type ShownWorkflow } from './step-words.ts';
import { loadWorkflow, workflowsPath } from './workflow-frame.ts';
import { workflowBadge } from './workflow-states.ts';

type Asked = { running: (typeof runningChoices)[number]; backfill: boolean };

const runningLabels: Readonly<Record<Asked['running'], string>> = {
  finish: 'Finish the version they are in',
  move: 'Continue in the new version',
  exit: 'Leave the workflow',
};

function readAsked(given: URLSearchParams): Asked {
  return {
    running: runningChoices.find((one) => one === given.get('running')) ?? 'finish',
    backfill: given.get('backfill') === 'on',
  };
}

/** Leaves out a long history of the trigger, which a page of its own counts. */
const activationAtOnce = {
  ...activateWorkflow,
  preview: (scope: Scope, { workflowId, running, backfill }: Asked & { workflowId: string }) =>
    previewEffect(scope, { workflowId, running, backfill: backfill || null }, newestHistory),
};

async function previewActivation(visit: Visit, asked: Asked): Promise<PreviewedSend> {
  const { engine, caller, parameters, request } = visit;
  const input = { workflowId: parameters.id, ...asked };
  const previewed = await previewCall(engine, activationAtOnce, caller, input, request.signal);
  if (previewed === null) throw new Failure('conflict');
  return previewed;
}

/** Binds the signature of a passkey to the shown effect. */
function signedFor(id: string, { about }: PreviewedSend): string {
  return hashSubject({ activate: id, about });
}

/** Shows the effect of an activation before the decision. */
export async function showActivation(
  visit: Visit,
  asked = readAsked(visit.request.query),
  fault: string | null = null,
): Promise<HttpAnswer> {
  const workflow = await loadWorkflow(visit);
  let previewed: PreviewedSend | null = null;
  let refusal: string | null = null;
  try {
    previewed = await previewActivation(visit, asked);
    if (previewed.refusal) refusal = refusalWords(previewed.refusal);
  } catch (error) {
    refusal = refusalWords(correctable(error));
  }
  const { id, name } = workflow;
  const mayGoOn = previewed !== null && !previewed.refusal;
  const side = html`${facts(workflow, previewed)}${choices(workflow, asked)}${mayGoOn ? await decision(visit, workflow, previewed!, asked) : null}`;
  const shown = previewed === null ? html`` : await mails(visit, workflow, previewed, asked);
  const rejected =
    fault === null || refusal !== null
      ? null
      : notice({ state: 'bad', title: 'Not activated.', text: foreign(fault) });
  const body = html`${rejected}${answer(workflow, previewed, refusal)}${columns(side, shown, 'urgent')}`;
  return await page(visit, {
    title: `Activate ${name}`,
    heading: html`Activate ${foreign(name)}`,
    crumb: { href: `${workflowsPath}/${id}`, title: name },
    badge: workflowBadge(workflow.status),
    body,
    also: { tool: activateWorkflow, input: { workflowId: id }, ask: `Activate the workflow “${name}”.` },
    status: fault === null ? 200 : 409,
  });
}

function refusalWords({ message }: Failure): string {
  return asSentence(wordForPerson(message));
}

function answer(workflow: ShownWorkflow, previewed: PreviewedSend | null, refusal: string | null): Html {
  if (refusal !== null) {
    const action = linkButton(`${workflowsPath}/${workflow.id}/edit`, 'Edit', { look: 'tiny' });
    return notice({
      state: 'bad',
      title: 'The workflow cannot be activated yet.',
      text: foreign(refusal),
      action,
    });
  }
  const { recipients = 0, at_least = false, delivery } = previewed?.preview ?? {};
  const amount = inDigits(recipients);
  const now =
    recipients === 0
      ? 'No one enters now.'
      : `${at_least ? `At least ${amount}` : amount} ${recipients === 1 ? 'person enters' : 'people enter'} now, and so does everyone who meets the trigger later.`;
  const later = recipients === 0 ? ' People enter when they meet the trigger.' : '';
  const where = `${later}${delivery === undefined ? '' : ` ${asSentence(deliverySentences[delivery])}`}`;
  return notice({ state: delivery === 'live' ? 'warn' : 'info', title: now, text: where });
}

function facts(workflow: ShownWorkflow, previewed: PreviewedSend | null): Html {
  const trigger = describeTrigger(workflow, readMailNames(workflow));
  const { preview } = previewed ?? {};
  const notes = (preview?.warnings ?? []).filter(
    (warning) => !warning.startsWith(stepsHeading) && !warning.startsWith('From now on'),
  );
  const body = html`${factList([
    ['Trigger', html`${foreign(trigger.title)}<br><span class="quiet">${foreign(trigger.note)}</span>`],
    preview?.from ? ['From', renderSender(stripInvisible(preview.from))] : null,
    ['Emails', html`${String(previewed?.mails?.count ?? 0)}`],
  ])}`;
  const history = previewed?.partial ? deferredHistory(workflow) : null;
  const rows = notes.map((note) => ({ body: foreign(stripInvisible(asSentence(wordForPerson(note)))) }));
  return html`${sheet({ title: 'Effect', body: html`${body}${history}` })}${rows.length === 0 ? null : sheet({ title: 'Good to know', body: list(rows), bare: true })}`;
}

const historyId = 'activation-history';

function deferredHistory({ id }: ShownWorkflow): Html {
  const path = `${workflowsPath}/${id}/activate/history`;
  return html`<p class="section0" id="${historyId}" data-deferred="${path}"><a href="${path}">Count the people of the last 30 days</a></p>`;
}

/** The page behind the deferred count, which also works without a script. */
export async function showActivationHistory(visit: Visit): Promise<HttpAnswer> {
  const { id, name } = await loadWorkflow(visit);
  const { backtest } = await visit.call(simulateWorkflow, { workflowId: id, backtest: true });
  const body = html`<p class="section0" id="${historyId}">${foreign(asSentence(pastSentence(backtest!)))}</p>`;
  return await page(visit, {
    title: `Last 30 days of ${name}`,
    heading: html`Last 30 days of ${foreign(name)}`,
    crumb: { href: `${workflowsPath}/${id}/activate`, title: `Activate ${name}` },
    sub: 'How many people would have entered the workflow, had it been active.',
    body: sheet({ body }),
  });
}

/** Further choices appear only if they make a difference. */
function choices(
  { id, version, stats, trigger, reentry }: ShownWorkflow,
  { running, backfill }: Asked,
): Html | null {
  const hasRuns = version !== null && stats.open > 0;
  const mayFill = backfillable.includes(trigger.type) && reentry === 'ONCE';
  if (!hasRuns && !mayFill) return null;
  const body = html`<form method="get" action="${workflowsPath}/${id}/activate">${
    hasRuns
      ? selectField({
          name: 'running',
          label: `The ${inDigits(stats.open)} people in it now`,
          value: running,
          options: runningChoices.map((value) => ({ value, label: runningLabels[value] })),
        })
      : null
  }${mayFill ? checkbox('backfill', { label: 'Also start it for people who already match', isChosen: backfill }) : null}${button('Preview the effect', { look: '' })}</form>`;
  return sheet({ title: 'Choices', body });
}

/** Triggers that present subscribers can match. */
const backfillable = ['SUBSCRIBER_CREATED', 'TAG_ADDED', 'SEGMENT_ENTERED'];

async function decision(
  visit: Visit,
  { id, name, status }: ShownWorkflow,
  previewed: PreviewedSend,
  { running, backfill }: Asked,
): Promise<Html> {
  const fingerprint = signedFor(id, previewed);
  const verb = status === 'PAUSED' ? 'Resume' : 'Activate';
  const body = html`${hiddenField('about', fingerprint)}${hiddenField('people', String(previewed.preview.recipients))}${hiddenField('running', running)}${backfill ? hiddenField('backfill', 'on') : null}<p>You can pause it at any time. People then stay where they are.</p>${button(`${verb} ${name}`, { picture: 'play' })}`;
  return sheet({
    title: 'Activation',
    body: await passkeyForm(visit, { action: `${workflowsPath}/${id}/activate`, fingerprint, body }),
  });
}

async function mails(
  visit: Visit,
  { id }: ShownWorkflow,
  { mails: found }: PreviewedSend,
  { running, backfill }: Asked,
): Promise<Html> {
  const count = found?.count ?? 0;
  if (count === 0) {
    return sheet({ title: 'Emails', body: html`<p>This workflow sends no email.</p>` });
  }
  const number = mailNumberIn(visit, count);
  const shown = await found!.show(number - 1, visit.request.signal);
  const path = `${workflowsPath}/${id}/activate`;
  const query = { running, backfill: backfill ? 'on' : undefined };
  const at = (n: number, text: string): Html | null =>
    n < 1 || n > count
      ? null
      : linkButton(`${pathWith(path, { ...query, mail: String(n) })}#mail`, text, { look: 'tiny' });
  const body = html`<p class="small quiet">${foreign(found?.note ?? 'Rendered for its recipient.')}</p>
${
  shown === null
    ? html`<p>This email cannot be shown.</p>`
    : html`<div class="section0">${factList([
        ['Subject', foreign(stripInvisible(shown.subject))],
        ['From', renderSender(stripInvisible(shown.from))],
      ])}</div>`
}`;
  const frame =
    shown && mailFrame(pathWith(`${path}/mails/${number}`, query), { title: 'an email of the workflow' });
  const footer =
    count === 1 ? null : html`${at(number - 1, 'Previous email')} ${at(number + 1, 'Next email')}`;
  return sheet({
    title: count === 1 ? 'The email' : `Email ${number} of ${count}`,
    bare: true,
    body: html`<div class="pad">${body}</div>${frame}`,
    footer,
    id: 'mail',
  });
}

export async function showActivationMail(visit: Visit): Promise<HttpAnswer> {
  const { mails: found } = await previewActivation(visit, readAsked(visit.request.query));
  if (!found) throw new Failure('not_found');
  return await numberedMailAnswer(visit, found);
}

export async function activate(visit: Visit): Promise<HttpAnswer> {
  const { form, parameters } = visit;
  const id = parameters.id ?? '';
  const asked = readAsked(form);
  try {
    const previewed = await previewActivation(visit, asked);
    const fingerprint = signedFor(id, previewed);
    const people = Number(form.get('people') ?? '');
    if (fingerprint !== form.get('about') || hasGrown(previewed.preview.recipients, people))
      throw changedSinceReview;
    const proof = await visit.confirmByPasskey(fingerprint);
    if (proof.kind === 'refused') {
      return await showActivation(
        visit,
        asked,
        'Your passkey did not confirm this, so nothing was done. Try again.',
      );
    }
    await visit.call(activateWorkflow, { workflowId: id, ...asked }, hashSubject(previewed.about));
  } catch (error) {
    return await showActivation(visit, asked, refusalWords(correctable(error)));
  }
  return seeOther(`${workflowsPath}/${id}?done=activated`);
}

export async function pause(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  await visit.call(pauseWorkflow, { workflowId: id });
  return seeOther(`${workflowsPath}/${id}?done=paused`);
}

export async function archive(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  await visit.call(archiveWorkflow, { workflowId: id });
  return seeOther(`${workflowsPath}/${id}?done=archived`);
}

export async function remove(visit: Visit): Promise<HttpAnswer> {
  await visit.call(deleteWorkflow, { workflowId: visit.parameters.id });
  return seeOther(`${workflowsPath}?done=deleted`);
}

export async function restore(visit: Visit): Promise<HttpAnswer> {
  const { id } = visit.parameters;
  await visit.call(archiveWorkflow, { workflowId: id, restore: true });
  return seeOther(`${workflowsPath}/${id}?done=restored`);
}
