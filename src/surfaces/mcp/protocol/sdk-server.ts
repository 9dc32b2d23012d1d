import type { JSONRPCRequest, Result, Server, ServerContext } from '@modelcontextprotocol/server';
import { capabilitiesOf, introductionOf, listCaching } from './capabilities.ts';
import { asksOf, clientName } from './client.ts';
import type { Fields } from './fields.ts';
import { metaKeys } from './revisions.ts';
import { serveSkills } from './serve-skills.ts';
import { serveTasks } from './serve-tasks.ts';
import {
  type Conversation,
  type InputWanted,
  InvalidParams,
  isInputWanted,
  isTaskMade,
  type ListName,
  type NotAsked,
  type ServerDefinition,
} from './server-definition.ts';
import { callFields, declaresTasks, madeTask, withoutTasks } from './tasks.ts';

export type Sdk = typeof import('@modelcontextprotocol/server');

/** The id of an opening that we show the SDK ourselves; no client uses it, and its answer goes nowhere. */
export const openingId = 'posthouse:opening';

/** Loads the SDK when it is first needed: it costs 200 ms. */
export function loadSdk(): Promise<Sdk> {
  return import('@modelcontextprotocol/server');
}

/** What a connection that lives on does about changes of resources; a single exchange has none. */
export type Subscriptions = {
  /** @throws InvalidParams when there are too many */
  add(uri: string): void;
  remove(uri: string): void;
};

/**
 * A server of the SDK for one caller. The low-level one, so that `invoke` is the only validator; the SDK makes a new one
 * for each request or connection, so nothing is converted or compiled in here.
 *
 * @param current the offer as of now: a connection may outlive what its caller may do
 * @param subscriptions null where there is no connection to tell of changes
 */
export async function sdkServer(
  sdk: Sdk,
  current: () => ServerDefinition,
  subscriptions: Subscriptions | null = null,
): Promise<Server> {
  const offer = current();
  /** Places of questions by the signal of the request that they hold open: of two requests the id may be the same. */
  const places = new Map<AbortSignal, () => void>();
  const giveBack = ({ mcpReq: { signal } }: ServerContext): void => {
    places.get(signal)?.();
    places.delete(signal);
  };
  /** Tasks that were made, by the signal of the request: the SDK checks an answer of a tool, and a task is none. */
  const made = new Map<AbortSignal, Fields>();
  const takeMade = ({ mcpReq: { signal } }: ServerContext): Fields | undefined => {
    const task = made.get(signal);
    made.delete(signal);
    return task;
  };
  const server = new (ourServer(sdk, offer, giveBack, takeMade))(offer.identity, {
    capabilities: capabilitiesOf(offer),
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
  const refuseCursor = (params: Fields | undefined): void => {
    if (params?.cursor === undefined) return;
    throw invalid('This list is one page; it has no cursor');
  };
  const invalid = (message: string, data?: unknown): Error =>
    new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message, data);
  /**
   * In older revisions a question holds the call open in this process, so it takes one of a bounded number of places; in
   * 2026-07-28 the client comes back with everything, and nothing is held. Undefined where no place is needed.
   */
  const placeFor = (
    tools: ServerDefinition['tools'],
    given: Fields,
    { mcpReq }: ServerContext,
  ): (() => void) | NotAsked | undefined =>
    mcpReq.envelope === undefined ? tools.lockRequest?.(given) : undefined;
  /** What an offer says about its arguments becomes the protocol's error. */
  const judged = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof InvalidParams ? invalid(error.message) : error;
    }
  };

  server.setRequestHandler('tools/list', async ({ params }) => {
    refuseCursor(params);
    return { tools: [...current().tools.list().entries] as never };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    judged(async () => {
      const { tools } = current();
      if (!tools.has(params.name)) throw invalid(tools.unknown(params.name));
      const given = params.arguments ?? {};
      const talk = conversation(server, context);
      // That of the round before, if the client comes back with its answer.
      giveBack(context);
      let answer = await tools.call(params.name, given, talk);
      if (isInputWanted(answer)) {
        const place = placeFor(tools, given, context);
        if (typeof place !== 'string') {
          if (place) places.set(context.mcpReq.signal, place);
          return inputRequired(answer);
        }
        // Nothing was done for it yet, and it still is one that asks its person: the assistant does not speak for them.
        answer = await tools.call(params.name, given, { ...talk, notAsked: place });
        if (isInputWanted(answer)) throw new Error('A client that has no room to ask was asked');
      }
      if (isTaskMade(answer)) {
        made.set(context.mcpReq.signal, { ...madeTask(answer.task), resultType: 'task' });
        return { content: [] };
      }
      return callFields(answer) as never;
    }),
  );
  if (offer.prompts) {
    server.setRequestHandler('prompts/list', async ({ params }) => {
      refuseCursor(params);
      return { prompts: [...current().prompts!().list().entries] as never };
    });
    server.setRequestHandler('prompts/get', async ({ params }, context) =>
      judged(async () => {
        const { name, arguments: given = {} } = params;
        const got = await current().prompts!().get(name, given, conversation(server, context));
        if (got === null) throw invalid('Unknown prompt');
        if ('inputRequests' in got) return inputRequired(got);
        return { description: got.description, messages: [...got.messages] as never };
      }),
    );
  }
  if (offer.resources) {
    server.setRequestHandler('resources/list', async ({ params }) => {
      refuseCursor(params);
      return { resources: [...(await current().resources!().list()).entries] as never };
    });
    server.setRequestHandler('resources/templates/list', async ({ params }) => {
      refuseCursor(params);
      return { resourceTemplates: [...current().resources!().templates().entries] as never };
    });
    server.setRequestHandler('resources/read', async ({ params: { uri } }) =>
      judged(async () => {
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
    server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) =>
      judged(async () => {
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
  if (offer.complete) {
    server.setRequestHandler('completion/complete', async ({ params }) =>
      judged(async () => {
        const { values, total, hasMore } = await current().complete!({
          ref: params.ref,
          argument: params.argument,
          chosen: params.context?.arguments ?? {},
        });
        return { completion: { values: [...values], ...(total !== undefined && { total }), hasMore } };
      }),
    );
  }
  if (offer.tasks) serveTasks(sdk, server, current);
  if (offer.skills) await serveSkills(server, offer.skills());
  return server;
}

/**
 * The SDK's server, and when a request of it is over: answered, failed, cancelled or left alone. A question that it puts for
 * a handler is part of the request, and when that one fails the handler hears nothing of it. It introduces itself with its
 * icons; the SDK, given them, would repeat them in every result.
 *
 * @param takeMade the task that a call has made in place of its answer
 */
function ourServer(
  sdk: Sdk,
  offer: ServerDefinition,
  onOver: (context: ServerContext) => void,
  takeMade: (context: ServerContext) => Fields | undefined,
): Sdk['Server'] {
  type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;
  return class extends sdk.Server {
    protected override _wrapHandler(method: string, handler: Handler): Handler {
      const handle = super._wrapHandler(method, handler);
      return async (request, context) => {
        try {
          const result = await handle(request, context);
          return introduced(method, takeMade(context) ?? result, offer);
        } finally {
          onOver(context);
        }
      };
    }
  };
}

/** A result, with the whole introduction where it opens a connection. */
function introduced(method: string, result: Result, offer: ServerDefinition): Result {
  const introduction = introductionOf(offer);
  if (method === 'initialize') {
    const capabilities = withoutTasks(result.capabilities as Fields);
    return { ...result, capabilities, serverInfo: introduction };
  }
  if (method !== 'server/discover') return result;
  return { ...result, _meta: { ...result._meta, [metaKeys.serverInfo]: introduction as never } };
}

/** Notifies the client of a connection, or those of its streams that asked to hear of it. */
export function sendListChanged(server: Server, list: ListName): Promise<void> {
  return list === 'tools' ? server.sendToolListChanged() : server.sendPromptListChanged();
}

/** The SDK fulfils it as the revision of the client has it: as a result, or by asking the client itself. */
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
    ...asksOf(envelope?.[metaKeys.clientCapabilities] ?? server.getClientCapabilities()),
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
      // A client that is gone hears nothing; its request is aborted elsewhere.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
    sdk: context,
  };
}
