import type { z } from 'zod';
import type { WaitReason } from '../../../../model/workflow/runs/run.ts';
import type { WorkflowRun } from '../../../../model/workflow/workflow-answer.ts';
import { type Html, html } from '../../../public/html.ts';
import { foreign, renderTime } from '../../shown.ts';
import { describeStep, readMailNames, type ShownWorkflow } from './step-words.ts';

export type ShownRun = z.output<typeof WorkflowRun>;

const waits: Readonly<Record<WaitReason, string>> = {
  delay: 'Waits',
  event: 'Waits for the event',
  quiet_hours: 'The email waits for the end of the quiet hours',
  mails_max: 'The email waits, because the person has received as many emails as this workflow allows',
  recipient_guard: 'The email waits, because this address may not be mailed yet',
  sender: 'The email waits, because its sender may not send now',
};

/** @param reason of a wait, also from a simulation */
export function describeWait(reason: string, until: string, zone: string): Html {
  return html`${waits[reason as WaitReason] ?? 'Waits'} until ${renderTime(until, zone)}`;
}

const ends: Readonly<Record<string, string>> = {
  finished: 'Finished: no step follows.',
  goal: 'Finished: the goal was reached.',
  cancelled: 'Cancelled.',
  erased: 'Ended, because the person was erased.',
  too_many_visits: 'Ended, because it passed through too many steps.',
  past: 'Left, because the date that a step waits for had passed.',
  version_ended: 'Left, because a new version was activated and the people in the old one were removed.',
  exit: 'Left at an end step.',
  'left: unsubscribe': 'Left, because the person unsubscribed.',
  'left: bounce': 'Left, because an email to the person bounced.',
  'left: complaint': 'Left, because the person complained about an email.',
};

/** @param reason why a run or a simulation ended */
export function describeEnd(reason: string | null): Html {
  if (reason === null) return html`Ended.`;
  const [kind = '', ...rest] = reason.split(': ');
  if (kind === 'exit' && rest.length > 0) return html`Left: ${foreign(rest.join(': '))}.`;
  if (kind === 'failed') return html`Failed: ${foreign(rest.join(': '))}.`;
  return html`${ends[reason] ?? reason}`;
}

export function stepTitle(workflow: ShownWorkflow, key: string | null): Html | null {
  if (key === null) return null;
  const step = workflow.steps.find((one) => one.key === key);
  return foreign(step === undefined ? key : describeStep(step, readMailNames(workflow)).title);
}

/** One sentence about the present of a run. */
export function describeRun(workflow: ShownWorkflow, run: ShownRun, zone: string): Html {
  if (run.endedAt !== null) return describeEnd(run.reason);
  const { waitsFor } = run;
  const place = html`At “${stepTitle(workflow, run.step)}”.`;
  if (workflow.status === 'PAUSED') return html`${place} On hold, because the workflow is paused.`;
  if (waitsFor === null) return html`${place} Continues now.`;
  const problem = waitsFor.problem === undefined ? null : html` ${foreign(waitsFor.problem)}.`;
  return html`${place} ${describeWait(waitsFor.reason, waitsFor.until, zone)}.${problem}`;
}
