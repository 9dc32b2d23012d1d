import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { secondMs } from '../../model/instant.ts';
import type { World } from '../../world/world.ts';
import { type Fields, isFields } from './fields.ts';
import { urisOf } from './listen.ts';
import { InvalidParams, type Offer } from './offer.ts';
import { errorCodes } from './revisions.ts';
import { loadSdk, openingId, sdkServer } from './sdk-server.ts';
import { refuseTooMany, subscriptionsIn } from './subscriptions.ts';
import { lookEveryMaxMs } from './watch-resources.ts';

/** The SDK's side of one connection, made when the first message needs it. */
export type SdkConnection = {
  isOpen(): boolean;
  /** @param opening what the SDK must have seen first, to know what this connection agreed on */
  deliver(message: unknown, opening: Fields | undefined): Promise<void>;
  /** Tells the client, or those of its streams that asked to hear of it. */
  tellToolsChanged(): void;
  /** Waits a moment for answers that are still due. */
  close(): Promise<void>;
};

const lastAnswersMs = secondMs;

export function sdkConnection(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  current: () => Offer,
  write: (line: string) => void,
): SdkConnection {
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

  /** The server that the SDK made last: it is the one of this connection. */
  let server: Server | undefined;
  const watched = watching({ clock, log }, current, (uri) => {
    void server?.sendResourceUpdated({ uri }).catch(() => {});
  });
  const deliver = (message: unknown): void => {
    if (isFields(message) && typeof message.method === 'string') {
      const refusal = watched.note(message);
      if (refusal !== null) {
        const error = { code: errorCodes.invalidParams, message: refusal };
        write(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }));
        return;
      }
      // A stream of changes is answered only when it ends.
      if ('id' in message && message.method !== 'subscriptions/listen') due.add(message.id);
      // A cancelled request may go unanswered.
      if (message.method === 'notifications/cancelled') settle((message.params as Fields)?.requestId);
    }
    transport.onmessage?.(message as JSONRPCMessage);
  };

  let connection: Promise<{ close(): Promise<void> }> | undefined;
  const connect = async (opening: Fields | undefined) => {
    const [sdk, stdio] = await Promise.all([loadSdk(), import('@modelcontextprotocol/server/stdio')]);
    const handle = stdio.serveStdio(
      async () => {
        server = await sdkServer(sdk, current, watched.subscriptions);
        return server;
      },
      {
        transport,
        onerror: (error) => log.debug({ err: error }, 'mcp message refused'),
      },
    );
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
    tellToolsChanged: () => void server?.sendToolListChanged().catch(() => {}),
    async close() {
      watched.stop();
      if (!connection) return;
      const handle = await connection;
      let stopWaiting = (): void => {};
      const longEnough = new Promise<void>((resolve) => {
        stopWaiting = clock.after(lastAnswersMs, resolve);
      });
      await Promise.race([allSettled(), longEnough]);
      stopWaiting();
      await handle.close();
    },
  };
}

/** The resources that this connection is told about: by `resources/subscribe`, or by streams of 2026-07-28. */
function watching(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  offer: () => Offer,
  onChange: (uri: string) => void,
) {
  const over = new AbortController();
  let cancelReturn = (): void => {};
  const watched = subscriptionsIn({
    clock,
    log,
    offer,
    onChange,
    // A client on stdio has no other server to turn to: what it asked for is looked at again after a while.
    onEnd: (why) => why === 'failed' && returnLater(),
    signal: over.signal,
  });
  const returnLater = (): void => {
    cancelReturn = clock.after(lookEveryMaxMs, () => watched.takeUp() || returnLater());
  };
  const subscribed = new Set<string>();
  const streams = new Map<unknown, readonly string[]>();
  const dropUnheard = (uris: Iterable<string>): void => {
    const heard = new Set([...subscribed, ...[...streams.values()].flat()]);
    for (const uri of uris) if (!heard.has(uri)) watched.remove(uri);
  };
  /** What a stream asks for, all of it or nothing. */
  const open = (id: unknown, uris: readonly string[]): void => {
    refuseTooMany(uris);
    const added: string[] = [];
    try {
      for (const uri of uris) {
        watched.add(uri);
        added.push(uri);
      }
    } catch (error) {
      dropUnheard(added);
      throw error;
    }
    streams.set(id, uris);
  };
  return {
    subscriptions: {
      add(uri: string): void {
        watched.add(uri);
        subscribed.add(uri);
      },
      remove(uri: string): void {
        if (subscribed.delete(uri)) dropUnheard([uri]);
      },
    },
    /** @returns why a stream of changes cannot be opened */
    note(message: Fields): string | null {
      const { method, id, params } = message;
      if (method === 'subscriptions/listen') {
        try {
          open(id, urisOf(message));
        } catch (error) {
          if (error instanceof InvalidParams) return error.message;
          throw error;
        }
      } else if (method === 'notifications/cancelled' && isFields(params)) {
        const uris = streams.get(params.requestId);
        if (uris && streams.delete(params.requestId)) dropUnheard(uris);
      }
      return null;
    },
    stop() {
      cancelReturn();
      over.abort();
    },
  };
}
