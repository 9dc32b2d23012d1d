import type { JSONRPCMessage, Server, Transport } from '@modelcontextprotocol/server';
import { secondMs } from '../../../model/instant.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import type { World } from '../../../world/world.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { errorCodes } from '../protocol/revisions.ts';
import { loadSdk, openingId, type Sdk, sdkServer, sendListChanged } from '../protocol/sdk-server.ts';
import { InvalidParams, type ListName, type ServerDefinition } from '../protocol/server-definition.ts';
import { readSubscribedUris } from '../sessions/listen.ts';
import { refuseTooMany, subscriptionsIn } from '../sessions/subscriptions.ts';
import { lookEveryMaxMs } from '../sessions/watch-resources.ts';
import type { Answers } from './batch-responses.ts';
import type { LineWriter } from './line-framing.ts';

const lastAnswersMs = secondMs;

type ConnectionTerms = {
  current(): ServerDefinition;
  writer: Pick<LineWriter, 'write' | 'tell'>;
  answers: Pick<Answers, 'write' | 'none'>;
  onAnswered(): void;
};

/** A connection of the SDK over stdio, opened by the first message that the fast path cannot handle. */
export class SdkConnection {
  readonly #world: Pick<World, 'clock' | 'log'>;
  readonly #terms: ConnectionTerms;
  readonly #transport: Transport;
  readonly #watched: ReturnType<typeof watching>;
  readonly #due = new Set<unknown>();
  #onSettled = (): void => {};
  #sdk: Sdk | undefined;
  /** The last server created by the SDK belongs to this connection. */
  #server: Server | undefined;
  #era: 'legacy' | 'modern' | undefined;
  #connection: Promise<{ close(): Promise<void> }> | undefined;

  constructor(world: Pick<World, 'clock' | 'log'>, terms: ConnectionTerms) {
    this.#world = world;
    this.#terms = terms;
    this.#watched = watching(world, terms.current, (uri) => {
      void this.#server?.sendResourceUpdated({ uri }).catch(() => {});
    });
    const transport: Transport = {
      async start() {},
      async close() {
        transport.onclose?.();
      },
      send: async (message) => this.#send(message),
    };
    this.#transport = transport;
  }

  isOpen(): boolean {
    return this.#connection !== undefined;
  }

  /** Returns true if the connection speaks 2026-07-28. */
  isStateless(): boolean {
    return this.#era === 'modern';
  }

  requestsDue(): number {
    return this.#due.size;
  }

  /** @param opening message that shows the SDK the negotiated state of this connection */
  async deliver(message: unknown, opening: Fields | undefined): Promise<void> {
    this.#connection ??= this.#connect(opening);
    await this.#connection;
    this.#deliver(message);
  }

  /** Notifies the client, or its streams that subscribed to list changes. */
  tellChanged(list: ListName): void {
    if (this.#server) void sendListChanged(this.#server, list).catch(() => {});
  }

  async close(): Promise<void> {
    this.#watched.stop();
    if (!this.#connection) return;
    const handle = await this.#connection;
    let stopWaiting = (): void => {};
    const longEnough = new Promise<void>((resolve) => {
      stopWaiting = this.#world.clock.after(lastAnswersMs, resolve);
    });
    await Promise.race([this.#allSettled(), longEnough]);
    stopWaiting();
    await handle.close();
  }

  async #connect(opening: Fields | undefined): Promise<{ close(): Promise<void> }> {
    const [sdk, stdio] = await Promise.all([loadSdk(), import('@modelcontextprotocol/server/stdio')]);
    this.#sdk = sdk;
    const handle = stdio.serveStdio(
      async ({ era }) => {
        this.#era = era;
        this.#server = await sdkServer(sdk, this.#terms.current, this.#watched.subscriptions);
        return this.#server;
      },
      {
        transport: this.#transport,
        onerror: (error) => this.#world.log.debug({ err: error }, 'mcp message refused'),
      },
    );
    if (opening) {
      this.#deliver({ jsonrpc: '2.0', id: openingId, ...opening });
      await this.#allSettled();
      if (opening.method === 'initialize') {
        this.#deliver({ jsonrpc: '2.0', method: 'notifications/initialized' });
      }
    }
    return handle;
  }

  #deliver(message: unknown): void {
    if (isFields(message) && typeof message.method === 'string') {
      const refusal = this.#watched.note(message);
      if (refusal !== null) {
        const error = { code: errorCodes.invalidParams, message: refusal };
        this.#terms.answers.write(message.id, JSON.stringify({ jsonrpc: '2.0', id: message.id, error }));
        return;
      }
      // A change stream is answered at its end, and messages that the SDK does not accept as requests are never answered.
      if (this.#sdk?.isJSONRPCRequest(message) && message.method !== listenMethod) this.#due.add(message.id);
      // A cancelled request may get no response.
      const cancelled = cancelledId(message);
      if (this.#due.has(cancelled)) this.#terms.answers.none(cancelled);
      this.#settle(cancelled);
    }
    this.#transport.onmessage?.(message as JSONRPCMessage);
  }

  #send(message: JSONRPCMessage): void {
    const { writer, answers } = this.#terms;
    const answered = 'method' in message ? undefined : message.id;
    if (isNews(message)) writer.tell(JSON.stringify(message));
    else if ('method' in message) writer.write(JSON.stringify(message));
    else if (answered !== openingId) answers.write(answered, JSON.stringify(message));
    this.#settle(answered);
  }

  #settle(id: unknown): void {
    if (this.#due.delete(id)) this.#terms.onAnswered();
    if (this.#due.size === 0) this.#onSettled();
  }

  #allSettled(): Promise<void> {
    if (this.#due.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onSettled = resolve;
    });
  }
}

const listenMethod = 'subscriptions/listen';

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
      if (method === listenMethod) {
        try {
          open(id, readSubscribedUris(message));
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
