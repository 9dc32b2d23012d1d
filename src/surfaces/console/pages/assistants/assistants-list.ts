import { listGrants } from '../../../../../tools/tokens/list-grants.ts';
import { listTokens } from '../../../../../tools/tokens/list-tokens.ts';
import { approvalMode } from '../../../../engine/approval/allowance.ts';
import { appTokenId } from '../../../../engine/auth/subject-record.ts';
import { describeScopes } from '../../../../model/organization/scope-words.ts';
import type { TokenScope } from '../../../../model/organization/token.ts';
import { unapprovedDayMs, unapprovedPeopleADayMax } from '../../../../model/sending/unapproved-people.ts';
import { unapprovedPeopleByCaller } from '../../../../store/records/permits/unapproved-sends.ts';
import { type Html, html } from '../../../public/html.ts';
import { meter } from '../../look/charts.ts';
import { type StateWords, stateBadge } from '../../look/parts.ts';
import { lead, olderCursor, table } from '../../look/tables.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';

export const assistantsPath = '/console/assistants';

const rowsPerPage = 100;
const pagesMax = 100;

/** A program that acts for a person or with a token of its own. */
export type Assistant = {
  id: string;
  kind: 'grant' | 'token';
  name: string;
  /** The person or token that the assistant acts for. */
  below: Html;
  scopes: readonly TokenScope[];
  isWorking: boolean;
  createdAt: string;
  usedAt: string | null;
  endsAt: string | null;
  stoppedAt: string | null;
  /** Key of the people mailed without approval. */
  budget: string | null;
  /** Token in the audit log; apps of one person share it. */
  tokenId: string | null;
};

/** Returns the connected apps and the tokens of assistants, working ones first. */
export async function readAssistants(visit: Visit): Promise<Assistant[]> {
  const { now } = visit;
  const [grants, tokens] = await Promise.all([
    readPages((after) => visit.call(listGrants, { limit: rowsPerPage, after })),
    readPages((after) => visit.call(listTokens, { limit: rowsPerPage, after })),
  ]);
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  const roots = new Map(tokens.map(({ id, created_by }) => [id, created_by ?? null]));
  const connected = grants.map((grant): Assistant => {
    const { person, token_id, subject } = grant;
    const actingAs = person === null ? token_id : appTokenId(person.id);
    const named = token_id === null ? undefined : names.get(token_id);
    const below =
      person !== null
        ? html`Connected app, for ${foreign(person.name)}`
        : subject !== null
          ? html`Connected app, for ${foreign(subject)}`
          : html`Connected app${named === undefined ? null : html`, token ${foreign(named)}`}`;
    return {
      id: grant.id,
      kind: 'grant',
      name: grant.client_name,
      below,
      scopes: grant.scopes,
      isWorking: grant.revoked_at === null && Date.parse(grant.ends_at) > now,
      createdAt: grant.created_at,
      usedAt: grant.refreshed_at ?? grant.created_at,
      endsAt: grant.ends_at,
      stoppedAt: grant.revoked_at,
      budget: actingAs === null ? null : findRoot(actingAs, roots),
      tokenId: actingAs,
    };
  });
  const own = tokens
    .filter(({ assistant }) => assistant)
    .map(
      (token): Assistant => ({
        id: token.id,
        kind: 'token',
        name: token.name,
        below: html`Token ${token.prefix}…${token.mode === 'test' ? ', test mail only' : null}`,
        scopes: token.scopes,
        isWorking:
          token.revoked_at === null && (token.expires_at === null || Date.parse(token.expires_at) > now),
        createdAt: token.created_at,
        usedAt: token.last_used_at,
        endsAt: token.expires_at,
        stoppedAt: token.revoked_at,
        budget: findRoot(token.id, roots),
        tokenId: token.id,
      }),
    );
  return [...connected, ...own].sort((a, b) => Number(b.isWorking) - Number(a.isWorking));
}

type Listed<Row> = { data: readonly Row[]; has_more: boolean };

/** Revoked apps and tokens stay in the lists, so a working one may be on any page. */
async function readPages<Row extends { id: string }>(
  read: (after: string | undefined) => Promise<Listed<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await read(after);
    rows.push(...page.data);
    after = olderCursor(page);
    if (after === undefined) break;
  }
  return rows;
}

/** Tokens minted by one token share its allowance. */
function findRoot(id: string, makers: ReadonlyMap<string, string | null>): string {
  let root = id;
  for (let steps = 0; steps < makers.size; steps += 1) {
    const maker = makers.get(root) ?? null;
    if (maker === null) return root;
    root = maker;
  }
  return root;
}

const assistantStates: Readonly<Record<'active' | 'unused' | 'stopped' | 'ended', StateWords>> = {
  active: { state: 'ok', text: 'Active', picture: 'check' },
  unused: { state: 'info', text: 'Not used yet', picture: 'clock' },
  stopped: { state: 'still', text: 'Stopped', picture: 'stop' },
  ended: { state: 'still', text: 'Expired', picture: 'clock' },
};

export function assistantBadge({ isWorking, usedAt, stoppedAt }: Assistant): Html {
  const name = isWorking ? (usedAt === null ? 'unused' : 'active') : stoppedAt === null ? 'ended' : 'stopped';
  return stateBadge(assistantStates[name]);
}

export async function assistantsTable(visit: Visit, assistants: readonly Assistant[]): Promise<Html> {
  const { organization, engine } = visit;
  const mailed = await unapprovedPeopleByCaller(engine.store.database.reader, organization.key);
  const since = visit.now - unapprovedDayMs;
  const used = new Map(
    [...mailed].map(([caller, people]) => [caller, people.filter(({ at }) => at > since).length]),
  );
  return table({
    caption: 'Assistants',
    columns: [
      { title: 'Assistant', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'Permissions', kind: 'val' },
      { title: 'People mailed without approval today', kind: 'val' },
      { title: 'Last active', kind: 'n' },
    ],
    rows: assistants.map((assistant) => [
      lead(placeOf(assistant), foreign(assistant.name), assistant.below),
      assistantBadge(assistant),
      describeScopes(assistant.scopes),
      assistant.isWorking ? allowance(visit, used.get(assistant.budget ?? '') ?? 0) : null,
      assistant.usedAt === null
        ? html`<span class="quiet">Never</span>`
        : renderTime(assistant.usedAt, organization.timezone),
    ]),
  });
}

function placeOf({ kind, id }: Pick<Assistant, 'kind' | 'id'>): string {
  return kind === 'token' ? `/console/developers/tokens/${id}` : `${assistantsPath}/${id}`;
}

/** Share from which the meter warns. */
const nearlyUsed = 0.8;

function allowance({ engine }: Visit, used: number): Html | null {
  const mode = approvalMode(engine);
  if (mode !== 'bulk') return mode === 'always' ? html`Each email needs approval` : html`No limit`;
  const share = used / unapprovedPeopleADayMax;
  return html`<span class="pr">${meter(share, share > nearlyUsed ? 'c3' : 'c1')}<small>${String(used)} of ${String(unapprovedPeopleADayMax)} people</small></span>`;
}
