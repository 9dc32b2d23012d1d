import { listWorkflowRuns } from '../../../../../tools/workflows/list-workflow-runs.ts';
import { runStatuses } from '../../../../model/workflow/runs/run.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { addressCharactersMax } from '../../fields.ts';
import { foundOrNull } from '../../found-or-null.ts';
import { emptyState, notice, sheet } from '../../look/parts.ts';
import { type Filter, filters, lead, pager, table } from '../../look/tables.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { describeRun, type ShownRun, stepTitle } from './run-words.ts';
import { describeStep, readMailNames, type ShownWorkflow } from './step-words.ts';
import { loadRunning, workflowPage, workflowsPath } from './workflow-frame.ts';
import { runBadge, runStates } from './workflow-states.ts';

const runsShown = 50;
const stepCharactersMax = 100;
type Found = { data: readonly ShownRun[]; has_more: boolean };

export async function showRuns(visit: Visit): Promise<HttpAnswer> {
  const { request, organization } = visit;
  const asked = (name: string): string | undefined => request.query.get(name)?.trim() || undefined;
  const subscriber = asked('subscriber')?.slice(0, addressCharactersMax);
  const status = runStatuses.find((one) => one === asked('state'));
  const step = asked('step')?.slice(0, stepCharactersMax);
  const after = asked('after');
  const workflow = await loadRunning(visit);
  // The workflow is known to exist, so null means that there is no such subscriber.
  const found = await foundOrNull(
    visit.call(listWorkflowRuns, {
      workflowId: workflow.id,
      subscriber,
      status,
      step,
      after,
      limit: runsShown,
    }),
  );
  const path = `${workflowsPath}/${workflow.id}/runs`;
  const zone = organization.timezone;
  const isFirst = after === undefined;
  const older = found?.has_more ? found.data.at(-1)?.id : undefined;
  const body = html`${filters(path, [
    {
      kind: 'search',
      name: 'subscriber',
      label: 'Address of a subscriber',
      value: subscriber ?? '',
      charactersMax: addressCharactersMax,
    },
    {
      kind: 'choice',
      name: 'state',
      label: 'State',
      value: status ?? '',
      choices: [
        { value: '', title: 'Any state' },
        ...runStatuses.map((one) => ({ value: one, title: runStates[one].text })),
      ],
    },
    stepFilter(workflow, step),
  ])}${sheet({ body: runsTable(workflow, found, zone), bare: true })}${pager(path, { subscriber, state: status, step }, { older, isFirst })}`;
  return await workflowPage(visit, workflow, {
    tab: 'runs',
    answer: personNotice(workflow, subscriber, found, zone),
    body,
    also: {
      tool: listWorkflowRuns,
      input: { workflowId: workflow.id, ...(subscriber !== undefined && { subscriber }) },
      ask: `Where is ${subscriber ?? 'Ada'} in this workflow?`,
    },
  });
}

function stepFilter(workflow: ShownWorkflow, step: string | undefined): Filter {
  const mails = readMailNames(workflow);
  const steps = workflow.steps.map((one) => ({ value: one.key, title: describeStep(one, mails).title }));
  return {
    kind: 'choice',
    name: 'step',
    label: 'Step',
    value: step ?? '',
    choices: [{ value: '', title: 'At any step' }, ...steps],
  };
}

/** Answers where one person stands. */
function personNotice(
  workflow: ShownWorkflow,
  subscriber: string | undefined,
  found: Found | null,
  zone: string,
): Html | null {
  if (subscriber === undefined) return null;
  if (found === null) {
    return notice({
      state: 'warn',
      title: 'Unknown address.',
      text: html`No subscriber has the address ${foreign(subscriber)}.`,
    });
  }
  const [newest] = found.data;
  if (newest === undefined) {
    return notice({
      state: 'info',
      title: 'Not in this workflow.',
      text: html`${foreign(subscriber)} never entered this workflow.`,
    });
  }
  const { state, picture } = runStates[newest.status];
  return notice({
    state,
    picture,
    title: `${runStates[newest.status].text}.`,
    text: html`${foreign(newest.email ?? subscriber)}: ${describeRun(workflow, newest, zone)}`,
    action: html`<a class="btn tiny" href="${workflowsPath}/${workflow.id}/runs/${newest.id}">Explain run</a>`,
  });
}

function runsTable(workflow: ShownWorkflow, found: Found | null, zone: string): Html {
  if (found === null || found.data.length === 0) {
    return emptyState({
      picture: 'people',
      title: 'No runs',
      text: 'A run is one person’s path through the steps. It starts when the person meets the trigger while the workflow is on.',
    });
  }
  return table({
    caption: 'Runs',
    columns: [
      { title: 'Person', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'Step' },
      { title: 'Until', kind: 'n' },
      { title: 'Version', kind: 'n' },
      { title: 'Started', kind: 'n' },
    ],
    rows: found.data.map((run) => [
      lead(
        `${workflowsPath}/${workflow.id}/runs/${run.id}`,
        run.email === null ? 'A deleted person' : foreign(run.email),
      ),
      runBadge(run.status),
      stepTitle(workflow, run.step),
      run.waitsFor === null ? null : renderTime(run.waitsFor.until, zone),
      String(run.version),
      renderTime(run.startedAt, zone),
    ]),
  });
}
