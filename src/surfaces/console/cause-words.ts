import type { z } from 'zod';
import { ofOperator } from '../../engine/approval/allowance.ts';
import type { Door } from '../../engine/context/caller.ts';
import { approvalWords } from '../../model/approval/approval-words.ts';
import type { AuditEntry } from '../../model/organization/audit.ts';
import type { CauseLink } from '../../model/sending/mail-cause.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { type Html, html } from '../public/html.ts';
import type { Visit } from './page.ts';
import { decisionBy } from './pages/approvals/approval-states.ts';
import { foreign } from './shown.ts';
import { findToolTitle } from './tools-by-name.ts';

const doorWords: Readonly<Record<Door, string>> = {
  v1: 'over REST v1',
  v2: 'over REST',
  tools: 'over REST (tool call)',
  mcp: 'over MCP',
  cli: 'on the command line',
  smtp: 'over SMTP',
  link: 'by a link in an email',
  integration: 'by an integration',
  console: 'in the console',
};
/** Doors whose callers present no token and are not the operator. */
const ofStrangers: ReadonlySet<string> = new Set<Door>(['link', 'integration']);

/** Names of the objects in a chain, by id. A deleted token, person or workflow has none. */
export type CauseNames = {
  tokens: ReadonlyMap<string, { name: string }>;
  people: ReadonlyMap<string, { name: string }>;
  workflows: ReadonlyMap<string, { name: string }>;
  approvals: ReadonlyMap<string, { decidedBy: { name: string } | null; decidedAt: number | null }>;
};

/** @param known names that the caller has already; their objects are not read */
export async function readCauseNames(
  { engine, organization }: Pick<Visit, 'engine' | 'organization'>,
  links: readonly CauseLink[],
  known: Partial<Pick<CauseNames, 'tokens' | 'people'>> = {},
): Promise<CauseNames> {
  const store: OrganizationStore = engine.store.forOrganization(organization.key);
  const idsIn = (idsOf: (link: CauseLink) => readonly (string | undefined)[]): string[] =>
    links.flatMap(idsOf).filter((id) => id !== undefined);
  const unknown = (names: CauseNames['tokens'] | undefined, ids: readonly string[]): string[] =>
    ids.filter((id) => id !== ofOperator && !names?.has(id));
  const tokenIds = idsIn(({ token_id, root_token_id }) => [token_id, root_token_id]);
  const personIds = idsIn(({ person_id }) => [person_id]);
  const [tokens, people, workflows, approvals] = await Promise.all([
    store.tokens.namesById(unknown(known.tokens, tokenIds)),
    store.people.namesById(unknown(known.people, personIds)),
    store.workflows.namesById(idsIn(({ workflow_id }) => [workflow_id])),
    store.approvals.decisionsById(idsIn(({ approval_id }) => [approval_id])),
  ]);
  return {
    tokens: new Map([...tokens, ...(known.tokens ?? [])]),
    people: new Map([...people, ...(known.people ?? [])]),
    workflows,
    approvals,
  };
}

type Entry = z.output<typeof AuditEntry>;

/** Returns the causes of audit entries with their names. An entry of an earlier version has no cause, so its caller is one. */
export async function readEntryCauses(
  visit: Pick<Visit, 'engine' | 'organization'>,
  entries: readonly Entry[],
): Promise<{ causes: readonly (readonly CauseLink[])[]; names: CauseNames }> {
  const causes = entries.map((entry) => entry.cause ?? [callerOf(entry)]);
  // Entries contain names at the time. A token of an outside issuer has no record with a name.
  const namesIn = (objects: readonly (Entry['token'] | Entry['person'])[]): CauseNames['tokens'] =>
    new Map(objects.flatMap((one) => (one === null ? [] : [[one.id, one]])));
  const known = {
    tokens: namesIn(entries.map(({ token }) => token)),
    people: namesIn(entries.map(({ person }) => person)),
  };
  return { causes, names: await readCauseNames(visit, causes.flat(), known) };
}

function callerOf({ tool, door, token, person, client }: Entry): CauseLink {
  return {
    operation: tool,
    door,
    ...(token && { token_id: token.id }),
    ...(person && { person_id: person.id }),
    ...(client !== null && { program: client }),
    ...(door === 'mcp' && { assistant: true }),
  };
}

export function describeCauseLink(link: CauseLink, names: CauseNames, timeZone: string): Html {
  const { operation, workflow_id } = link;
  if (workflow_id !== undefined) {
    return html`Step of the workflow ${nameOf(workflow_id, names.workflows)}`;
  }
  return html`${findToolTitle(operation)}, ${describeCall(link, names, timeZone)}`;
}

/** Describes a call: the token with its root or the person, the door, the client and the approval. */
export function describeCall(link: CauseLink, names: CauseNames, timeZone: string): Html {
  const { door, program, approval_id } = link;
  const way = door === undefined ? '' : (doorWords[door as Door] ?? door);
  const client = program === undefined || door === 'console' ? null : html`, program ${foreign(program)}`;
  return html`${describeCaller(link, names)} ${way}${client}${approval_id === undefined ? null : html`, ${describeApproval(approval_id, names, timeZone)}`}`;
}

function describeCaller(
  { door, token_id, root_token_id, person_id, assistant }: CauseLink,
  names: CauseNames,
): Html {
  const { tokens, people } = names;
  if (person_id !== undefined) return html`by ${nameOf(person_id, people)}`;
  if (token_id === undefined) {
    if (ofStrangers.has(door ?? '')) return html``;
    return assistant ? html`by ${approvalWords.operator}` : html`by the operator`;
  }
  const by =
    root_token_id === ofOperator ? html`the operator` : root_token_id && nameOf(root_token_id, tokens);
  return html`with ${assistant ? 'the assistant’s ' : ''}token ${nameOf(token_id, tokens)}${by ? html` (created by ${by})` : null}`;
}

function describeApproval(id: string, { approvals }: CauseNames, timeZone: string): Html {
  const known = approvals.get(id);
  if (!known) return html`approved (${id})`;
  return html`<a href="/console/approvals/${id}">approved</a> ${decisionBy(known.decidedBy, known.decidedAt, timeZone)}`;
}

function nameOf(id: string, known: ReadonlyMap<string, { name: string }>): Html {
  const name = known.get(id)?.name;
  return name === undefined ? html`<code>${id}</code>` : foreign(name);
}
