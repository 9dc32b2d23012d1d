import { listApprovals } from '../../../../../tools/approvals/list-approvals.ts';
import type { Approval } from '../../../../model/approval/approval.ts';
import { describeQuestion } from '../../../../model/approval/describe-question.ts';
import { shownPreview } from '../../../../model/sending/send-preview.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { page } from '../../layout.ts';
import { countedMax, emptyState, linkButton, sheet, shownCount, tabs } from '../../look/parts.ts';
import { type Column, lead, olderCursor, pager, table } from '../../look/tables.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderShortTime } from '../../shown.ts';
import { findToolTitle } from '../../tools-by-name.ts';
import { approvalBadge, renderAsker, renderQuestion } from './approval-states.ts';
import { nameSubjects } from './name-subjects.ts';

const here = '/console/approvals';
const pendingShown = 100;
const decidedShown = 30;

export async function showWaiting(visit: Visit): Promise<HttpAnswer> {
  const { data, has_more } = await visit.call(listApprovals, { status: 'pending', limit: pendingShown });
  const body = html`${await views(visit, 'waiting')}${
    data.length === 0
      ? sheet({
          bare: true,
          body: emptyState({
            picture: 'approval',
            title: 'No requests are waiting',
            text: 'When an assistant wants to mail several people or make a large change, its request appears here.',
            actions: linkButton('/console/assistants', 'Connect an assistant'),
          }),
        })
      : await waitingTables(visit, data)
  }${has_more ? html`<p class="quiet">Some waiting requests are not shown here.</p>` : null}`;
  return await page(visit, {
    title: 'Approvals',
    sub: 'Requests from assistants that need a person’s decision.',
    body,
    also: {
      tool: listApprovals,
      input: { status: 'pending' },
      ask: 'Which of your requests are still waiting for me?',
    },
  });
}

export async function showDecided(visit: Visit): Promise<HttpAnswer> {
  const { request } = visit;
  const after = request.query.get('after') || undefined;
  const { data, has_more } = await visit.call(listApprovals, { limit: decidedShown, after });
  const decided = data.filter(({ status }) => status !== 'pending');
  const older = olderCursor({ data, has_more });
  const body = html`${await views(visit, 'decided')}${
    decided.length === 0 && older === undefined
      ? sheet({
          bare: true,
          body: emptyState({
            picture: 'history',
            title: 'No decisions yet',
            text: 'Decided requests stay here with their emails and results.',
          }),
        })
      : sheet({ bare: true, body: await rows(visit, decided, 'Decided requests') })
  }${pager(`${here}/decided`, {}, { older, isFirst: after === undefined })}`;
  return await page(visit, {
    title: 'Approvals',
    sub: 'Past decisions, with the email and the result of each request.',
    body,
    also: { tool: listApprovals, input: {}, ask: 'Which of your requests did I approve this week?' },
  });
}

async function views({ engine, organization, now }: Visit, shown: 'waiting' | 'decided'): Promise<Html> {
  const { approvals } = engine.store.forOrganization(organization.key);
  const waiting = shownCount(await approvals.countPending(now, countedMax));
  return tabs('Approvals', [
    { href: here, title: 'Waiting', isHere: shown === 'waiting', count: waiting },
    { href: `${here}/decided`, title: 'Decided', isHere: shown === 'decided' },
  ]);
}

/** Groups repeated calls of an assistant under a link to a joint decision. */
async function waitingTables(visit: Visit, pending: readonly Approval[]): Promise<Html> {
  const groups = new Map<string, Approval[]>();
  for (const one of pending) {
    const group = `${one.tool} ${one.token?.id ?? ''}`;
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  const alone = [...groups.values()].filter(({ length }) => length === 1).flat();
  const many = [...groups.values()].filter(({ length }) => length > 1);
  const together = await Promise.all(many.map((group) => groupSheet(visit, group)));
  return html`${together}${alone.length === 0 ? null : sheet({ bare: true, body: await rows(visit, alone, 'Waiting requests') })}`;
}

async function groupSheet(visit: Visit, group: readonly Approval[]): Promise<Html> {
  const { tool, id } = group[0]!;
  const amount = String(group.length);
  return sheet({
    title: `${amount} requests: ${findToolTitle(tool)}`,
    aside: html`<a class="btn tiny" href="${here}/${id}/alike">Decide all ${amount} together</a>`,
    bare: true,
    body: await rows(visit, group, `${amount} requests: ${findToolTitle(tool)}`),
  });
}

const columns: readonly Column[] = [
  { title: 'Request', kind: 'lead' },
  { title: 'State', kind: 'state' },
  { title: 'Requested by', kind: 'val' },
  { title: 'Requested', kind: 'n' },
];

async function rows(visit: Visit, approvals: readonly Approval[], caption: string): Promise<Html> {
  const { engine, organization } = visit;
  const store = engine.store.forOrganization(organization.key);
  const kept = await store.approvals.byIds(approvals.map(({ id }) => id));
  const names = await nameSubjects(visit, [...kept.values()]);
  return table({
    caption,
    columns,
    rows: approvals.map((approval) => {
      const shown = kept.get(approval.id)?.shown;
      const title = findToolTitle(approval.tool);
      const question = describeQuestion(title, shown && shownPreview(shown), names.get(approval.id) ?? null);
      const change = shown?.isChange ? shown.preview.warnings[0] : undefined;
      return [
        lead(
          `${here}/${approval.id}`,
          renderQuestion(question),
          change === undefined ? null : foreign(stripInvisible(change)),
        ),
        approvalBadge(approval),
        renderAsker(approval),
        html`${renderShortTime(approval.asked_at, organization.timezone, visit.now)}${approval.status === 'pending' ? html`<small>Expires ${renderShortTime(approval.expires_at, organization.timezone, visit.now)}</small>` : null}`,
      ];
    }),
  });
}
