import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Caller } from '../../engine/scope.ts';
import { secondMs } from '../../model/instant.ts';
import { type Fields, isFields } from './direct-answer.ts';
import type { McpHouse } from './house.ts';
import { loadSdk, sdkServerFactory } from './sdk-server.ts';

/** The SDK's side of one connection, made when the first message needs it. */
export type SdkConnection = {
  isOpen(): boolean;
  /** @param opening what the SDK must have seen first, to know what this connection agreed on */
  deliver(message: unknown, opening: Fields | undefined): Promise<void>;
  /** Waits a moment for answers that are still due. */
  close(): Promise<void>;
};

/** The id of the opening that we show the SDK; no client uses it, and its answer goes nowhere. */
const openingId = 'posthouse:opening';
const lastAnswersMs = secondMs;

export function sdkConnection(house: McpHouse, caller: Caller, write: (line: string) => void): SdkConnection {
  const due = new Set<unknown>();
  let settled = (): void => {};
  const settle = (id: unknown): void => {
    due.delete(id);
    if (due.size === 0) settled();
  };
  const transport: Transport = {
    async start() {},
    async close() {
      transport.onclose?.();
    },
    async send(message) {
      const answered = 'method' in message ? undefined : message.id;
      if (answered !== openingId) write(JSON.stringify(message));
      settle(answered);
    },
  };
  const allSettled = (): Promise<void> =>
    due.size === 0 ? Promise.resolve() : new Promise((resolve) => (settled = resolve));
  const deliver = (message: unknown): void => {
    if (isFields(message) && typeof message.method === 'string') {
      if ('id' in message) due.add(message.id);
      // A cancelled request may go unanswered.
      if (message.method === 'notifications/cancelled') settle((message.params as Fields)?.requestId);
    }
    transport.onmessage?.(message as JSONRPCMessage);
  };

  let connection: Promise<{ close(): Promise<void> }> | undefined;
  const connect = async (opening: Fields | undefined) => {
    const [sdk, stdio] = await Promise.all([loadSdk(), import('@modelcontextprotocol/server/stdio')]);
    const handle = stdio.serveStdio(sdkServerFactory(sdk, house, caller), {
      transport,
      onerror: (error) => house.engine.world.log.debug({ err: error }, 'mcp message refused'),
    });
    if (opening) {
      deliver({ jsonrpc: '2.0', id: openingId, ...opening });
      await allSettled();
      if (opening.method === 'initialize') deliver({ jsonrpc: '2.0', method: 'notifications/initialized' });
    }
    return handle;
  };

  return {
    isOpen: () => connection !== undefined,
    async deliver(message, opening) {
      connection ??= connect(opening);
      await connection;
      deliver(message);
    },
    async close() {
      if (!connection) return;
      const handle = await connection;
      let stopWaiting = (): void => {};
      const longEnough = new Promise<void>((resolve) => {
        stopWaiting = house.engine.world.clock.after(lastAnswersMs, resolve);
      });
      await Promise.race([allSettled(), longEnough]);
      stopWaiting();
      await handle.close();
    },
  };
}
