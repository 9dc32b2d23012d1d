import { getWorkflow } from '../../../../../tools/workflows/get-workflow.ts';
import { diffLines } from '../../../../model/text/diff-lines.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, selectField } from '../../fields.ts';
import { badge, emptyState, list, sheet } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import { renderTime } from '../../shown.ts';
import { definitionLines } from './definition-lines.ts';
import type { ShownWorkflow } from './step-words.ts';
import { loadWorkflow, workflowPage, workflowsPath } from './workflow-frame.ts';

const draft = 'draft';

export async function showVersions(visit: Visit): Promise<HttpAnswer> {
  const workflow = await loadWorkflow(visit);
  const body = workflow.versions.length === 0 ? nothingYet() : await compared(visit, workflow);
  return await workflowPage(visit, workflow, {
    tab: 'versions',
    body,
    also: {
      tool: getWorkflow,
      input: { workflowId: workflow.id, version: workflow.version ?? 1 },
      ask: 'What changed between the last two versions of this workflow?',
    },
  });
}

function nothingYet(): Html {
  return sheet({
    body: emptyState({
      picture: 'history',
      title: 'No versions yet',
      text: 'Each activation saves the steps as a version, so that you can compare them later.',
    }),
    bare: true,
  });
}

async function compared(visit: Visit, workflow: ShownWorkflow): Promise<Html> {
  const { versions, version, draftChanged } = workflow;
  const newest = versions[0]!.version;
  const known = [draft, ...versions.map((one) => String(one.version))];
  const asked = (name: string, fallback: string): string =>
    known.find((one) => one === visit.request.query.get(name)) ?? fallback;
  const to = asked('to', draftChanged ? draft : String(newest));
  const before = versions[1]?.version ?? newest;
  const from = asked('from', String(draftChanged ? (version ?? newest) : before));
  // An unchanged draft is the version in use.
  const isLoaded = (name: string): boolean => name === draft || (!draftChanged && name === String(version));
  const load = async (name: string): Promise<ShownWorkflow> =>
    isLoaded(name) ? workflow : await loadWorkflow(visit, Number(name));
  const lines = diffLines(definitionLines(await load(from)), definitionLines(await load(to)));
  const options = known.map((value) => ({
    value,
    label: value === draft ? 'The draft' : `Version ${value}`,
  }));
  const choose = html`<form method="get" action="${workflowsPath}/${workflow.id}/versions" class="two">${selectField({ name: 'from', label: 'Compare', options, value: from })}${selectField({ name: 'to', label: 'With', options, value: to })}${button('Compare', { look: '' })}</form>`;
  return html`<div class="cols"><div>
${sheet({ title: 'Differences', body: differences(lines), bare: true })}
</div><div>
${sheet({ title: 'Compare versions', body: choose })}${versionList(workflow, visit.organization.timezone)}</div></div>`;
}

function differences(lines: ReturnType<typeof diffLines>): Html {
  if (lines === null) return html`<p class="pad">These versions are too long to compare here.</p>`;
  if (lines.every(({ kind }) => kind === 'same'))
    return html`<p class="pad quiet">There are no differences.</p>`;
  return html`<div class="diff">${lines.map(({ kind, text }) => {
    if (kind === 'same') return html`<span>${text}</span>`;
    return kind === 'added' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`;
  })}</div>`;
}

function versionList({ versions, version, status }: ShownWorkflow, zone: string): Html {
  const rows = versions.map((one) => ({
    sign: html`<b>${String(one.version)}</b>`,
    body: html`Activated ${renderTime(one.createdAt, zone)}`,
    end: one.version === version && status === 'ACTIVE' ? badge('ok', 'On', 'play') : null,
  }));
  return sheet({ title: 'Versions', body: list(rows), bare: true });
}
