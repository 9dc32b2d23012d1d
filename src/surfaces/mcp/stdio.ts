import type { Caller } from '../../engine/scope.ts';
import {
  type DirectRequest,
  directAnswer,
  directRequest,
  type Era,
  type Fields,
  isFields,
} from './direct-answer.ts';
import type { McpHouse } from './house.ts';
import { ended, lineReader, lineWriter } from './lines.ts';
import { errorCodes } from './revisions.ts';
import { sdkConnection } from './sdk-connection.ts';

/** Calls under way at once; while there are more, no further line is read. */
const callsMax = 256;

/**
 * Serves MCP on a pair of streams, as stdin and stdout of a program that an assistant started. Ends when the
 * input has ended and everything asked until then is answered.
 */
export async function serveStdio(
  house: McpHouse,
  caller: Caller,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<void> {
  const write = lineWriter(output);
  const sdk = sdkConnection(house, caller, write);
  let opened: { era: Era; opening: Fields } | undefined;
  const underWay = new Set<Promise<void>>();
  let count = 0;

  const answer = async (message: unknown): Promise<void> => {
    const direct = directRequest(house, message);
    // A connection keeps to the era it opened with; the SDK words what is said to a message that does not.
    if (direct && (opened === undefined || opened.era === direct.era)) {
      if (opens(direct)) opened ??= { era: direct.era, opening: openingOf(direct) };
      count += 1;
      write(await directAnswer(house, { ...caller, requestId: `${caller.requestId}.${count}` }, direct));
      return;
    }
    if (!sdk.isOpen() && isIdleNotice(message)) return;
    await sdk.deliver(message, opened?.opening);
  };

  const take = (line: string): void => {
    if (line === '') return;
    const message = parse(line);
    if (message === undefined) {
      write(errorLine(errorCodes.parseError, 'Parse error: a line is not JSON'));
      return;
    }
    const call = answer(message)
      .catch((error) => {
        house.engine.world.log.error({ err: error }, 'an mcp message could not be answered');
        const id = isFields(message) && 'method' in message ? message.id : undefined;
        if (id !== undefined) write(errorLine(errorCodes.internalError, 'Internal error', id));
      })
      .finally(() => {
        underWay.delete(call);
        if (underWay.size < callsMax) input.resume();
      });
    underWay.add(call);
    if (underWay.size >= callsMax) input.pause();
  };

  const read = lineReader(take, () => write(errorLine(errorCodes.invalidRequest, 'A line is too long')));
  input.on('data', read);
  await ended(input);
  input.off('data', read);
  while (underWay.size > 0) await Promise.all(underWay);
  await sdk.close();
  // The writer writes at the end of a turn of the event loop; this ends in a later one.
  await new Promise((resolve) => setImmediate(resolve));
}

/** Whether a request decides the era: `server/discover` only asks what there is, and `ping` whether we live. */
function opens({ method }: DirectRequest): boolean {
  return method !== 'server/discover' && method !== 'ping';
}

/** A request that brings the SDK to where this connection is; it never repeats anything that has an effect. */
function openingOf({ method, params }: DirectRequest): Fields {
  if (method === 'initialize') return { method, params };
  return { method: 'tools/list', params: { _meta: params._meta ?? {} } };
}

/** Notices that ask for nothing: what is answered directly is not cancelled but carried through. */
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
