import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { capabilitiesOf, listCaching } from './capabilities.ts';
import { clientName, elicitsForms } from './client.ts';
import type { Fields } from './fields.ts';
import { type Conversation, type InputWanted, InvalidParams, isInputWanted, type Offer } from './offer.ts';
import { metaKeys } from './revisions.ts';
import { serveSkills } from './skills.ts';

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
  current: () => Offer,
  subscriptions: Subscriptions | null = null,
): Promise<Server> {
  const offer = current();
  const server = new sdk.Server(offer.identity, {
    capabilities: capabilitiesOf(offer),
    instructions: offer.instructions,
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
  /** What an offer says about its arguments becomes the protocol's error. */
  /** Places of questions by the request that they hold open. */
  const places = new Map<unknown, () => void>();
  /**
   * In older revisions a question holds the call open in this process, so it takes one of a bounded number of places; in
   * 2026-07-28 the client comes back with everything, and nothing is held. Undefined where no place is needed.
   */
  const placeFor = (
    tools: Offer['tools'],
    name: string,
    given: Fields,
    { elicits }: Conversation,
    { mcpReq }: ServerContext,
  ): (() => void) | null | undefined => {
    places.get(mcpReq.id)?.();
    if (mcpReq.envelope !== undefined || !elicits || !tools.mayConverse(name, given, elicits))
      return undefined;
    return tools.holdQuestion?.(given);
  };
  const keepPlace = ({ mcpReq }: ServerContext, giveBack: () => void): void => {
    const over = (): void => {
      places.delete(mcpReq.id);
      giveBack();
    };
    places.set(mcpReq.id, over);
    if (mcpReq.signal.aborted) over();
    else mcpReq.signal.addEventListener('abort', over, { once: true });
  };
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
      const place = placeFor(tools, params.name, given, talk, context);
      const answer = await tools.call(
        params.name,
        given,
        place === null ? { ...talk, elicits: false } : talk,
      );
      if (isInputWanted(answer)) {
        if (place) keepPlace(context, place);
        return inputRequired(answer);
      }
      place?.();
      const { content, structuredJson, isError, meta } = answer;
      return {
        content: [...content] as never,
        ...(structuredJson !== undefined && { structuredContent: JSON.parse(structuredJson) }),
        ...(isError && { isError }),
        ...(meta !== undefined && { _meta: meta }),
      };
    }),
  );
  if (offer.prompts) {
    server.setRequestHandler('prompts/list', async ({ params }) => {
      refuseCursor(params);
      return { prompts: [...current().prompts!.list().entries] as never };
    });
    server.setRequestHandler('prompts/get', async ({ params }, context) =>
      judged(async () => {
        const { name, arguments: given = {} } = params;
        const got = await current().prompts!.get(name, given, conversation(server, context));
        if (got === null) throw invalid('Unknown prompt');
        if ('inputRequests' in got) return inputRequired(got);
        return { description: got.description, messages: [...got.messages] as never };
      }),
    );
  }
  if (offer.resources) {
    server.setRequestHandler('resources/list', async ({ params }) => {
      refuseCursor(params);
      return { resources: [...(await current().resources!.list()).entries] as never };
    });
    server.setRequestHandler('resources/templates/list', async ({ params }) => {
      refuseCursor(params);
      return { resourceTemplates: [...current().resources!.templates().entries] as never };
    });
    server.setRequestHandler('resources/read', async ({ params: { uri } }) =>
      judged(async () => {
        const read = await current().resources!.read(uri);
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
        if (!subscriptions) throw new InvalidParams('Without a session there is nobody to tell of changes');
        if ((await current().resources!.stateOf?.(uri)) == null)
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
  if (offer.skills) await serveSkills(server, offer.skills);
  return server;
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
    elicits: elicitsForms(envelope?.[metaKeys.clientCapabilities] ?? server.getClientCapabilities()),
    inputResponses: mcpReq.inputResponses,
    requestState: typeof state === 'string' ? state : undefined,
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
