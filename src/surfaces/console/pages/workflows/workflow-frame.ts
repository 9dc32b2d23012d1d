import { getWorkflow } from '../../../../../tools/workflows/get-workflow.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import type { AlsoCall } from '../../also.ts';
import { button, dialog, doneNotice, form } from '../../fields.ts';
import { page } from '../../layout.ts';
import { linkButton, notice, tabs } from '../../look/parts.ts';
import { isAdmin, isAuthor, type Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import type { ShownWorkflow } from './step-words.ts';
import { workflowBadge } from './workflow-states.ts';

export const workflowsPath = '/console/workflows';
export const workflowsCrumb = { href: workflowsPath, title: 'Workflows' };

type WorkflowTab = 'steps' | 'runs' | 'report' | 'versions' | 'simulate';

const notices: Readonly<Record<string, string>> = {
  created: 'Created as a draft. Nothing is sent before you activate it.',
  saved: 'Saved.',
  activated: 'The workflow is on.',
  paused: 'Paused. People stay where they are.',
  archived: 'Archived. The people in it were removed.',
  restored: 'Restored as a draft.',
  cancelled: 'Cancelled. The person receives nothing more from this workflow.',
  retried: 'Retried. The run continues at the step that failed.',
};

export async function loadWorkflow(visit: Visit, version?: number): Promise<ShownWorkflow> {
  return await visit.call(getWorkflow, {
    workflowId: visit.parameters.id,
    ...(version === undefined ? {} : { version }),
  });
}

/** Returns the active version, or the draft before the first activation. */
export async function loadRunning(visit: Visit): Promise<ShownWorkflow> {
  const draft = await loadWorkflow(visit);
  const { draftChanged, version, warnings } = draft;
  if (!draftChanged || version === null) return draft;
  return { ...(await loadWorkflow(visit, version)), draftChanged, warnings };
}

type Framed = {
  tab: WorkflowTab;
  body: Html;
  also: AlsoCall;
  /** Notice above the tabs. */
  answer?: Html | null;
  status?: number;
};

/** Frames a page of one workflow with its state, tabs and actions. */
export async function workflowPage(
  visit: Visit,
  workflow: ShownWorkflow,
  { tab, body, also, answer = null, status = 200 }: Framed,
): Promise<HttpAnswer> {
  const { id, name, description } = workflow;
  const path = `${workflowsPath}/${id}`;
  const entry = (one: WorkflowTab, href: string, title: string, count?: number) => ({
    href: `${path}${href}`,
    title,
    isHere: tab === one,
    ...(count === undefined ? {} : { count }),
  });
  const entries = [
    entry('steps', '', 'Steps'),
    entry('runs', '/runs', 'People', workflow.stats.started),
    entry('report', '/report', 'Report'),
    entry('versions', '/versions', 'Versions', workflow.versions[0]?.version ?? 0),
    entry('simulate', '/simulate', 'Simulate'),
  ];
  return await page(visit, {
    title: name,
    heading: foreign(name),
    crumb: workflowsCrumb,
    badge: workflowBadge(workflow.status),
    sub: description === null ? null : foreign(description),
    acts: actions(visit, workflow),
    body: html`${answer ?? doneNotice(visit, notices) ?? (tab === 'steps' ? standingNotice(visit, workflow) : null)}${tabs('About this workflow', entries)}${body}`,
    also,
    status,
  });
}

function standingNotice(visit: Visit, { id, problem, status, draftChanged }: ShownWorkflow): Html | null {
  const activate = isAdmin(visit)
    ? linkButton(`${workflowsPath}/${id}/activate`, 'Review activation', { look: 'tiny' })
    : null;
  if (problem !== null) {
    const more = activate && { action: activate };
    return notice({
      state: 'bad',
      title: 'Posthouse paused this workflow.',
      text: html`${foreign(problem)}.`,
      ...more,
    });
  }
  if (!draftChanged || status === 'ARCHIVED') return null;
  return notice({
    state: 'info',
    title: 'Saved changes are not active yet.',
    text: 'People follow the active version, which is shown here.',
    action: linkButton(`${workflowsPath}/${id}/versions`, 'Compare', { look: 'tiny' }),
  });
}

function actions(visit: Visit, workflow: ShownWorkflow): Html | null {
  const { id, name, status, draftChanged } = workflow;
  const path = `${workflowsPath}/${id}`;
  const remove = dialog('delete', {
    opener: 'Delete',
    look: 'danger',
    picture: 'trash',
    title: `Delete ${name}?`,
    text: 'The workflow is deleted, and the people in it leave it and receive nothing more from it. Their history keeps what they received. You cannot undo this.',
    form: form(`${path}/delete`, button('Delete workflow', { look: 'danger main' })),
  });
  if (status === 'ARCHIVED') {
    return isAdmin(visit) ? html`${remove}${form(`${path}/restore`, button('Restore'), 'inline')}` : null;
  }
  const isOn = status === 'ACTIVE';
  const activate = isOn ? 'Activate changes' : status === 'PAUSED' ? 'Resume' : 'Activate';
  const isNext = !isOn || draftChanged;
  const parts = [
    isAdmin(visit) && !isOn ? remove : null,
    isAdmin(visit) && !isOn
      ? dialog('archive', {
          opener: 'Archive',
          picture: 'archive',
          title: `Archive ${name}?`,
          text: 'No one can enter it any more, and the people in it receive nothing more from it. You can restore it later as a draft.',
          form: form(`${path}/archive`, button('Archive workflow', { look: 'danger main' })),
        })
      : null,
    isAuthor(visit) && isOn
      ? form(`${path}/pause`, button('Pause', { look: '', picture: 'pause' }), 'inline')
      : null,
    isAuthor(visit)
      ? linkButton(`${path}/edit`, 'Edit', {
          picture: 'edit',
          look: isNext && isAdmin(visit) ? '' : 'main',
        })
      : null,
    isAdmin(visit) && isNext
      ? linkButton(`${path}/activate`, activate, { look: 'main', picture: 'play' })
      : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : html`${parts}`;
}
