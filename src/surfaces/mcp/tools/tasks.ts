import { timingSafeEqual } from 'node:crypto';
import { maySee } from '../../../../tools/approvals/get-approval.ts';
import { cancelImport } from '../../../../tools/imports/cancel-import.ts';
import { lackedScope } from '../../../contract/authorize.ts';
import { invoke } from '../../../contract/invoke.ts';
import type { Tool } from '../../../contract/tool.ts';
import { askerMark, isOpen } from '../../../engine/approval/ask-person.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import { toFailure } from '../../../engine/context/to-failure.ts';
import { needsNoWork } from '../../../engine/imports/wait-for-import.ts';
import { approvalUrl } from '../../../model/approval/approval.ts';
import { Failure } from '../../../model/failure.ts';
import { dayMs, isoInstant, secondMs } from '../../../model/instant.ts';
import { canonicalJson } from '../../../model/text/canonical-json.ts';
import type { Fields } from '../../../model/text/fields.ts';
import type {
  Answered,
  Conversation,
  InputWanted,
  Task,
  TaskLook,
  TaskMade,
  TaskOffer,
} from '../protocol/server-definition.ts';
import { callTool } from './call-tool.ts';
import { lookAtSending, stopSending } from './campaign-task.ts';
import type { McpContext } from './context.ts';
import type { Place, Standing, TaskKind } from './task-kind.ts';

/** Tasks are not stored: the id contains the row's id and a MAC bound to the caller. */

/** Lifetime of a task. Longer than an approval stays open. */
export const taskTtlMs = 2 * dayMs;
/** Poll intervals: a person decides in minutes, an import takes seconds, a campaign minutes or more. */
const approvalPollMs = 5 * secondMs;
const importPollMs = 2 * secondMs;
const campaignPollMs = 5 * secondMs;

export const taskKinds: Readonly<Record<string, TaskKind>> = {
  apr: {
    made: ['wait_for_approval'],
    read: { name: 'wait_for_approval', input: (id) => ({ id, timeout_seconds: 1 }) },
    pollIntervalMs: approvalPollMs,
    waitsFor: ({ id }) => id,
    async look({ context: { engine }, caller }, row) {
      const question = await engine.store.forOrganization(caller.organization.key).approvals.byId(row);
      if (!question || !maySee({ caller }, question)) return null;
      const changedAt = question.usedAt ?? question.decidedAt ?? question.askedAt;
      if (!isOpen(question, engine.world.clock.now())) return { status: 'over', changedAt };
      const where = approvalUrl(engine.settings.baseUrl, row);
      return { status: 'working', changedAt, message: `A person must decide at ${where}` };
    },
  },
  imp: {
    made: ['import_subscribers'],
    read: { name: 'get_import', input: (importId) => ({ importId }) },
    pollIntervalMs: importPollMs,
    async look({ context: { engine }, caller }, row) {
      const known = await engine.store.forOrganization(caller.organization.key).imports.byId(row);
      if (!known) return null;
      const { status, rowsDone, preview, startedAt, endedAt } = known.state;
      const changedAt = endedAt ?? startedAt ?? known.record.createdAt;
      if (status === 'cancelled') return { status: 'cancelled', changedAt };
      if (needsNoWork(status)) return { status: 'over', changedAt };
      const total = preview ? ` of ${preview.rows}` : '';
      return { status: 'working', changedAt, message: `${rowsDone}${total} rows done` };
    },
    async cancel({ context, caller }, importId) {
      await invoke(context.engine, cancelImport, caller, { importId });
    },
  },
  cmp: {
    made: ['send_campaign', 'resume_campaign'],
    read: { name: 'get_campaign', input: (campaignId) => ({ campaignId }) },
    pollIntervalMs: campaignPollMs,
    look: lookAtSending,
    cancel: stopSending,
  },
};

/** A call that would keep the client waiting returns a task. */
export function callOrTask(
  context: McpContext,
  caller: Caller,
  tool: Tool,
  given: Fields,
  conversation: Conversation,
  offered: (name: string) => boolean,
): Promise<Answered | InputWanted | TaskMade> {
  const call = () => callTool(context, caller, tool, given, conversation, offered);
  const found = conversation.takesTasks
    ? Object.entries(taskKinds).find(([, { made }]) => made.includes(tool.name))
    : undefined;
  if (!found || !offered(found[1].read.name)) return call();
  return callAsTask({ context, caller }, tool, given, call, found);
}

async function callAsTask(
  place: Place,
  tool: Tool,
  given: Fields,
  call: () => ReturnType<typeof callTool>,
  [prefix, kind]: [string, TaskKind],
): Promise<Answered | InputWanted | TaskMade> {
  // A call that only waits for a row is not made. With invalid arguments it is made, to return the faults.
  if (kind.waitsFor && tool.input.safeParse(given).success) {
    return (await taskAbout(place, kind, kind.waitsFor(given))) ?? (await call());
  }
  const answer = await call();
  if (!('json' in answer) || answer.json === undefined) return answer;
  const { id, warnings }: Fields = JSON.parse(answer.json.text);
  return typeof id === 'string' && id.startsWith(`${prefix}_`)
    ? ((await taskAbout(place, kind, id, warnings)) ?? answer)
    : answer;
}

/** Returns null if there is nothing to wait for. @param warnings of the call, because the final result may lack them */
async function taskAbout(
  place: Place,
  kind: TaskKind,
  row: unknown,
  warnings: unknown = [],
): Promise<TaskMade | null> {
  if (typeof row !== 'string' || !rowShape.test(row)) return null;
  const createdAt = place.context.engine.world.clock.now();
  // The tool has already acted, so an error here must not lose its result.
  const standing = await standingOf(place, { kind, row, createdAt }).catch(() => null);
  if (standing?.status !== 'working') return null;
  const message = [standing.message, ...(Array.isArray(warnings) ? warnings : [])].filter(Boolean).join('. ');
  const named = { id: taskId(place, row, createdAt), row, createdAt, kind };
  return { task: taskOf(named, { ...standing, ...(message !== '' && { message }) }) };
}

export function taskOffer(
  context: McpContext,
  caller: Caller,
  offered: (name: string) => boolean,
): TaskOffer {
  const place = { context, caller };
  const { log } = context.engine.world;
  return {
    async get(id, look) {
      const named = readTaskId(place, id);
      const standing = named && (await standingOf(place, named));
      if (!named || !standing) return null;
      const task = taskOf(named, standing);
      if (standing.status !== 'over') return { task, state: { status: standing.status } };
      const result = await readResult(place, named, look, offered);
      return result && { task, state: { status: 'completed', result } };
    },
    async cancel(id) {
      const named = readTaskId(place, id);
      const standing = named && (await standingOf(place, named));
      if (!named || !standing) return false;
      // A connection that could not have started the work, for example a read-only one, cannot cancel it.
      if (standing.status !== 'working' || !named.kind.made.some(offered)) return true;
      try {
        await named.kind.cancel?.(place, named.row);
      } catch (error) {
        // The work ended meanwhile, or the caller may not cancel it. SEP-2663 only promises that the request was received.
        if (!(error instanceof Failure)) throw error;
        log.debug({ why: error.failure }, 'a task was not cancelled');
      }
      return true;
    },
    // No task here elicits input.
    async update(id) {
      const named = readTaskId(place, id);
      return named !== null && (await standingOf(place, named)) !== null;
    },
  };
}

/** @throws Failure for every error, so that a client sees no internals */
async function standingOf(
  place: Place,
  { kind, row, createdAt }: Omit<NamedTask, 'id'>,
): Promise<Standing | null> {
  try {
    return await kind.look(place, row, createdAt);
  } catch (error) {
    throw toFailure(place.context.engine.world.log, error, { protocol: 'mcp' });
  }
}

/** Returns the result of the original call, as if the client had waited. */
async function readResult(
  { context, caller }: Place,
  { kind: { read }, row }: NamedTask,
  { client, signal }: TaskLook,
  offered: (name: string) => boolean,
): Promise<Answered | null> {
  const tool = context.tools.get(read.name);
  if (!tool) return null;
  const conversation: Conversation = {
    client,
    signal,
    elicits: false,
    opensPages: false,
    inputResponses: undefined,
    requestState: undefined,
    progress() {},
  };
  const answer = await callTool(context, caller, tool, read.input(row), conversation, offered);
  if ('inputRequests' in answer) throw new Error(`${read.name} asked a person`);
  return answer;
}

type NamedTask = { id: string; row: string; createdAt: number; kind: TaskKind };

function taskOf({ id, createdAt, kind }: NamedTask, { changedAt, message }: Standing): Task {
  return {
    id,
    createdAt: isoInstant(createdAt),
    updatedAt: isoInstant(Math.max(createdAt, changedAt)),
    ttlMs: taskTtlMs,
    pollIntervalMs: kind.pollIntervalMs,
    ...(message !== undefined && { message }),
  };
}

const rowShape = /^[a-z]{3}_[0-9a-z]{26}$/;
/** Id of the row, creation time (epoch ms, base 36) and MAC. */
const taskShape = /^tsk_([a-z]{3}_[0-9a-z]{26})_([0-9a-z]{1,10})_([\w-]{22})$/;
const markBytes = 16;

function taskId(place: Place, row: string, createdAt: number): string {
  return `tsk_${row}_${createdAt.toString(36)}_${markOf(place, row, createdAt)}`;
}

/** Parses a task id. Returns null if it was issued to another caller, has expired, or its result may no longer be read. */
function readTaskId(place: Place, id: string): NamedTask | null {
  const [, row, made, mark] = taskShape.exec(id) ?? [];
  if (!row || !made || !mark) return null;
  const createdAt = Number.parseInt(made, 36);
  if (!timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(place, row, createdAt)))) return null;
  const { clock } = place.context.engine.world;
  if (createdAt + taskTtlMs <= clock.now()) return null;
  const kind = taskKinds[row.slice(0, row.indexOf('_'))];
  return kind && mayRead(place, kind, row) ? { id, row, createdAt, kind } : null;
}

/** Scopes may shrink with a later token or a lost role, and the state of a task reveals content of its row. */
function mayRead({ context, caller }: Place, { read }: TaskKind, row: string): boolean {
  const tool = context.tools.get(read.name);
  return tool !== undefined && lackedScope(tool, caller, read.input(row)) === null;
}

function markOf({ context: { engine }, caller }: Place, row: string, createdAt: number): string {
  const marked = canonicalJson([...askerMark(caller), row, createdAt]);
  return engine.secretBox.mac('mcp task', marked).subarray(0, markBytes).toString('base64url');
}
