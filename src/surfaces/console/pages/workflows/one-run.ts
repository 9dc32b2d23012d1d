import type { z } from 'zod';
import { cancelWorkflowRuns } from '../../../../../tools/workflows/cancel-workflow-runs.ts';
import { getWorkflow } from '../../../../../tools/workflows/get-workflow.ts';
import { getWorkflowRun } from '../../../../../tools/workflows/get-workflow-run.ts';
import { retryWorkflowRuns } from '../../../../../tools/workflows/retry-workflow-runs.ts';
import type { Rule } from '../../../../model/segment/rule.ts';
import type { StepType } from '../../../../model/workflow/definition.ts';
import type { ExplainedRun } from '../../../../model/workflow/workflow-answer.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, dialog, faultNotice, form, presenceForm } from '../../fields.ts';
import { correctable } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { columns, notice, sheet, type TrailEntry, trail } from '../../look/parts.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { cut, describeRule, type MailNames } from './rule-words.ts';
import { describeRun } from './run-words.ts';
import {
  describeStep,
  describeTrigger,
  describeWay,
  readMailNames,
  type ShownWorkflow,
  stepSigns,
} from './step-words.ts';
import { workflowsPath } from './workflow-frame.ts';
import { runBadge, runStates } from './workflow-states.ts';

type Explained = z.output<typeof ExplainedRun>;

export async function showRun(visit: Visit, fault: Html | null = null, status = 200): Promise<HttpAnswer> {
  const { parameters, organization } = visit;
  const { id: workflowId, run: runId } = parameters;
  const run = await visit.call(getWorkflowRun, { workflowId, runId });
  const workflow = await loadVersion(visit, run);
  const zone = organization.timezone;
  const { state, picture, text } = runStates[run.status];
  const body = html`${fault ?? notice({ state, picture, title: `${text}.`, text: describeRun(workflow, run, zone), isCalm: state === 'ok' })}${columns(
    sheet({ title: 'Steps so far', bare: true, body: trail(entries(workflow, run, zone)) }),
    sheet({ title: 'Run', body: facts(workflow, run, zone) }),
  )}`;
  const name = run.email ?? 'A deleted person';
  return await page(visit, {
    title: name,
    heading: foreign(name),
    crumb: { href: `${workflowsPath}/${workflow.id}/runs`, title: workflow.name },
    badge: runBadge(run.status),
    acts: await actions(visit, workflow, run),
    body,
    also: {
      tool: getWorkflowRun,
      input: { workflowId: workflow.id, runId: run.id },
      ask: `Why is ${name} at this step of “${workflow.name}”?`,
    },
    status,
  });
}

/** The steps of a run may differ from the draft. */
async function loadVersion(visit: Visit, { workflowId, version }: Explained): Promise<ShownWorkflow> {
  const draft = await visit.call(getWorkflow, { workflowId });
  if (draft.version === version && !draft.draftChanged) return draft;
  const isKept = draft.versions.some((one) => one.version === version);
  return isKept ? await visit.call(getWorkflow, { workflowId, version }) : draft;
}

function entries(workflow: ShownWorkflow, run: Explained, zone: string): TrailEntry[] {
  const mails = readMailNames(workflow);
  const trigger = describeTrigger(workflow, mails);
  const begun: TrailEntry = {
    state: 'test',
    picture: 'event',
    title: 'Entered',
    text: html`${foreign(trigger.title)}.`,
    time: renderTime(run.startedAt, zone),
  };
  const passed = run.visits.map((visit): TrailEntry => {
    const step = workflow.steps.find(({ key }) => key === visit.step);
    const sign =
      step === undefined
        ? { state: 'still' as const, picture: 'still' as const }
        : stepSigns[step.type as StepType];
    return {
      ...sign,
      title: foreign(step === undefined ? visit.step : describeStep(step, mails).title),
      text: html`${wayWords(step, visit, mails)}${reasonWords(visit.because, mails)}${visit.emailId === null ? null : html` <a href="/console/emails/${visit.emailId}">Show the email</a>`}`,
      time: renderTime(visit.leftAt, zone),
    };
  });
  const { state, picture, text } = runStates[run.status];
  const last: TrailEntry = {
    state,
    picture,
    title: text,
    text: describeRun(workflow, run, zone),
    time: run.endedAt === null ? html`<span class="small quiet">Now</span>` : renderTime(run.endedAt, zone),
  };
  return [begun, ...passed, last];
}

function wayWords(
  step: ShownWorkflow['steps'][number] | undefined,
  { via, arrivedAt, leftAt }: Explained['visits'][number],
  mails: MailNames,
): Html | null {
  if (via === 'end') return html`The run ended here. `;
  const isBranching =
    step !== undefined && ['condition', 'branch', 'ab_split', 'wait_for_event'].includes(step.type);
  if (isBranching) return html`${foreign(describeWay(step, via, mails))}. `;
  return Date.parse(leftAt) - Date.parse(arrivedAt) < 1_000 ? null : html`Finished. `;
}

type Compared = { field: string; operator: string; value?: unknown; holds: boolean };

const comparedMax = 5;

function reasonWords(because: Readonly<Record<string, unknown>>, mails: MailNames): Html | null {
  const compared = Array.isArray(because.compared)
    ? (because.compared as Compared[]).slice(0, comparedMax)
    : [];
  if (compared.length === 0) return null;
  const parts = compared.map(({ holds, ...comparison }) => {
    const { field, operator, value } = comparison;
    const rule = { field, operator, ...(value !== undefined && { value }) } as Rule;
    return `${describeRule(rule, mails)}: ${holds ? 'yes' : 'no'}`;
  });
  return html`Because ${foreign(cut(parts.join('; ')))}.`;
}

const propertiesMax = 20;

function facts(workflow: ShownWorkflow, run: Explained, zone: string): Html {
  const { type: _, name, ...properties } = run.trigger;
  const given = Object.entries(properties).slice(0, propertiesMax);
  return factList([
    [
      'Person',
      run.email === null
        ? html`Deleted`
        : html`<a href="/console/subscribers/${run.subscriberId}">${foreign(run.email)}</a>`,
    ],
    ['Workflow', html`<a href="${workflowsPath}/${workflow.id}">${foreign(workflow.name)}</a>`],
    ['Version', html`${String(run.version)}`],
    ['Started', renderTime(run.startedAt, zone)],
    run.endedAt === null ? null : ['Ended', renderTime(run.endedAt, zone)],
    typeof name === 'string' ? ['Event', foreign(name)] : null,
    ...given.map(([field, value]) => [cut(field, 40), foreign(cut(valueText(value)))] as const),
  ]);
}

function valueText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function actions(visit: Visit, { id, name }: ShownWorkflow, run: Explained): Promise<Html | null> {
  if (!isAdmin(visit)) return null;
  const path = `${workflowsPath}/${id}/runs/${run.id}`;
  if (run.status === 'FAILED') {
    const body = button('Retry', { picture: 'retry' });
    return await presenceForm(visit, { action: `${path}/retry`, body, look: 'inline' });
  }
  if (run.endedAt !== null) return null;
  return dialog('cancel', {
    opener: 'Cancel run',
    look: 'danger',
    picture: 'stop',
    title: `Remove ${run.email ?? 'this person'} from the workflow?`,
    text: html`${foreign(run.email ?? 'This person')} receives nothing more from “${foreign(name)}”. This cannot be undone.`,
    form: form(`${path}/cancel`, button('Cancel run', { look: 'danger main' })),
  });
}

export async function cancelRun(visit: Visit): Promise<HttpAnswer> {
  const { id: workflowId, run: runId } = visit.parameters;
  await visit.call(cancelWorkflowRuns, { workflowId, runId });
  return seeOther(`${workflowsPath}/${workflowId}/runs/${runId}`);
}

export async function retryRun(visit: Visit): Promise<HttpAnswer> {
  const { id: workflowId, run: runId } = visit.parameters;
  try {
    await visit.call(retryWorkflowRuns, { workflowId, runId });
  } catch (error) {
    const failure = correctable(error);
    return await showRun(visit, faultNotice(failure), failure.status);
  }
  return seeOther(`${workflowsPath}/${workflowId}/runs/${runId}`);
}
