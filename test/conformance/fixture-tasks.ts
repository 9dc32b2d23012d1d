import { randomUUID } from 'node:crypto';
import type { Fields } from '../../src/model/text/fields.ts';
import { errorCodes } from '../../src/surfaces/mcp/protocol/revisions.ts';
import type {
  Answered,
  Conversation,
  InputWanted,
  Task,
  TaskMade,
  TaskOffer,
  Tool,
} from '../../src/surfaces/mcp/protocol/server-definition.ts';
import { systemClock } from '../../src/world/clock.ts';
import { accepted, form } from './fixture-answers.ts';

const clock = systemClock();
const ttlMs = 600_000;
const pollIntervalMs = 200;

type Kept = {
  startedAt: number;
  endsAt: number;
  cancelledAt: number | null;
  /** The result; null for a protocol error. */
  result: Answered | null;
  /** Open questions to the client. */
  asks: Fields;
};

const panic = { code: errorCodes.internalError, message: 'It panicked' };
const yesOrNo = (question: string) => form(question, { confirm: { type: 'boolean' } }, ['confirm']);

const text = (words: string): Answered => ({ content: [{ type: 'text', text: words }] });

/** Tasks that the suite requires: some complete, fail, get cancelled, or ask their client. */
export function fixtureTasks() {
  const kept = new Map<string, Kept>();

  async function act(
    seconds: number,
    result: Answered | null,
    { takesTasks }: Conversation,
    asks: Fields = {},
  ): Promise<Answered | TaskMade> {
    const endsAt = clock.now() + seconds * 1_000;
    if (!takesTasks || seconds === 0) {
      await new Promise<void>((resolve) => clock.after(endsAt - clock.now(), resolve));
      return result ?? text('It failed');
    }
    const id = randomUUID();
    const task = { startedAt: clock.now(), endsAt, cancelledAt: null, result, asks: { ...asks } };
    kept.set(id, task);
    return { task: shown(id, task) };
  }

  const offer: TaskOffer = {
    async get(id) {
      const found = kept.get(id);
      if (!found) return null;
      const task = shown(id, found);
      if (found.cancelledAt !== null) return { task, state: { status: 'cancelled' } };
      const inputRequests = { ...found.asks };
      if (Object.keys(inputRequests).length > 0)
        return { task, state: { status: 'input_required', inputRequests } };
      if (found.endsAt > clock.now()) return { task, state: { status: 'working' } };
      if (found.result === null) return { task, state: { status: 'failed', error: panic } };
      return { task, state: { status: 'completed', result: found.result } };
    },
    async cancel(id) {
      const found = kept.get(id);
      if (found && (found.endsAt > clock.now() || Object.keys(found.asks).length > 0))
        found.cancelledAt ??= clock.now();
      return found !== undefined;
    },
    async update(id, inputResponses) {
      const found = kept.get(id);
      for (const key of Object.keys(inputResponses)) delete found?.asks[key];
      return found !== undefined;
    },
  };

  const tools: {
    tool: Tool;
    act(given: Fields, conversation: Conversation): Promise<Answered | InputWanted | TaskMade>;
  }[] = [
    { tool: toolOf('greet', { name: 'string' }), act: async ({ name }) => text(`Hello, ${String(name)}!`) },
    {
      tool: toolOf('slow_compute', { seconds: 'number', label: 'string' }),
      act: ({ seconds }, conversation) => act(Number(seconds), text('Computed'), conversation),
    },
    {
      tool: toolOf('failing_job', {}),
      act: (_given, conversation) => act(1, { ...text('It failed'), isError: true }, conversation),
    },
    {
      tool: toolOf('protocol_error_job', {}),
      act: (_given, conversation) => act(1, null, conversation),
    },
    {
      tool: toolOf('confirm_delete', { filename: 'string' }),
      act: (_given, conversation) => act(0.1, text('Deleted'), conversation, { sure: yesOrNo('Delete it?') }),
    },
    {
      tool: toolOf('test_tool_with_task', {}),
      async act(_given, conversation) {
        const given = accepted(conversation, 'user_name');
        if (given) return await act(0.1, text(`Hello, ${String(given.name)}`), conversation);
        return { inputRequests: { user_name: form('Who is it?', { name: { type: 'string' } }, ['name']) } };
      },
    },
    {
      tool: toolOf('multi_input', {}),
      act: (_given, conversation) =>
        act(0.1, text('Both are there'), conversation, {
          first: yesOrNo('First?'),
          second: yesOrNo('Second?'),
        }),
    },
  ];
  return { offer, tools };
}

function shown(id: string, { startedAt, endsAt, cancelledAt }: Kept): Task {
  const changedAt = cancelledAt ?? (endsAt > clock.now() ? startedAt : endsAt);
  const iso = (at: number): string => new Date(at).toISOString();
  return { id, createdAt: iso(startedAt), updatedAt: iso(changedAt), ttlMs, pollIntervalMs };
}

function toolOf(name: string, fields: Record<string, string>): Tool {
  const properties = Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, { type }]));
  return { name, title: name, description: name, inputSchema: { type: 'object', properties } };
}
