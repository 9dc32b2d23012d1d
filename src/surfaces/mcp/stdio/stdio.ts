import { excessOfJson } from '../../../contract/json-text.ts';
import type { World } from '../../../world/world.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { changeOf, listJson } from '../protocol/capabilities.ts';
import { asksNothing, type Client, clientOf } from '../protocol/client.ts';
import { type DirectRequest, directAnswer, directRequest, type Era } from '../protocol/fast-path.ts';
import { type Fields, isFields } from '../protocol/fields.ts';
import { faultOfMessage, idOf, isAnswer, requestIdsIn } from '../protocol/message-fault.ts';
import { errorCodes } from '../protocol/revisions.ts';
import type { ListName, ServerDefinition } from '../protocol/server-definition.ts';
import { undeclaredTasks } from '../protocol/tasks.ts';
import { intake } from './backpressure.ts';
import { answersTo } from './batch-responses.ts';
import { ended, lineReader, lineWriter } from './line-framing.ts';
import { sdkConnection } from './sdk-connection.ts';

/** @param offerNow builds the current offer; null when the caller's token is no longer valid */
export async function serveStdio(
  world: Pick<World, 'clock' | 'log'>,
  offerNow: () => ServerDefinition | null | Promise<ServerDefinition | null>,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<void> {
  const writer = lineWriter(output);
  const { write } = writer;
  const answers = answersTo(write);
  let offer = await offerNow();
  if (offer === null) return;
  const sdk = sdkConnection(
    world,
    () => offer!,
    writer,
    answers,
    () => lines.next(),
  );
  let opened: { era: Era; opening: Fields } | undefined;
  let client: Client = { name: '', ...asksNothing };
  /** Lists read by the client, to notify it once when they change. */
  const known = new Map<ListName, string>();
  const underWay = new Set<Promise<void>>();
  const stops = new Map<unknown, AbortController>();

  const answer = async (message: unknown): Promise<void> => {
    const now = offerNow();
    const latest = now instanceof Promise ? await now : now;
    if (latest === null) {
      refuse(message, errorCodes.refused, 'The API token is not valid any more');
      return;
    }
    offer = latest;
    tellOfChanges(latest);
    noteList(message, latest);
    const direct = directRequest(offer, message, client);
    // A connection keeps its era; the SDK writes the error for messages of the other era.
    if (direct && (opened === undefined || opened.era === direct.era)) {
      if (direct.method === 'initialize') client = clientOf(direct.params);
      if (opens(direct)) opened ??= { era: direct.era, opening: openingOf(direct) };
      if (await answerDirectly(offer, direct)) return;
    }
    const undeclared = offer.tasks ? undeclaredTasks(message) : null;
    if (undeclared) {
      const id = idOf(message);
      answers.write(id, JSON.stringify({ jsonrpc: '2.0', id, error: undeclared }));
      return;
    }
    if (stopped(message)) return;
    if (!sdk.isOpen() && isIdleNotice(message)) return;
    await sdk.deliver(message, opened?.opening);
  };

  /** The rights of the token may change between messages, so a client that read a list is notified of changes. */
  const tellOfChanges = (latest: ServerDefinition): void => {
    for (const [list, json] of known) {
      if (listJson(latest, list) === json) continue;
      known.delete(list);
      if (opened?.era === 'handshake') write(JSON.stringify({ jsonrpc: '2.0', method: changeOf(list) }));
      else sdk.tellChanged(list);
    }
  };

  const noteList = (message: unknown, latest: ServerDefinition): void => {
    const list = isFields(message) ? listRead.get(message.method) : undefined;
    const json = list && listJson(latest, list);
    if (list && json !== undefined) known.set(list, json);
  };

  const answerDirectly = async (offered: ServerDefinition, direct: DirectRequest): Promise<boolean> => {
    const stop = new AbortController();
    stops.set(direct.id, stop);
    try {
      const answered = await directAnswer(offered, direct, { client: client.name, signal: stop.signal });
      // The client ignores responses to cancelled requests.
      if (stop.signal.aborted) {
        answers.none(direct.id);
        return true;
      }
      if (answered !== null) answers.write(direct.id, answered);
      return answered !== null;
    } finally {
      stops.delete(direct.id);
    }
  };

  const stopped = (message: unknown): boolean => {
    const stop = stops.get(cancelledId(message));
    if (!stop) return false;
    stop.abort();
    return true;
  };

  const begin = (line: string): void => {
    const tooMuch = excessOfJson(line);
    if (tooMuch !== null) {
      write(errorLine(errorCodes.invalidRequest, `A line ${tooMuch}`));
      return;
    }
    const message = parse(line);
    if (message === undefined) {
      write(errorLine(errorCodes.parseError, 'Parse error: a line is not JSON'));
      return;
    }
    const fault = faultOfMessage(message, opened?.era === 'stateless' || sdk.isStateless());
    if (fault !== null) {
      if (!isAnswer(message)) write(errorLine(errorCodes.invalidRequest, fault, idOf(message)));
      return;
    }
    const messages = Array.isArray(message) ? message : [message];
    if (Array.isArray(message)) answers.together(requestIdsIn(message));
    for (const each of messages) beginOne(each);
  };

  const beginOne = (message: unknown): void => {
    const call = answer(message)
      .catch((error) => {
        world.log.error({ err: error }, 'an mcp message could not be answered');
        refuse(message, errorCodes.internalError, 'Internal error');
      })
      .finally(() => {
        underWay.delete(call);
        lines.next();
      });
    underWay.add(call);
  };

  /** Notifications get no response. */
  const refuse = (message: unknown, code: number, why: string): void => {
    const id = isFields(message) && 'method' in message ? message.id : undefined;
    if (id !== undefined) answers.write(id, errorLine(code, why, id));
  };

  const lines = intake({
    input,
    writer,
    underWay: () => underWay.size + sdk.requestsDue(),
    begin,
  });

  const read = lineReader(lines.take, () =>
    write(errorLine(errorCodes.invalidRequest, 'A line is too long')),
  );
  input.on('data', read);
  await ended(input);
  input.off('data', read);
  await lines.emptied();
  while (underWay.size > 0) await Promise.all(underWay);
  await sdk.close();
  answers.end();
  // The writer flushes at the end of a turn of the event loop, so wait for the next one.
  await new Promise((resolve) => setImmediate(resolve));
}

const listRead = new Map<unknown, ListName>([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
]);

/** Returns true if a request decides the era. `server/discover` and `ping` are allowed before. */
function opens({ method }: DirectRequest): boolean {
  return method !== 'server/discover' && method !== 'ping';
}

/** Returns a request without side effects that brings the SDK to the state of this connection. */
function openingOf({ method, params }: DirectRequest): Fields {
  if (method === 'initialize') return { method, params };
  return { method: 'tools/list', params: { _meta: params._meta ?? {} } };
}

/** Notifications that need no action because the SDK never saw their request. */
function isIdleNotice(message: unknown): boolean {
  return (
    isFields(message) &&
    !('id' in message) &&
    (message.method === 'notifications/initialized' || message.method === 'notifications/cancelled')
  );
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function errorLine(code: number, message: string, id: unknown = null): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
