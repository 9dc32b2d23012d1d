import type { JSONRPCRequest, McpServer, Result, Server, ServerContext } from '@modelcontextprotocol/server';
import type { SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import { z } from 'zod';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { buildCapabilities, buildImplementation, listCaching, listTtlMs } from './capabilities.ts';
import { metaKeys } from './revisions.ts';
import {
  type Conversation,
  clientName,
  type InputWanted,
  InvalidParams,
  isInputWanted,
  isTaskMade,
  type ListName,
  readElicitationSupport,
  type ServerDefinition,
  type SkillOffer,
  type TaskOffer,
} from './server-definition.ts';
import { callFields, declaresTasks, detailedTask, madeTask, taskMethods, withoutTasks } from './tasks.ts';

export type Sdk = typeof import('@modelcontextprotocol/server');

/** Id of an `initialize` that we replay to the SDK. No client uses it, and the response is discarded. */
export const openingId = 'posthouse:opening';

/** Loads the SDK on first use, because it takes 200 ms. */
export function loadSdk(): Promise<Sdk> {
  return import('@modelcontextprotocol/server');
}

/** Resource subscriptions of a long-lived connection. A single exchange has none. */
export type Subscriptions = {
  /** @throws InvalidParams when there are too many */
  add(uri: string): void;
  remove(uri: string): void;
};

type Serving = { sdk: Sdk; server: Server; current: () => ServerDefinition };

/**
 * Uses the low-level SDK server, which converts and compiles nothing, so that `invoke` is the only validator.
 * Reads `current` often: rights may end before a connection. A single exchange has no subscriptions.
 */
export async function sdkServer(
  sdk: Sdk,
  current: () => ServerDefinition,
  subscriptions: Subscriptions | null = null,
): Promise<Server> {
  const offer = current();
  const calls = new ToolCalls();
  const server = new (ourServer(sdk, offer, calls))(offer.identity, {
    capabilities: buildCapabilities(offer),
    instructions: offer.instructions(),
    cacheHints: {
      'tools/list': listCaching,
      'prompts/list': listCaching,
      'resources/list': listCaching,
      'resources/templates/list': listCaching,
      'server/discover': listCaching,
    },
    requestState: {
      verify(state) {
        current().checkState?.(state);
      },
    },
  });
  const serving: Serving = { sdk, server, current };
  serveTools(serving, calls);
  if (offer.prompts) servePrompts(serving);
  if (offer.resources) {
    serveResources(serving);
    serveSubscriptions(serving, subscriptions);
  }
  if (offer.complete) serveCompletions(serving);
  if (offer.tasks) serveTasks(sdk, server, current);
  if (offer.skills) await serveSkills(server, offer.skills());
  return server;
}

/** State of the calls in progress, by the signal of the request. Request ids may collide, signals cannot. */
class ToolCalls {
  readonly #places = new Map<AbortSignal, () => void>();
  /** Created tasks. The SDK would reject a task as an invalid tool result. */
  readonly #made = new Map<AbortSignal, Fields>();

  holdPlace({ mcpReq: { signal } }: ServerContext, release: () => void): void {
    this.#places.set(signal, release);
  }

  releasePlace({ mcpReq: { signal } }: ServerContext): void {
    this.#places.get(signal)?.();
    this.#places.delete(signal);
  }

  keepTask({ mcpReq: { signal } }: ServerContext, task: Fields): void {
    this.#made.set(signal, task);
  }

  takeTask({ mcpReq: { signal } }: ServerContext): Fields | undefined {
    const task = this.#made.get(signal);
    this.#made.delete(signal);
    return task;
  }
}

function serveTools(serving: Serving, calls: ToolCalls): void {
  const { sdk, server, current } = serving;
  server.setRequestHandler('tools/list', async ({ params }) => {
    refuseCursor(sdk, params);
    return { tools: [...current().tools.list().entries] as never };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    withInvalidParams(sdk, async () => {
      const { tools } = current();
      if (!tools.has(params.name)) throw new InvalidParams(tools.unknown(params.name));
      // Releases the slot of the previous round if the client comes back with its answer.
      calls.releasePlace(context);
      const answer = await callTool(serving, calls, tools, params, context);
      if (isInputWanted(answer)) return inputRequired(answer);
      if (isTaskMade(answer)) {
        calls.keepTask(context, { ...madeTask(answer.task), resultType: 'task' });
        return { content: [] };
      }
      return callFields(answer) as never;
    }),
  );
}

/** Returns a request for input only if the elicitation has a slot. */
async function callTool(
  { server }: Serving,
  calls: ToolCalls,
  tools: ServerDefinition['tools'],
  { name, arguments: given = {} }: { name: string; arguments?: Fields | undefined },
  context: ServerContext,
): ReturnType<ServerDefinition['tools']['call']> {
  const talk = conversation(server, context);
  const answer = await tools.call(name, given, talk);
  if (!isInputWanted(answer)) return answer;
  // Older revisions keep the call open during an elicitation, so their number is bounded.
  const place = context.mcpReq.envelope === undefined ? tools.lockRequest?.(given) : undefined;
  if (typeof place !== 'string') {
    if (place) calls.holdPlace(context, place);
    return answer;
  }
  // The call has done nothing yet. It must not count as answered by the person, so it runs again without elicitation.
  const unasked = await tools.call(name, given, { ...talk, notAsked: place });
  if (isInputWanted(unasked)) throw new Error('A client that has no room to ask was asked');
  return unasked;
}

function servePrompts({ sdk, server, current }: Serving): void {
  server.setRequestHandler('prompts/list', async ({ params }) => {
    refuseCursor(sdk, params);
    return { prompts: [...current().prompts!().list().entries] as never };
  });
  server.setRequestHandler('prompts/get', async ({ params }, context) =>
    withInvalidParams(sdk, async () => {
      const { name, arguments: given = {} } = params;
      const got = await current().prompts!().get(name, given, conversation(server, context));
      if (got === null) throw new InvalidParams('Unknown prompt');
      if ('inputRequests' in got) return inputRequired(got);
      return { description: got.description, messages: [...got.messages] as never };
    }),
  );
}

function serveResources({ sdk, server, current }: Serving): void {
  server.setRequestHandler('resources/list', async ({ params }) => {
    refuseCursor(sdk, params);
    return { resources: [...(await current().resources!().list()).entries] as never };
  });
  server.setRequestHandler('resources/templates/list', async ({ params }) => {
    refuseCursor(sdk, params);
    return { resourceTemplates: [...current().resources!().templates().entries] as never };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) =>
    withInvalidParams(sdk, async () => {
      const read = await current().resources!().read(uri);
      if (read === null) throw new sdk.ResourceNotFoundError(uri, 'Resource not found');
      const { contents, ttlMs, cacheScope, meta } = read;
      return {
        contents: [...contents] as never,
        ttlMs,
        cacheScope,
        ...(meta !== undefined && { _meta: meta }),
      };
    }),
  );
}

function serveSubscriptions({ sdk, server, current }: Serving, subscriptions: Subscriptions | null): void {
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) =>
    withInvalidParams(sdk, async () => {
      if (!subscriptions) throw new InvalidParams('Subscriptions need a session');
      if ((await current().resources!().stateOf?.(uri)) == null)
        throw new sdk.ResourceNotFoundError(uri, 'Resource not found');
      subscriptions.add(uri);
      return {};
    }),
  );
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    subscriptions?.remove(uri);
    return {};
  });
}

function serveCompletions({ sdk, server, current }: Serving): void {
  server.setRequestHandler('completion/complete', async ({ params }) =>
    withInvalidParams(sdk, async () => {
      const { values, total, hasMore } = await current().complete!({
        ref: params.ref,
        argument: params.argument,
        chosen: params.context?.arguments ?? {},
      });
      return { completion: { values: [...values], ...(total !== undefined && { total }), hasMore } };
    }),
  );
}

function refuseCursor(sdk: Sdk, params: Fields | undefined): void {
  if (params?.cursor !== undefined) throw invalidParams(sdk, 'This list is one page; it has no cursor');
}

async function withInvalidParams<Answer>(sdk: Sdk, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InvalidParams ? invalidParams(sdk, error.message) : error;
  }
}

function invalidParams(sdk: Sdk, message: string): Error {
  return new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message);
}

/** Adds a hook for the end of a request, and sends icons only once: the SDK would repeat them. */
function ourServer(sdk: Sdk, offer: ServerDefinition, calls: ToolCalls): Sdk['Server'] {
  type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;
  return class extends sdk.Server {
    protected override _wrapHandler(method: string, handler: Handler): Handler {
      const handle = super._wrapHandler(method, handler);
      return async (request, context) => {
        try {
          const result = await handle(request, context);
          return introduced(method, calls.takeTask(context) ?? result, offer);
        } finally {
          calls.releasePlace(context);
        }
      };
    }
  };
}

function introduced(method: string, result: Result, offer: ServerDefinition): Result {
  const introduction = buildImplementation(offer);
  if (method === 'initialize') {
    const capabilities = withoutTasks(result.capabilities as Fields);
    return { ...result, capabilities, serverInfo: introduction };
  }
  if (method !== 'server/discover') return result;
  return { ...result, _meta: { ...result._meta, [metaKeys.serverInfo]: introduction as never } };
}

export function sendListChanged(server: Server, list: ListName): Promise<void> {
  return list === 'tools' ? server.sendToolListChanged() : server.sendPromptListChanged();
}

/** The SDK elicits in the way of the client's revision: as a result, or with a request to the client. */
function inputRequired({ inputRequests, requestState }: InputWanted): never {
  return {
    resultType: 'input_required',
    inputRequests,
    ...(requestState !== undefined && { requestState }),
  } as never;
}

function conversation(server: Server, context: ServerContext): Conversation {
  const { mcpReq } = context;
  const envelope = mcpReq.envelope as Fields | undefined;
  const progressToken = mcpReq._meta?.progressToken;
  const state = mcpReq.requestState<unknown>();
  return {
    client: clientName(envelope?.[metaKeys.clientInfo] ?? server.getClientVersion()),
    ...readElicitationSupport(envelope?.[metaKeys.clientCapabilities] ?? server.getClientCapabilities()),
    takesTasks: declaresTasks(envelope?.[metaKeys.clientCapabilities]),
    inputResponses: mcpReq.inputResponses,
    requestState: typeof state === 'string' ? state : undefined,
    meta: mcpReq._meta,
    requestId: mcpReq.id,
    signal: mcpReq.signal,
    progress(done, total, message) {
      if (progressToken === undefined) return;
      const params = {
        progressToken,
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      };
      // The client may have disconnected. Its request is aborted elsewhere.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
    sdk: context,
  };
}

const catalogs = new WeakMap<SkillOffer['files'], Promise<SkillCatalog>>();

/** Registers the extension's methods on an unconnected server. `withSkills` serves the files as resources. */
async function serveSkills(server: Server, { files }: SkillOffer): Promise<void> {
  let catalog = catalogs.get(files);
  if (!catalog) {
    catalog = loadCatalog(files);
    catalogs.set(files, catalog);
  }
  (await catalog).attach(highLevel(server));
}

async function loadCatalog(files: SkillOffer['files']): Promise<SkillCatalog> {
  const { memorySkillFiles, SkillsExtension } = await import('@modelcontextprotocol/server/ext/skills');
  return await SkillsExtension.load(memorySkillFiles({ ...files }), {
    cacheHint: { ttlMs: listTtlMs, cacheScope: 'public' },
    // Fails the first request instead of skipping a broken skill, which is our bug.
    strict: true,
  });
}

/** The extension expects the SDK's high-level server but uses only three members. The offer serves the template itself. */
function highLevel(server: Server): McpServer {
  const stand: Pick<McpServer, 'server' | 'isConnected'> & { registerResource(): void } = {
    server,
    isConnected: () => server.transport !== undefined,
    registerResource() {},
  };
  return stand as unknown as McpServer;
}

type Errors = Pick<typeof import('@modelcontextprotocol/server'), 'ProtocolError' | 'ProtocolErrorCode'>;

const Named = z.looseObject({ taskId: z.string() });

/** In 2026-07-28, tasks are an extension, which the endpoint has checked. Older revisions reject them. */
function serveTasks(sdk: Errors, server: Server, current: () => ServerDefinition): void {
  for (const method of taskMethods) {
    server.setRequestHandler(method, { params: Named }, async ({ taskId }, context): Promise<Fields> => {
      const { tasks } = current();
      if (!tasks || context.mcpReq.envelope === undefined) {
        throw new sdk.ProtocolError(sdk.ProtocolErrorCode.MethodNotFound, 'Method not found');
      }
      if (method === 'tasks/update' && !isFields(context.mcpReq.inputResponses)) {
        throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'inputResponses must be an object');
      }
      const answer = await answerTo(method, tasks, taskId, context);
      if (answer !== null) return answer;
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'Task not found');
    });
  }
}

async function answerTo(
  method: (typeof taskMethods)[number],
  tasks: TaskOffer,
  id: string,
  { mcpReq: { envelope, signal, inputResponses } }: ServerContext,
): Promise<Fields | null> {
  const client = clientName((envelope as Fields | undefined)?.[metaKeys.clientInfo]);
  switch (method) {
    case 'tasks/get': {
      const found = await tasks.get(id, { client, signal });
      return found && detailedTask(found);
    }
    case 'tasks/cancel':
      return (await tasks.cancel(id, { client, signal })) ? {} : null;
    case 'tasks/update':
      return (await tasks.update(id, inputResponses as Fields)) ? {} : null;
  }
}
