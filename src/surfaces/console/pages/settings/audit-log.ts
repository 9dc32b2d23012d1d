import { catalogue } from '../../../../../tools/index.ts';
import { listAuditLog } from '../../../../../tools/organizations/list-audit-log.ts';
import { listPeople } from '../../../../../tools/people/list-people.ts';
import { listTokens } from '../../../../../tools/tokens/list-tokens.ts';
import { dayMs, isoInstant } from '../../../../model/instant.ts';
import { auditLimits } from '../../../../model/organization/audit.ts';
import { tokensPerOrganizationMax } from '../../../../model/organization/token.ts';
import { peoplePerOrganizationMax } from '../../../../model/person/person.ts';
import { startOfLocalDay } from '../../../../model/workflow/local-time.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { describeActivity } from '../../activity/describe-activity.ts';
import { emptyState, list, sheet } from '../../look/parts.ts';
import { type Choice, filters, olderCursor, pager } from '../../look/tables.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { readAssistants } from '../assistants/assistants-list.ts';
import { settingsPage, settingsPath } from './settings-frame.ts';

const here = `${settingsPath}/audit-log`;
const entriesShown = 50;

const periods = [
  { value: '', title: 'Any time' },
  { value: 'today', title: 'Today' },
  { value: 'yesterday', title: 'Yesterday' },
  { value: 'week', title: 'Last 7 days' },
  { value: 'month', title: 'Last 30 days' },
] as const;

/** Returns the times of a period in the zone of the organization. */
function readPeriod(
  period: string | null,
  now: number,
  timezone: string,
): { created_after?: string; created_before?: string } {
  const today = startOfLocalDay(now, timezone);
  // Both bounds are exclusive.
  const from = (start: number) => ({ created_after: isoInstant(start - 1) });
  if (period === 'today') return from(today);
  if (period === 'yesterday') {
    return { ...from(startOfLocalDay(today - 1, timezone)), created_before: isoInstant(today) };
  }
  if (period === 'week') return from(now - weekDays * dayMs);
  return period === 'month' ? from(now - monthDays * dayMs) : {};
}

const weekDays = 7;
const monthDays = 30;

/** Reads are not in the log. */
const actions = catalogue
  .filter(({ effect }) => effect !== 'read')
  .map(({ name, title }) => ({ value: name, title }))
  .sort((a, b) => a.title.localeCompare(b.title));

/** People of the team are known only to admins. Apps of one person share an id in the log. */
async function readActors(visit: Visit): Promise<Choice[]> {
  const [people, assistants, tokens] = await Promise.all([
    isAdmin(visit) ? visit.call(listPeople, { limit: peoplePerOrganizationMax }) : null,
    readAssistants(visit),
    visit.call(listTokens, { limit: tokensPerOrganizationMax }),
  ]);
  const programs = Map.groupBy(assistants, ({ tokenId }) => tokenId);
  programs.delete(null);
  return [
    ...(people?.data ?? []).map(({ id, name }) => ({
      value: `person:${id}`,
      title: straight(name),
      group: 'People',
    })),
    ...[...programs].map(([tokenId, named]) => ({
      value: `token:${tokenId}`,
      title: [...new Set(named.map(({ name }) => straight(name)))].join(', '),
      group: 'Assistants',
    })),
    ...tokens.data
      .filter(({ id }) => !programs.has(id))
      .map(({ id, name }) => ({ value: `token:${id}`, title: straight(name), group: 'Tokens' })),
  ];
}

/** @param by `person:` or `token:` with an id */
function readActor(by: string | undefined): { person_id?: string; token_id?: string } {
  const [, kind, id] = /^(person|token):(.+)$/.exec(by ?? '') ?? [];
  if (id === undefined) return {};
  return kind === 'person' ? { person_id: id } : { token_id: id };
}

export async function showAuditLog(visit: Visit): Promise<HttpAnswer> {
  const { request, organization, now } = visit;
  const asked = (name: string): string | undefined =>
    request.query.get(name)?.slice(0, auditLimits.nameCharactersMax) || undefined;
  const token = asked('token');
  const query = {
    action: asked('action'),
    by: asked('by') ?? (token === undefined ? undefined : `token:${token}`),
    period: asked('period'),
  };
  const after = asked('after');
  const [found, actors] = await Promise.all([
    visit.call(listAuditLog, {
      limit: entriesShown,
      after,
      tool: query.action,
      ...readActor(query.by),
      ...readPeriod(query.period ?? null, now, organization.timezone),
    }),
    readActors(visit),
  ]);
  const older = olderCursor(found);
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const none = emptyState({
    picture: 'history',
    title: isFiltered ? 'No entries match' : 'No entries yet',
    text: isFiltered
      ? 'Choose another action, person, program or time.'
      : 'Changes and sends appear here, with the person or program that made them.',
  });
  const body = html`${filters(here, [
    {
      kind: 'choice',
      name: 'action',
      label: 'Action',
      value: query.action ?? '',
      choices: [{ value: '', title: 'Any action' }, ...actions],
    },
    {
      kind: 'choice',
      name: 'by',
      label: 'Person or program',
      value: query.by ?? '',
      choices: [{ value: '', title: 'Anyone' }, ...actors],
    },
    { kind: 'choice', name: 'period', label: 'Time', value: query.period ?? '', choices: periods },
  ])}${sheet({
    bare: true,
    body: found.data.length === 0 ? none : list(await describeActivity(visit, found.data)),
    footer:
      found.data.length === 0
        ? null
        : html`<span>Entries are kept for ${String(auditLimits.keptMs / dayMs)} days</span>${pager(here, query, { older, isFirst: after === undefined })}`,
  })}`;
  return await settingsPage(visit, {
    title: 'Audit log',
    body,
    also: { tool: listAuditLog, input: { tool: 'send_campaign' }, ask: 'Who changed what yesterday?' },
  });
}
