import { listWorkflows } from '../../../../../tools/workflows/list-workflows.ts';
import { type WorkflowStatus, workflowStatuses } from '../../../../model/workflow/workflow.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { doneNotice } from '../../fields.ts';
import { page } from '../../layout.ts';
import { countedMax, emptyState, linkButton, sheet, shownCount, tabs } from '../../look/parts.ts';
import { lead, olderCursor, pager, pathWith, table } from '../../look/tables.ts';
import { inDigits } from '../../number-words.ts';
import { isAuthor, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { workflowsPath } from './workflow-frame.ts';
import { workflowBadge, workflowStates } from './workflow-states.ts';

const workflowsShown = 50;

export async function showWorkflows(visit: Visit): Promise<HttpAnswer> {
  const { request, organization } = visit;
  const asked = request.query.get('state') ?? '';
  const status = workflowStatuses.find((one) => one === asked);
  const after = request.query.get('after') || undefined;
  const found = await visit.call(listWorkflows, { status, after, limit: workflowsShown });
  const create = isAuthor(visit)
    ? linkButton(`${workflowsPath}/new`, 'New workflow', { look: 'main', picture: 'add' })
    : null;
  const isFirst = after === undefined;
  const list =
    found.data.length === 0
      ? status === undefined && isFirst
        ? emptyState({
            picture: 'workflow',
            title: 'No workflows yet',
            text: 'A workflow emails people automatically, step by step: for example, a welcome to new readers or a reminder about a cart.',
            actions: create,
          })
        : emptyState({
            picture: 'workflow',
            title: 'No matching workflows',
            text: 'No workflow has this state.',
          })
      : table({
          caption: 'Workflows',
          columns: [
            { title: 'Workflow', kind: 'lead' },
            { title: 'State', kind: 'state' },
            { title: 'In progress', kind: 'n' },
            { title: 'Started', kind: 'n' },
            { title: 'Finished', kind: 'n' },
            { title: 'Failed', kind: 'n' },
            { title: 'Changed', kind: 'n' },
          ],
          rows: found.data.map(({ id, name, description, status: state, stats, updatedAt }) => [
            lead(`${workflowsPath}/${id}`, foreign(name), description === null ? null : foreign(description)),
            workflowBadge(state),
            inDigits(stats.open),
            inDigits(stats.started),
            inDigits(stats.completed),
            stats.failed === 0 ? null : inDigits(stats.failed),
            renderTime(updatedAt, organization.timezone),
          ]),
        });
  const body = html`${doneNotice(visit, { deleted: 'Deleted.' })}${await stateTabs(visit, status)}${sheet({ body: list, bare: true })}${pager(workflowsPath, { state: status }, { older: olderCursor(found), isFirst })}`;
  return await page(visit, {
    title: 'Workflows',
    sub: 'Emails that follow what a person does, step by step.',
    acts: found.data.length === 0 && status === undefined ? null : create,
    body,
    also: { tool: listWorkflows, input: {}, ask: 'Which workflows are on, and is anyone stuck?' },
  });
}

async function stateTabs({ engine, organization }: Visit, status: WorkflowStatus | undefined): Promise<Html> {
  const { workflows } = engine.store.forOrganization(organization.key);
  const entries = [undefined, ...workflowStatuses].map(async (one) => ({
    href: pathWith(workflowsPath, { state: one }),
    title: one === undefined ? 'All' : workflowStates[one].text,
    isHere: status === one,
    count: shownCount(await workflows.countUpTo(countedMax, one)),
  }));
  return tabs('Workflows by state', await Promise.all(entries));
}
