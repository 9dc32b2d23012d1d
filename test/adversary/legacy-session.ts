import type { Caller } from '../../src/engine/context/caller.ts';
import { stdioTo } from '../surfaces/mcp/protocol/stdio-wire.ts';
import { initialize, listenTo, toolCall } from '../surfaces/mcp/protocol/wire.ts';
import type { SimulatedPlatform } from '../world/platform.ts';
import { type Assistant, type Json, messageOf } from './assistant.ts';

/**
 * A raw connection of a client up to 2025-11-25 with elicitation: the server asks during a call, and the test
 * responds with any id at any time.
 */
export type LegacySession = {
  call(name: string, given: object): Promise<OpenCall>;
  /** Sends a response to a question, a cancellation, or any other message. */
  say(message: object): Promise<void>;
  end(): Promise<void>;
};

export type OpenCall = {
  id: number;
  /** Returns the server's next message about this call: a question to the person, or the final response. */
  next(): Promise<Json>;
};

const elicitation = { elicitation: {} };
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** A session over HTTP with a stream per call. */
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

/** A stdio connection, where all messages share one stream. */
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

/** Skips messages that are neither a question nor a response. */
async function nextOf(read: () => Promise<Json>): Promise<Json> {
  for (;;) {
    const message = await read();
    if ('id' in message) return message;
  }
}
