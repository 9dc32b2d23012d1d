import type { z } from 'zod';
import { listAuditLog } from '../../../../../tools/organizations/list-audit-log.ts';
import { revokeGrant } from '../../../../../tools/tokens/revoke-grant.ts';
import { revokeToken } from '../../../../../tools/tokens/revoke-token.ts';
import { approvalMode } from '../../../../engine/approval/allowance.ts';
import { Failure } from '../../../../model/failure.ts';
import { idPrefixes } from '../../../../model/id.ts';
import { isOauthScope, scopeSentences } from '../../../../model/oauth/scopes.ts';
import type { AuditEntry } from '../../../../model/organization/audit.ts';
import { describeScopes } from '../../../../model/organization/scope-words.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { describeActivity } from '../../activity/describe-activity.ts';
import { button, dialog, doneNotice, form } from '../../fields.ts';
import { foundOrNull } from '../../found-or-null.ts';
import { page, seeOther } from '../../layout.ts';
import { columns, emptyState, icon, linkButton, list, sheet, switchLinks } from '../../look/parts.ts';
import { olderCursor, pager } from '../../look/tables.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import {
  type Assistant,
  assistantBadge,
  assistantsPath,
  assistantsTable,
  readAssistants,
} from './assistants-list.ts';
import { approvalSentences, connectRows } from './connect.ts';

const entriesRead = 100;
const assistantsShown = 200;

export async function showAssistants(visit: Visit): Promise<HttpAnswer> {
  const { engine } = visit;
  const assistants = await readAssistants(visit);
  const working = assistants.filter(({ isWorking }) => isWorking);
  const mayStop = isAdmin(visit) && working.length > 0;
  const body = html`${doneNotice(visit, {
    stopped: 'Stopped. The assistant no longer has access.',
    all_stopped: 'All assistants are stopped. None of them has access.',
  })}${sheet({
    title: 'Connected',
    count: working.length,
    bare: true,
    body:
      assistants.length === 0
        ? emptyState({
            picture: 'assistant',
            title: 'No assistants yet',
            text: 'Choose an assistant below, then choose its permissions.',
          })
        : await assistantsTable(visit, assistants.slice(0, assistantsShown)),
  })}
<h2 class="section" id="connect">Connect an assistant</h2>
${sheet({ bare: true, body: connectRows() })}${await activitySheet(visit, assistantsPath, isByAssistant)}`;
  return await page(visit, {
    title: 'Assistants',
    sub: `AI assistants that work with your email. ${approvalSentences[approvalMode(engine)]}`,
    acts: mayStop
      ? stopAllDialog(working)
      : linkButton('#connect', 'Connect an assistant', { look: 'main', picture: 'add' }),
    body,
  });
}

function stopAllDialog(working: readonly Assistant[]): Html {
  const names = [...new Set(working.map(({ name }) => straight(name)))];
  const amount = working.length === 1 ? 'the assistant' : `all ${working.length} assistants`;
  return dialog('stop-all', {
    opener: 'Stop all assistants',
    look: 'danger',
    picture: 'stop',
    title: 'Stop all assistants?',
    text: html`This immediately and permanently ends the access of ${amount}: ${names.map((name, index) => html`${index === 0 ? '' : ', '}${foreign(name)}`)}. Mail that they scheduled is still sent; pause sending to hold it.`,
    form: form(
      `${assistantsPath}/stop`,
      button('Stop all assistants', { look: 'danger main', picture: 'stop' }),
    ),
  });
}

type Entry = z.output<typeof AuditEntry>;

function isByAssistant({ door, cause }: Entry): boolean {
  return door === 'mcp' || (cause?.some(({ assistant }) => assistant === true) ?? false);
}

const accepted: ReadonlySet<string | null> = new Set(['done', 'replayed', null]);

/** Newest actions of assistants. A page reads a part of the log, of which other callers' entries are left out. */
async function activitySheet(
  visit: Visit,
  here: string,
  isWanted: (entry: Entry) => boolean,
  tokenId?: string,
): Promise<Html> {
  const { request } = visit;
  const after = request.query.get('after') || undefined;
  const isRefused = request.query.get('show') === 'refused';
  const log = await visit.call(listAuditLog, { limit: entriesRead, after, token_id: tokenId });
  const older = olderCursor(log);
  const entries = log.data.filter((entry) => isWanted(entry) && (!isRefused || !accepted.has(entry.outcome)));
  const rows = await describeActivity(visit, entries);
  const none = isRefused ? 'No refused actions.' : 'No actions yet.';
  return sheet({
    title: 'Activity',
    id: 'activity',
    aside: switchLinks('Activity', [
      { href: `${here}#activity`, title: 'All', isHere: !isRefused },
      { href: `${here}?show=refused#activity`, title: 'Refused', isHere: isRefused },
    ]),
    bare: true,
    body: rows.length === 0 ? html`<div class="pad"><p class="quiet">${none}</p></div>` : list(rows),
    footer: pager(here, { show: isRefused ? 'refused' : undefined }, { older, isFirst: after === undefined }),
  });
}

/** The page of a connected app. Tokens have theirs among the developers' things. */
export async function showAssistant(visit: Visit): Promise<HttpAnswer> {
  const assistant = await findAssistant(visit);
  const { organization } = visit;
  const zone = organization.timezone;
  const { name, scopes, createdAt, usedAt, endsAt, stoppedAt, tokenId } = assistant;
  const isOfPerson = tokenId !== null && !tokenId.startsWith(`${idPrefixes.token}_`);
  const permissions = scopes.map((scope) => ({
    sign: icon('check'),
    body: html`${describeScopes([scope])}${isOauthScope(scope) ? html`<small>${scopeSentences[scope]}</small>` : null}`,
  }));
  // Apps of one person share a token id, and its name ends with the app.
  const isOwn = (entry: Entry): boolean =>
    isByAssistant(entry) && (!isOfPerson || entry.token?.name.endsWith(` by ${name}`) === true);
  const main = html`${await activitySheet(visit, `${assistantsPath}/${assistant.id}`, isOwn, tokenId ?? undefined)}`;
  const side = html`${sheet({
    title: 'Connection',
    body: factList([
      ['Acts as', assistant.below],
      ['Connected', renderTime(createdAt, zone)],
      usedAt === null ? null : ['Last active', renderTime(usedAt, zone)],
      endsAt === null || !assistant.isWorking ? null : ['Expires if unused', renderTime(endsAt, zone)],
      stoppedAt === null ? null : ['Stopped', renderTime(stoppedAt, zone)],
    ]),
  })}${sheet({ title: 'Permissions', bare: true, body: list(permissions) })}`;
  const mayStop = isAdmin(visit) && assistant.isWorking;
  return await page(visit, {
    title: name,
    heading: foreign(name),
    crumb: { href: assistantsPath, title: 'Assistants' },
    badge: assistantBadge(assistant),
    sub: describeScopes(scopes),
    acts: mayStop
      ? dialog('stop', {
          opener: 'Stop this assistant',
          look: 'danger',
          picture: 'stop',
          title: `Stop ${straight(name)}?`,
          text: 'Its access ends immediately and permanently. Mail that it scheduled is still sent; pause sending to hold it.',
          form: form(
            `${assistantsPath}/${assistant.id}/stop`,
            button(`Stop ${straight(name)}`, { look: 'danger main', picture: 'stop' }),
          ),
        })
      : null,
    body: columns(main, side),
    also: { tool: revokeGrant, input: { id: assistant.id }, ask: 'Which of our assistants are connected?' },
  });
}

async function findAssistant(visit: Visit): Promise<Assistant> {
  const found = (await readAssistants(visit)).find(({ id }) => id === visit.parameters.id);
  if (!found) throw new Failure('not_found');
  return found;
}

export async function stopOne(visit: Visit): Promise<HttpAnswer> {
  await stop(visit, await findAssistant(visit));
  return seeOther(`${assistantsPath}?done=stopped`);
}

async function stop(visit: Visit, { kind, id }: Assistant): Promise<void> {
  if (kind === 'grant') await visit.call(revokeGrant, { id });
  else await visit.call(revokeToken, { id });
}

/** Revokes the access of every assistant. Each is an entry of the audit log. */
export async function stopAll(visit: Visit): Promise<HttpAnswer> {
  const working = (await readAssistants(visit)).filter(({ isWorking }) => isWorking);
  for (const assistant of working) {
    // The token of a grant may have been revoked a moment ago, with the grant.
    await foundOrNull(stop(visit, assistant));
  }
  return seeOther(`${assistantsPath}?done=all_stopped`);
}
