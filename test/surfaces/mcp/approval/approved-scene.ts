import { expect } from 'vitest';
import { runHeldCall } from '../../../../src/contract/held-call.ts';
import { decideQuestion } from '../../../../src/engine/approval/ask-person.ts';
import type { Caller } from '../../../../src/engine/context/caller.ts';
import type { ApprovalRecord } from '../../../../src/model/approval/approval.ts';
import { hourMs, minuteMs, secondMs } from '../../../../src/model/instant.ts';
import { OrganizationStore } from '../../../../src/store/store.ts';
import type { Answered, Conversation } from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { callFields } from '../../../../src/surfaces/mcp/protocol/tasks.ts';
import { callTool } from '../../../../src/surfaces/mcp/tools/call-tool.ts';
import { mcpContext } from '../../../../src/surfaces/mcp/tools/context.ts';
import { catalogue } from '../../../../tools/index.ts';
import { draftCampaign } from '../../../engine/approval/preview-scene.ts';
import { type Assistant, assistantOf, type Json } from '../../../spec/assistants/assistant.ts';
import type { Place } from '../../../tools/both-databases.ts';

/** A campaign's start is this far in the future, long enough for everything before it. */
export const laterMs = hourMs;

export function assistantIn({ platform, token }: Place): Assistant {
  return assistantOf(platform, { token });
}

/** Calls a tool, shows its person the effect, and calls it again with their approval. */
export async function confirmed(here: Place, name: string, given: Json): Promise<Json> {
  const assistant = assistantIn(here);
  const { result } = await assistant.call(name, given);
  expect(result.name).toBe('confirmation_required');
  const { preview, confirmation_token } = result.details;
  const sent = await assistant.call(name, { ...given, confirmation_token });
  expect(sent.refused, JSON.stringify(sent.result)).toBe(false);
  return { preview, sent: sent.result };
}

/**
 * Lets simulated seconds pass while a call waits for its person. Everything else that the call does takes no
 * simulated time, however slow the machine is.
 */
export async function whilePersonDecides<Answer>(here: Place, waiting: Promise<Answer>): Promise<Answer> {
  const { clock } = here.platform;
  const answered = waiting.then(
    () => true,
    () => true,
  );
  const stillWaits = () => clock.waitedFor(secondMs).then(() => false);
  while (!(await Promise.race([answered, stillWaits()]))) await clock.advance(secondMs);
  return await waiting;
}

export async function tagged(here: Place, tag: string, emails: readonly string[]): Promise<void> {
  const { created, updated } = await here.use('save_subscribers', {
    subscribers: emails.map((email) => ({ email, tags: [tag] })),
  });
  expect(created + updated).toBe(emails.length);
}

/** A draft campaign to a segment of people with a tag, large enough to need approval. */
export async function toTagged(here: Place, tag: string, emails: readonly string[], fields: object = {}) {
  await here.use('create_tag', { name: tag });
  await tagged(here, tag, emails);
  const rule = { field: 'tags', operator: 'eq', value: tag };
  const segment = await here.use('create_segment', { name: `Who is ${tag}`, rule });
  const { id } = await draftCampaign(here, { audience: { segmentId: segment.id }, ...fields });
  return { campaignId: id, segmentId: segment.id as string, rule };
}

export function later({ platform }: Place): string {
  return new Date(platform.clock.now() + laterMs).toISOString();
}

/** Advances to its start and some time beyond. */
export async function begin({ platform }: Place): Promise<void> {
  await platform.clock.advance(laterMs);
  for (let step = 0; step < 10; step += 1) {
    await platform.deliver();
    await platform.clock.advance(minuteMs);
  }
}

/** The recipients of a campaign's mails, sorted. */
export async function mailedBy(here: Place, campaignId: string): Promise<string[]> {
  const { queries, organization } = here.platform.platform.engine.store.forOrganization(
    here.organization.key,
  );
  const rows = await queries.all<{ to_key: string }>(
    'SELECT to_key FROM emails WHERE organization = $1 AND campaign_id = $2 LIMIT 10000',
    [organization, campaignId],
  );
  return rows.map(({ to_key }) => to_key).sort();
}

export async function stands(here: Place, campaignId: string): Promise<Json> {
  const { status, paused, problem } = await here.use('get_campaign', { campaignId });
  return { status, paused, problem, mails: (await mailedBy(here, campaignId)).length };
}

const wayOn = 'check preview_campaign_audience and call resume_campaign';

/** State of a campaign that paused itself before its first mail. */
export const heldBack = (why: string) => ({
  status: 'SENDING',
  paused: true,
  problem: `${why}: ${wayOn}`,
  mails: 0,
});

export const sent = (mails: number) => ({ status: 'SENT', paused: false, problem: null, mails });

/** A client that shows no forms and opens no pages. */
export const plainClient: Conversation = {
  client: 'a test 1.0',
  elicits: false,
  opensPages: false,
  inputResponses: undefined,
  requestState: undefined,
  signal: new AbortController().signal,
  progress() {},
};

/** Calls a tool as an assistant with a plain client. */
export async function callPlainly(
  { platform }: Place,
  caller: Caller,
  name: string,
  given: object,
): Promise<{ result: Json; notes: string[] }> {
  const context = mcpContext(platform.platform.engine, catalogue, '2.1.0');
  const tool = context.tools.get(name)!;
  const came = await callTool(context, caller, tool, { ...given }, plainClient, () => true);
  if ('inputRequests' in came) throw new Error('it asks in a form');
  const [first, ...notes] = textsOf(came);
  return { result: JSON.parse(first!), notes };
}

export async function readQuestion({ platform, organization }: Place, id: string): Promise<ApprovalRecord> {
  return (await platform.platform.engine.store.forOrganization(organization.key).approvals.byId(id))!;
}

/** A person decides in the console about the question as it is shown now. */
export async function decideInConsole(
  here: Place,
  id: string,
  decision: Partial<Parameters<typeof decideQuestion>[3]> = {},
): ReturnType<typeof decideQuestion> {
  const { engine } = here.platform.platform;
  const { about } = await readQuestion(here, id);
  const decided = { decision: 'approve', about, by: { id: 'per_ada', name: 'Ada' }, ...decision } as const;
  return await engine.store.database.transaction((queries) =>
    decideQuestion(
      engine,
      new OrganizationStore(queries, here.organization.key),
      id,
      decided,
      engine.world.clock.now(),
    ),
  );
}

const tools = new Map(catalogue.map((tool) => [tool.name, tool]));

/** Runs the call of an approved question, as the console does. */
export async function runApproved(here: Place, id: string): ReturnType<typeof runHeldCall> {
  const question = await readQuestion(here, id);
  return await runHeldCall(here.platform.platform.engine, tools, here.organization, question);
}

/** The texts of an answer as its client gets them: the answer or the refusal in JSON, and then its notes. */
export function textsOf(answer: Answered): string[] {
  const blocks = callFields(answer).content as { text?: string }[];
  return blocks.flatMap(({ text }) => (text === undefined ? [] : [text]));
}
