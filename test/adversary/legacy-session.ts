import type { Caller } from '../../src/engine/context/caller.ts';
import { stdioTo } from '../surfaces/mcp/protocol/stdio-wire.ts';
import { initialize, listenTo, toolCall } from '../surfaces/mcp/protocol/wire.ts';
import type { SimulatedPlatform } from '../world/platform.ts';
import { type Assistant, type Json, messageOf } from './assistant.ts';

/**
 * A connection of a client up to 2025-11-25 that can put a form before its person, by hand: the server asks in the middle
 * of a call, and whatever is said to it is said with any id and at any time.
 */
export type LegacySession = {
  call(name: string, given: object): Promise<OpenCall>;
  /** An answer to a question, a cancellation, or any other message of the client. */
  say(message: object): Promise<void>;
  end(): Promise<void>;
};

export type OpenCall = {
  id: number;
  /** What the server says next about this call: a question to the person, or its answer, which is the last. */
  next(): Promise<Json>;
};

const elicitation = { elicitation: {} };
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** A session over HTTP, where each call has a stream of its own. */
export async function httpSession(assistant: Assistant): Promise<LegacySession> {
  const opened = await assistant.fetch('POST', {}, initialize(elicitation));
  await opened.text();
  const headers = {
    'mcp-session-id': opened.headers.get('mcp-session-id')!,
    'mcp-protocol-version': '2025-11-25',
  };
  const say = async (message: object): Promise<void> => {
    await (await assistant.fetch('POST', headers, message)).text();
  };
  await say(initialized);
  let id = 0;
  return {
    say,
    async call(name, given) {
      id += 1;
      const response = await assistant.fetch('POST', headers, toolCall(name, given, id));
      if (response.headers.get('content-type')?.startsWith('application/json')) {
        const answer = await messageOf(response);
        return { id, next: async () => answer };
      }
      const stream = listenTo(response);
      return { id, next: () => nextOf(async () => (await stream.next())!.message) };
    },
    async end() {
      await (await assistant.fetch('DELETE', headers)).text();
    },
  };
}

/** A connection on stdio, where everything comes on one line after the other. */
export async function stdioSession(posthouse: SimulatedPlatform, caller: Caller): Promise<LegacySession> {
  const wire = stdioTo(posthouse, caller);
  await wire.ask(initialize(elicitation));
  wire.send(initialized);
  let id = 0;
  return {
    async call(name, given) {
      id += 1;
      wire.send(toolCall(name, given, id));
      return { id, next: () => nextOf(wire.next) };
    },
    async say(message) {
      wire.send(message);
    },
    async end() {
      await wire.end();
    },
  };
}

/** What is neither a question nor an answer is left out. */
async function nextOf(read: () => Promise<Json>): Promise<Json> {
  for (;;) {
    const message = await read();
    if ('id' in message) return message;
  }
}
