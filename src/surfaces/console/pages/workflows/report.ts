/** The report of a workflow: how many people entered and left it, and what happened to the emails of each step. */
import { getWorkflow } from '../../../../../tools/workflows/get-workflow.ts';
import { countReactionsAtSteps } from '../../../../store/records/workflows/workflow-run-lists.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { emptyState, list, sheet, statistics } from '../../look/parts.ts';
import { table } from '../../look/tables.ts';
import { inDigits, people } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import { outsideWords } from './show-workflow.ts';
import { describeStep, readMailNames, type ShownWorkflow } from './step-words.ts';
import { loadRunning, workflowPage } from './workflow-frame.ts';

/** Opens and clicks are counted for the newest runs, so that the report of a large workflow stays quick. */
const runsCountedMax = 1_000;

export async function showReport(visit: Visit): Promise<HttpAnswer> {
  const workflow = await loadRunning(visit);
  const body =
    workflow.stats.started === 0
      ? sheet({
          bare: true,
          body: emptyState({
            picture: 'health',
            title: 'No figures yet',
            text: 'The report begins with the first person who enters the workflow.',
          }),
        })
      : html`${figures(workflow)}${await stepTable(visit, workflow)}${notEntered(workflow)}`;
  return await workflowPage(visit, workflow, {
    tab: 'report',
    body,
    also: {
      tool: getWorkflow,
      input: { workflowId: workflow.id },
      ask: 'Which step of this workflow loses the most people?',
    },
  });
}

function figures({ stats, goal }: ShownWorkflow): Html {
  const { started, open, completed, exited, cancelled, failed } = stats;
  return statistics([
    { label: 'Entered', value: inDigits(started) },
    { label: 'In progress', value: inDigits(open) },
    { label: 'Finished', value: inDigits(completed) },
    ...(goal === null ? [] : [{ label: 'Reached the goal', value: inDigits(stats.goal) }]),
    { label: 'Left before the end', value: inDigits(exited + cancelled) },
    {
      label: 'Failed',
      value: inDigits(failed),
      ...(failed > 0 && { state: 'bad' as const, note: 'see People' }),
    },
  ]);
}

async function stepTable({ engine, organization }: Visit, workflow: ShownWorkflow): Promise<Html> {
  const store = engine.store.forOrganization(organization.key);
  const reactions = new Map(
    (await countReactionsAtSteps(store, workflow.id, runsCountedMax)).map((one) => [one.step, one]),
  );
  const stats = new Map(workflow.stepStats.map((one) => [one.key, one]));
  const here = new Map(workflow.stepRuns.map((one) => [one.key, one.open]));
  const mails = readMailNames(workflow);
  const rows = workflow.steps.map((step) => {
    const { passed = 0, mailed = 0, suppressed = 0 } = stats.get(step.key) ?? {};
    const { opened = 0, clicked = 0 } = reactions.get(step.key) ?? {};
    const sends = step.type === 'send_email';
    const left = suppressed === 0 ? null : html`<small>${inDigits(suppressed)} suppressed</small>`;
    return [
      html`<b>${foreign(describeStep(step, mails).title)}</b>`,
      inDigits(here.get(step.key) ?? 0),
      inDigits(passed),
      sends ? html`${inDigits(mailed)}${left}` : null,
      sends ? inDigits(opened) : null,
      sends ? inDigits(clicked) : null,
    ];
  });
  const isPart = workflow.stats.started > runsCountedMax;
  return sheet({
    title: 'Steps',
    bare: true,
    body: table({
      caption: 'Steps',
      columns: [
        { title: 'Step', kind: 'lead' },
        { title: 'People here', kind: 'n' },
        { title: 'Passed', kind: 'n' },
        { title: 'Emails sent', kind: 'n' },
        { title: 'Opened by people', kind: 'n' },
        { title: 'Clicked', kind: 'n' },
      ],
      rows,
    }),
    footer: isPart
      ? html`<p class="small">Opens and clicks are those of the newest ${people(runsCountedMax)}.</p>`
      : null,
  });
}

function notEntered({ stats }: ShownWorkflow): Html | null {
  const reasons = Object.entries(stats.notEntered)
    .filter(([, amount]) => amount > 0)
    .sort(([, one], [, other]) => other - one);
  if (reasons.length === 0) return null;
  const rows = reasons.map(([reason, amount]) => ({
    body: html`${outsideWords(reason)}`,
    end: html`<b>${inDigits(amount)}</b>`,
  }));
  return sheet({ title: 'Did not enter', bare: true, body: list(rows) });
}
