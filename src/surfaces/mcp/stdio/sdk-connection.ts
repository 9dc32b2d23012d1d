import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { secondMs } from '../../../model/instant.ts';
import type { World } from '../../../world/world.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { type Fields, isFields } from '../protocol/fields.ts';
import { errorCodes } from '../protocol/revisions.ts';
import { loadSdk, openingId, type Sdk, sdkServer, sendListChanged } from '../protocol/sdk-server.ts';
import { InvalidParams, type ListName, type ServerDefinition } from '../protocol/server-definition.ts';
import { urisOf } from '../sessions/listen.ts';
import { refuseTooMany, subscriptionsIn } from '../sessions/subscriptions.ts';
import { lookEveryMaxMs } from '../sessions/watch-resources.ts';
import type { Answers } from './batch-responses.ts';
import type { LineWriter } from './line-framing.ts';

type SdkConnection = {
  isOpen(): boolean;
  /** Returns true if the connection speaks 2026-07-28. */
  isStateless(): boolean;
  requestsDue(): number;
  /** @param opening message that shows the SDK the negotiated state of this connection */
  deliver(message: unknown, opening: Fields | undefined): Promise<void>;
  /** Notifies the client, or its streams that subscribed to list changes. */
  tellChanged(list: ListName): void;
  close(): Promise<void>;
};

const lastAnswersMs = secondMs;

export function sdkConnection(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  current: () => ServerDefinition,
  { write, tell }: Pick<LineWriter, 'write' | 'tell'>,
  answers: Pick<Answers, 'write' | 'none'>,
  onAnswered: () => void,
): SdkConnection {
  const due = new Set<unknown>();
  let settled = (): void => {};
  const settle = (id: unknown): void => {
    if (due.delete(id)) onAnswered();
    if (due.size === 0) settled();
  };
  const transport: Transport = {
    async start() {},
    async close() {
      transport.onclose?.();
    },
    async send(message) {
      const answered = 'method' in message ? undefined : message.id;
      if (isNews(message)) tell(JSON.stringify(message));
      else if ('method' in message) write(JSON.stringify(message));
      else if (answered !== openingId) answers.write(answered, JSON.stringify(message));
      settle(answered);
    },
  };
  const allSettled = (): Promise<void> =>
    due.size === 0 ? Promise.resolve() : new Promise((resolve) => (settled = resolve));

  let sdk: Sdk | undefined;
  /** The last server created by the SDK belongs to this connection. */
  let server: Server | undefined;
  const watched = watching({ clock, log }, current, (uri) => {
    void server?.sendResourceUpdated({ uri }).catch(() => {});
  });
  const deliver = (message: unknown): void => {
    if (isFields(message) && typeof message.method === 'string') {
      const refusal = watched.note(message);
      if (refusal !== null) {
        const error = { code: errorCodes.invalidParams, message: refusal };
        answers.write(message.id, JSON.stringify({ jsonrpc: '2.0', id: message.id, error }));
        return;
      }
      // A change stream is answered at its end, and messages that the SDK does not accept as requests are never answered.
      if (sdk?.isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') due.add(message.id);
      // A cancelled request may get no response.
      const cancelled = cancelledId(message);
      if (due.has(cancelled)) answers.none(cancelled);
      settle(cancelled);
    }
    transport.onmessage?.(message as JSONRPCMessage);
  };

  let era: 'legacy' | 'modern' | undefined;
  let connection: Promise<{ close(): Promise<void> }> | undefined;
  const connect = async (opening: Fields | undefined) => {
    const [loaded, stdio] = await Promise.all([loadSdk(), import('@modelcontextprotocol/server/stdio')]);
    sdk = loaded;
    const handle = stdio.serveStdio(
      async (opened) => {
        era = opened.era;
        server = await sdkServer(loaded, current, watched.subscriptions);
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
    isStateless: () => era === 'modern',
    requestsDue: () => due.size,
    async deliver(message, opening) {
      connection ??= connect(opening);
      await connection;
      deliver(message);
    },
    tellChanged: (list) => void (server && sendListChanged(server, list).catch(() => {})),
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

/** Returns true for a change notification, which need not be repeated. */
function isNews(message: JSONRPCMessage): boolean {
  return 'method' in message && !('id' in message) && message.method !== 'notifications/progress';
}

/** Resources watched for this connection, through `resources/subscribe` or change streams of 2026-07-28. */
function watching(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  offer: () => ServerDefinition,
  onChange: (uri: string) => void,
) {
  const over = new AbortController();
  let cancelReturn = (): void => {};
  const watched = subscriptionsIn({
    clock,
    log,
    offer,
    onChange,
    // A stdio client has no other server to connect to, so the watch is resumed after a while.
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
    note(message: Fields): string | null {
      const { method, id } = message;
      if (method === 'subscriptions/listen') {
        try {
          open(id, urisOf(message));
        } catch (error) {
          if (error instanceof InvalidParams) return error.message;
          throw error;
        }
        return null;
      }
      const cancelled = cancelledId(message);
      const uris = streams.get(cancelled);
      if (uris && streams.delete(cancelled)) dropUnheard(uris);
      return null;
    },
    stop() {
      cancelReturn();
      over.abort();
    },
  };
}
