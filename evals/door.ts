import { callToolName } from '../src/contract/tool-filter.ts';
import { isFields } from '../src/model/text/fields.ts';
import { createHttpDoor, type HttpDoor } from '../src/surfaces/http/server.ts';
import { mcpEndpoint } from '../src/surfaces/mcp/http/streamable-http.ts';
import { posthouseServer, requestFilter } from '../src/surfaces/mcp/offer/posthouse-server.ts';
import {
  type Answered,
  isInputWanted,
  isTaskMade,
  type ServerDefinition,
} from '../src/surfaces/mcp/protocol/server-definition.ts';
import { authorizationServer } from '../src/surfaces/oauth/authorization-server.ts';
import { v1Envelope } from '../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../src/surfaces/rest/v2/envelope.ts';
import { type ConsolePerson, consolePerson } from './console-person.ts';
import type { Call, EvalTask, Transcript } from './task.ts';
import { type EvalWorld, secondMs } from './world.ts';

/** A world's MCP door with a record of its traffic. */
export type EvalDoor = {
  http: HttpDoor;
  transcript: Transcript;
  /** The person at the console; null if the task does not use it. */
  person: ConsolePerson | null;
  close(): Promise<void>;
};

/**
 * Opens the platform's own endpoint over an instrumented catalogue: it counts calls, may lose one result, and lets time pass after
 * each call.
 * @param afterCall changes the world after each completed call
 */
export function openDoor(
  world: EvalWorld,
  { persona }: Pick<EvalTask, 'persona'>,
  afterCall: () => Promise<void>,
): EvalDoor {
  const { engine, mcpContext: context, callers, windows } = world.platform;
  const person = persona?.atConsole ? consolePerson(world, persona.atConsole) : null;
  const transcript: Transcript = { calls: [], reads: [], confirmations: 0, answer: '' };
  const endpoint = mcpEndpoint({
    engine,
    offerTo: (caller, { headers, query }) =>
      watched(
        posthouseServer(context, caller, requestFilter(context, headers, query)),
        world,
        { transcript, person },
        afterCall,
      ),
    metadata: authorizationServer({ engine, callers, authority: { kind: 'none' } }).metadata,
  });
  const http = createHttpDoor({
    engine,
    routes: endpoint.routes,
    callers,
    windows,
    envelopes: { v1: v1Envelope, v2: v2Envelope },
    trustedProxies: [],
    phase: () => 'ready',
  });
  return {
    http,
    transcript,
    person,
    async close() {
      await endpoint.close();
      await http.drain(0);
    },
  };
}

function watched(
  offer: ServerDefinition,
  world: EvalWorld,
  { transcript, person }: Pick<EvalDoor, 'transcript' | 'person'>,
  afterCall: () => Promise<void>,
): ServerDefinition {
  const { tools } = offer;
  const note = (
    tool: string,
    given: Call['given'],
    refused: string | null,
    unknownArguments: string[] = [],
  ) => transcript.calls.push({ tool, given, refused, unknownArguments });
  const { resources, prompts } = offer;
  return {
    ...offer,
    tools: {
      ...tools,
      async call(asked, wrapped, conversation) {
        const { name, given } = calledTool(asked, wrapped);
        if (name === 'get_approval') await person?.look();
        const answering = tools.call(asked, wrapped, conversation);
        const answer = await (waiting.has(name) ? whileDecided(world, person, answering) : answering);
        if (isTaskMade(answer)) throw new Error('A host that knows no tasks was given one');
        if (isInputWanted(answer)) {
          transcript.confirmations += 1;
          return answer;
        }
        const { refused, unknownArguments } = outcomeOf(answer);
        const isLost = world.loses === name && refused === null;
        if (refused === 'confirmation_required') transcript.confirmations += 1;
        note(name, given, isLost ? 'answer_lost' : refused, unknownArguments);
        // Counted for each way in which a host reads the documentation.
        if (name === 'read_docs' && refused === null) transcript.reads.push(String(given.topic));
        await afterCall();
        if (isLost) {
          world.loses = null;
          return lost();
        }
        return answer;
      },
      unknown(name) {
        note(name, {}, 'unknown_tool');
        return tools.unknown(name);
      },
    },
    ...(resources && {
      resources() {
        const readable = resources();
        return {
          ...readable,
          async read(uri) {
            transcript.reads.push(uri);
            return await readable.read(uri);
          },
        };
      },
    }),
    ...(prompts && {
      prompts() {
        const readable = prompts();
        return {
          ...readable,
          async get(...asked) {
            transcript.reads.push(`prompt ${asked[0]}`);
            return await readable.get(...asked);
          },
        };
      },
    }),
  };
}

/** Returns the call inside a `call_tool`, which the transcript records like a direct call. */
function calledTool(name: string, given: Call['given']): { name: string; given: Call['given'] } {
  if (name !== callToolName || typeof given.name !== 'string') return { name, given };
  return { name: given.name, given: isFields(given.arguments) ? given.arguments : {} };
}

/** Tools that respond after an event or a timeout. */
const waiting: ReadonlySet<string> = new Set(['wait_for_approval', 'wait_for_email']);

/** Lets the person decide at the console while the assistant waits, and advances time until the call returns. */
async function whileDecided<Answer>(
  world: EvalWorld,
  person: ConsolePerson | null,
  answering: Promise<Answer>,
): Promise<Answer> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  answering.then(over, over);
  await person?.look();
  while (!isOver) await world.pass(secondMs);
  return await answering;
}

/** The response of a gateway whose server was too slow: the work is done, but the caller does not get the result. */
function lost(): Answered {
  const text = JSON.stringify({
    name: 'gateway_timeout',
    message: 'The server did not answer within 30 seconds',
  });
  return { content: [{ type: 'text', text }], isError: true };
}

function outcomeOf({ content, isError }: Answered): Pick<Call, 'refused' | 'unknownArguments'> {
  if (!isError) return { refused: null, unknownArguments: [] };
  const { name, details } = JSON.parse(String(content[0]?.text)) as { name: string; details?: unknown };
  const faults = Array.isArray(details) ? details.filter(isFields) : [];
  return {
    refused: name,
    unknownArguments: faults.filter(({ code }) => code === 'unknown_field').map(({ path }) => String(path)),
  };
}
