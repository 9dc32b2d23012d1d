import { getWorkflow } from '../../../../../tools/workflows/get-workflow.ts';
import { listWorkflowRuns } from '../../../../../tools/workflows/list-workflow-runs.ts';
import { wordForPerson } from '../../../../model/text/tool-remedies.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, textField } from '../../fields.ts';
import { asSentence } from '../../form-faults.ts';
import { icon, list, sheet, statistics } from '../../look/parts.ts';
import { capitalize, inDigits } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { outline } from './outline.ts';
import { describeRule } from './rule-words.ts';
import { describeRun, type ShownRun } from './run-words.ts';
import { readMailNames, type ShownWorkflow } from './step-words.ts';
import { loadRunning, workflowPage, workflowsPath } from './workflow-frame.ts';
import { runStates } from './workflow-states.ts';

const runsShown = 5;

export async function showWorkflow(visit: Visit): Promise<HttpAnswer> {
  const workflow = await loadRunning(visit);
  const { id } = workflow;
  const runs = await visit.call(listWorkflowRuns, { workflowId: id, limit: runsShown });
  const zone = visit.organization.timezone;
  const aside = html`<span class="small quiet">${versionWords(workflow, zone)}</span>`;
  const body = html`${figures(workflow)}<div class="cols"><div>
${sheet({ title: 'Steps', aside, body: outline(workflow), bare: true, id: 'steps' })}
</div><div>
${warnings(workflow)}${findPerson(id)}${lastRuns(workflow, runs.data, zone)}</div></div>`;
  return await workflowPage(visit, workflow, {
    tab: 'steps',
    body,
    also: {
      tool: getWorkflow,
      input: { workflowId: id },
      ask: 'How many people are at each step of this workflow?',
    },
  });
}

function versionWords({ version, versions, status, activatedAt }: ShownWorkflow, zone: string): Html {
  if (version === null || activatedAt === null) return html`Never activated`;
  const at = versions.find((one) => one.version === version)?.createdAt ?? activatedAt;
  return html`Version ${String(version)}${status === 'ACTIVE' ? ', on since ' : ', from '}${renderTime(at, zone)}`;
}

const outside: Readonly<Record<string, string>> = {
  own_change: 'changed by the workflow itself',
  depth: 'at the end of a chain of workflows',
  no_key: 'without the value that identifies a run',
  left: 'unsubscribed, bounced or complained before',
  filter: 'not matching the condition',
  once_before: 'already had it',
  still_running: 'already in it',
  same_key_before: 'already had it for this value',
  too_often: 'started too often',
  paused: 'while it was paused',
};

export function outsideWords(reason: string): string {
  return capitalize(outside[reason] ?? 'other reasons');
}

function figures({ stats, goal, versions }: ShownWorkflow): Html | null {
  if (versions.length === 0) return null;
  const count = (amount: number): string => inDigits(amount);
  const skipped = Object.entries(stats.notEntered).sort(([, a], [, b]) => b - a);
  const [reason, amount] = skipped[0] ?? [];
  const note =
    reason === undefined ? undefined : `${count(amount!)} not: ${outside[reason] ?? 'other reasons'}`;
  return statistics([
    { label: 'In progress', value: count(stats.open) },
    { label: 'Started', value: count(stats.started), ...(note === undefined ? {} : { note }) },
    { label: 'Finished', value: count(stats.completed) },
    goal === null
      ? { label: 'Left before the end', value: count(stats.exited + stats.cancelled) }
      : { label: 'Reached the goal', value: count(stats.goal) },
    {
      label: 'Failed',
      value: count(stats.failed),
      ...(stats.failed > 0 ? ({ state: 'bad', note: 'see People' } as const) : {}),
    },
  ]);
}

/** Settings that the steps do not show, and likely mistakes. */
function warnings(workflow: ShownWorkflow): Html | null {
  const { goal, quietHours, mailsMax, exitOn } = workflow;
  const mails = readMailNames(workflow);
  const rows = [
    ...workflow.warnings.map((warning) => ({
      state: 'warn' as const,
      sign: icon('warn'),
      body: foreign(asSentence(wordForPerson(warning))),
    })),
    ...(goal === null
      ? []
      : [row(html`People finish early when this is true: ${foreign(describeRule(goal as never, mails))}.`)]),
    ...(quietHours === null
      ? []
      : [
          row(
            html`No marketing email from ${quietHours.from} to ${quietHours.to}, in the person’s time zone.`,
          ),
        ]),
    ...(mailsMax === null
      ? []
      : [row(html`At most ${String(mailsMax.count)} marketing emails to each person in ${mailsMax.per}.`)]),
    ...(exitOn.length === 0
      ? [row(html`People who unsubscribed, bounced or complained may enter too.`)]
      : []),
  ];
  return rows.length === 0 ? null : sheet({ title: 'Good to know', body: list(rows), bare: true });
}

function row(body: Html) {
  return { sign: icon('info'), body };
}

function findPerson(id: string): Html {
  const body = html`<form method="get" action="${workflowsPath}/${id}/runs">${textField({
    name: 'subscriber',
    label: 'Address of a subscriber',
    type: 'email',
    charactersMax: 320,
    placeholder: 'ada@example.com',
  })}${button('Find', { look: '', picture: 'search' })}</form>`;
  return sheet({ title: 'Find a person', body });
}

function lastRuns(workflow: ShownWorkflow, runs: readonly ShownRun[], zone: string): Html {
  const path = `${workflowsPath}/${workflow.id}/runs`;
  const aside = html`<a class="small" href="${path}">All runs</a>`;
  if (runs.length === 0) {
    return sheet({ title: 'Recent runs', body: html`<p class="quiet">No one has entered yet.</p>` });
  }
  const rows = runs.map((run) => {
    const { state, picture } = runStates[run.status];
    const name = run.email === null ? html`A deleted person` : foreign(run.email);
    return {
      ...(state === 'bad' || state === 'ok' ? { state } : {}),
      sign: icon(picture),
      body: html`<a href="${path}/${run.id}">${name}</a><small>${describeRun(workflow, run, zone)}</small>`,
    };
  });
  return sheet({ title: 'Recent runs', aside, body: list(rows), bare: true });
}
