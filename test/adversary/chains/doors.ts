import { readConfig } from '../../../src/config.ts';
import { offeredAt, type Tool } from '../../../src/contract/tool.ts';
import { requestWindows } from '../../../src/engine/auth/request-windows.ts';
import type { Caller } from '../../../src/engine/context/caller.ts';
import { runToolsCommand } from '../../../src/surfaces/cli/tools/tools.ts';
import { operations } from '../../../src/surfaces/rest/v1/operations.ts';
import { createSmtpDoor } from '../../../src/surfaces/smtp/submission.ts';
import { submitMessage } from '../../../tools/emails/submit-message.ts';
import { catalogue } from '../../../tools/index.ts';
import { keptStreams } from '../../surfaces/cli/runner.ts';
import { submit, testTlsPair } from '../../surfaces/smtp/scene.ts';
import { authPlain, smtpClient } from '../../world/mail/smtp-client.ts';
import { baseUrl, type SimulatedPlatform } from '../../world/platform.ts';
import type { SeededRandom } from '../../world/simulated/random.ts';
import type { Json } from '../assistant.ts';
import { type CallOutcome, type Program, programs, speakerOf } from '../assistant-programs.ts';
import { restRequest } from './rest-request.ts';

/** Every door that accepts a token, and the way to call a tool there. */

export const doors = ['mcp', 'rest', 'v1', 'tools', 'cli', 'smtp'] as const;
export type Door = (typeof doors)[number];

export type Call = { tool: Tool; input: Json };

export type Doors = {
  /** Calls a tool at a door. Only the door `mcp` uses `program`. */
  call(door: Door, call: Call, token: { id: string; secret: string }, program: Program): Promise<CallOutcome>;
  close(): Promise<void>;
};

/** Pause between two requests, so that they do not use up the budget of an address. */
const betweenRequestsMs = 20;

/** Returns the doors at which a tool is offered to a token. */
export function doorsOf(tool: Tool): Door[] {
  const offered: Record<Door, boolean> = {
    mcp: offeredAt(tool, 'mcp'),
    rest: tool.rest !== null && offeredAt(tool, 'v2'),
    v1: operations.some((operation) => operation.tool === tool.name),
    tools: offeredAt(tool, 'tools'),
    cli: offeredAt(tool, 'tools') && offeredAt(tool, 'cli'),
    smtp: tool === submitMessage,
  };
  return doors.filter((door) => offered[door]);
}

/** All programs: the same number of each ability and connection. */
export function drawProgram(random: SeededRandom): Program {
  return random.pick(programs);
}

export function openDoors(simulated: SimulatedPlatform): Doors {
  const { platform, clock } = simulated;
  const closing: (() => Promise<unknown>)[] = [];
  let url: string | undefined;
  let smtpPort: number | undefined;

  const fetched = async (request: Request): Promise<CallOutcome> => {
    const response = await platform.http.fetch(request);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return cameOf(response.ok, isJson ? JSON.parse(text) : text);
  };
  const post = (path: string, secret: string, body: unknown, method = 'POST'): Request =>
    new Request(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && method !== 'DELETE' && { body: JSON.stringify(body) }),
    });
  const overCli = async ({ tool, input }: Call, secret: string): Promise<CallOutcome> => {
    if (url === undefined) {
      const { port } = await platform.http.listen('127.0.0.1', 0);
      url = `http://127.0.0.1:${port}`;
    }
    const streams = keptStreams();
    const environment = {
      readConfig: () => readConfig({ LOG_LEVEL: 'silent' }),
      openConfigured: async () => platform,
    };
    const words = ['run', tool.name, '--json', JSON.stringify(input), '--url', url, '--token', secret];
    const { code, out, err } = streams.result(await runToolsCommand(words, environment, streams, catalogue));
    return cameOf(code === 0, JSON.parse(code === 0 ? out : err));
  };
  const overSmtp = async ({ recipients, text }: Json, secret: string): Promise<CallOutcome> => {
    smtpPort ??= await listen();
    const client = await smtpClient(smtpPort, { tls: true });
    await client.reply();
    await client.ask('EHLO client.example');
    const { code } = await client.ask(authPlain(secret));
    const reply = code === 235 ? await submit(client, text, ...recipients) : { code, text: 'not signed in' };
    client.close();
    return cameOf(reply.code === 250, reply);
  };
  const listen = async (): Promise<number> => {
    const { engine, callers } = platform;
    const windows = requestWindows(engine.store.database.counters, clock);
    const door = createSmtpDoor({ engine, tool: submitMessage, callers, windows, tls: testTlsPair() });
    closing.push(() => door.drain(0));
    return (await door.listen({ host: '127.0.0.1', tlsPort: 0 })).tls!.port;
  };
  const overMcp = async ({ tool, input }: Call, token: { id: string; secret: string }, program: Program) => {
    const caller = async (): Promise<Caller> => {
      const { organizations } = platform.engine.store;
      const now = (await organizations.byKey(simulated.organization.key))!;
      const found = await platform.engine.store.forOrganization(now.key).tokens.byId(token.id);
      return { ...platform.operator('mcp', now), token: found!, scopes: found!.scopes };
    };
    return await speakerOf(simulated, token.secret, caller)(program, tool.name, input);
  };
  return {
    async call(door, call, token, program) {
      await clock.advance(betweenRequestsMs);
      const { tool, input } = call;
      switch (door) {
        case 'mcp':
          return await overMcp(call, token, program);
        case 'rest':
          return await fetched(restRequest(tool, input, token.secret));
        case 'v1':
          return await fetched(v1Request(post, call, token.secret));
        case 'tools':
          return await fetched(post(`/api/v2/tools/${tool.name}`, token.secret, input));
        case 'cli':
          return await overCli(call, token.secret);
        case 'smtp':
          return await overSmtp(input, token.secret);
      }
    },
    async close() {
      for (const close of closing) await close();
    },
  };
}

/** Version 1 has its own names for content, and its own paths. */
function v1Request(
  post: (path: string, secret: string, body: unknown, method?: string) => Request,
  { tool, input }: Call,
  secret: string,
): Request {
  const { method, path } = operations.find((operation) => operation.tool === tool.name)!;
  const { markdown, campaignId, subscriber, tag, ...rest } = input;
  const named = campaignId ?? subscriber ?? tag ?? '';
  const body = { ...rest, ...(markdown && { content: markdown, contentType: 'MARKDOWN' }) };
  return post(`/api/v1${path.replace(/\{\w+\}/, encodeURIComponent(named))}`, secret, body, method);
}

/** Returns the result at a door without questions. The REST door of tools answers 200 to a tool that refuses. */
function cameOf(isDone: boolean, answer: Json): CallOutcome {
  const refused = !isDone || answer?.is_error === true;
  return { answer: answer?.structured_content ?? answer, refused, question: null };
}
