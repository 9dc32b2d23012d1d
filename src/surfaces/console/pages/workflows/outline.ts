import type { StepType } from '../../../../model/workflow/definition.ts';
import {
  type ArrangedStep,
  arrangeSteps,
  type Chain,
} from '../../../../model/workflow/outline/arrange-steps.ts';
import { type Html, html } from '../../../public/html.ts';
import { type IconName, icon, type State } from '../../look/parts.ts';
import { inDigits } from '../../number-words.ts';
import { foreign } from '../../shown.ts';
import type { MailNames } from './rule-words.ts';
import {
  describeStep,
  describeTrigger,
  describeWay,
  readMailNames,
  type ShownStep,
  type ShownWorkflow,
  stepSigns,
} from './step-words.ts';

type Ground = {
  workflow: ShownWorkflow;
  steps: ReadonlyMap<string, ShownStep>;
  mails: MailNames;
  runs: ReadonlyMap<string, ShownWorkflow['stepRuns'][number]>;
  stats: ReadonlyMap<string, ShownWorkflow['stepStats'][number]>;
  /** Without an activation there are no figures. */
  hasRun: boolean;
};

/** The steps of a workflow, each with the number of people at it. */
export function outline(workflow: ShownWorkflow): Html {
  const { steps, connections, stats, goal } = workflow;
  const ground: Ground = {
    workflow,
    steps: new Map(steps.map((step) => [step.key, step])),
    mails: readMailNames(workflow),
    runs: new Map(workflow.stepRuns.map((one) => [one.key, one])),
    stats: new Map(workflow.stepStats.map((one) => [one.key, one])),
    hasRun: workflow.versions.length > 0,
  };
  const trigger = describeTrigger(workflow, ground.mails);
  const finished = ground.hasRun ? figure(stats.completed, 'finished') : null;
  return html`<div class="flow">
<ul>
<li>${stepRow({ state: 'test', picture: 'event', title: trigger.title, note: noteWithLink(workflow, trigger.note) }, ground.hasRun ? figure(stats.started, 'started') : null)}</li>
${chainItems(ground, arrangeSteps(steps, connections))}<li>${stepRow({ state: 'ok', picture: 'goal', title: 'End', note: goal === null ? html`` : html`Also when the goal is reached` }, finished)}</li>
</ul></div>`;
}

function noteWithLink({ trigger }: ShownWorkflow, note: string): Html {
  const { segment, campaignId } = trigger.config;
  if (typeof segment === 'string')
    return html`${foreign(note)}. <a href="/console/segments/${segment}">Show the segment</a>`;
  if (typeof campaignId === 'string')
    return html`${foreign(note)}. <a href="/console/campaigns/${campaignId}">Show the campaign</a>`;
  return foreign(note);
}

function chainItems(ground: Ground, { steps, next }: Chain): Html {
  const jump =
    next === null || next.joins
      ? null
      : html`<li><p class="way">Then back to ${titleOf(ground, next.key)}</p></li>\n`;
  return html`${steps.map((step) => item(ground, step))}${jump}`;
}

function item(ground: Ground, { key, ways }: ArrangedStep): Html {
  const step = ground.steps.get(key)!;
  const { title, note } = describeStep(step, ground.mails);
  const runs = ground.runs.get(key);
  const sign = stepSigns[step.type as StepType];
  const look = runs && runs.stuck > 0 ? ({ state: 'bad', picture: 'warn' } as const) : sign;
  const row = stepRow(
    { ...look, title, note: html`${foreign(note)}${mailedNote(ground, key, note)}` },
    peopleHere(ground, key),
  );
  const inside = ways.map(({ type, chain }) => {
    const label = describeWay(step, type, ground.mails);
    const rest = chain.steps.length === 0 ? emptyWay(ground, chain) : null;
    return html`<p class="way">${foreign(label)}${rest}</p>
${chain.steps.length === 0 ? null : html`<ol>${chainItems(ground, chain)}</ol>\n`}`;
  });
  return html`<li>${row}
${inside}</li>
`;
}

function emptyWay(ground: Ground, { next }: Chain): Html {
  if (next === null) return html`: the end`;
  return next.joins ? html`: continues below` : html`: goes back to ${titleOf(ground, next.key)}`;
}

function titleOf({ steps, mails }: Ground, key: string): Html {
  const step = steps.get(key);
  return step === undefined ? foreign(key) : foreign(describeStep(step, mails).title);
}

function mailedNote({ stats, hasRun }: Ground, key: string, note: string): Html | null {
  const { mailed = 0, suppressed = 0 } = stats.get(key) ?? {};
  if (!hasRun || mailed + suppressed === 0) return null;
  const skipped = suppressed === 0 ? '' : `, ${inDigits(suppressed)} suppressed`;
  return html`${note === '' ? '' : '. '}Sent to ${inDigits(mailed)}${skipped}`;
}

function peopleHere({ workflow, runs, hasRun }: Ground, key: string): Html | null {
  if (!hasRun) return null;
  const { open, stuck } = runs.get(key) ?? { open: 0, stuck: 0 };
  if (stuck > 0) return figure(stuck, 'stuck here');
  if (open > 0) {
    const path = `/console/workflows/${workflow.id}/runs?${new URLSearchParams({ step: key })}`;
    return html`<div class="n"><a href="${path}"><b>${inDigits(open)}</b><small>${open === 1 ? 'person here' : 'people here'}</small></a></div>`;
  }
  return html`<div class="n quiet small">No people here</div>`;
}

function figure(amount: number, text: string): Html {
  return html`<div class="n"><b>${inDigits(amount)}</b><small>${text}</small></div>`;
}

type Row = { state: State; picture: IconName; title: string; note: Html };

function stepRow({ state, picture, title, note }: Row, end: Html | null): Html {
  return html`<div class="step"><span class="sq ${state}">${icon(picture)}</span><div><b>${foreign(title)}</b><small>${note}</small></div>${end}</div>`;
}
