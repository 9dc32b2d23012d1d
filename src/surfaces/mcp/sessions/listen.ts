import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { changedLists } from '../protocol/capabilities.ts';
import { type Fields, isFields } from '../protocol/fields.ts';
import type { ListName, ServerDefinition } from '../protocol/server-definition.ts';
import { callerNow, mayTheSame, reauthorizeEveryMs } from './reauthorize.ts';
import { refuseTooMany } from './subscriptions.ts';
import { watchResources } from './watch-resources.ts';

/** The changes that one caller asked to hear of (2026-07-28 `subscriptions/listen`), and no other caller's. */
type Changes = {
  bus: ServerEventBus;
  /** Whether a stream is open on it. */
  isHeard(): boolean;
  /**
   * Called once, when the client has gone, the server stops, or the caller may no longer listen; at once where that
   * has happened.
   */
  onEnd(act: () => void): void;
  end(): void;
};

/**
 * @param offerNow what a caller of these scopes is offered
 * @param signal aborted when the client goes away or the server stops
 * @returns null when too much is watched already
 * @throws InvalidParams when it asks to hear of more than one stream may
 */
export function changesFor(
  engine: Engine,
  caller: Caller,
  offerNow: (caller: Caller) => ServerDefinition,
  message: Fields,
  signal: AbortSignal,
): Changes | null {
  const { clock, log } = engine.world;
  const uris = urisOf(message);
  refuseTooMany(uris);
  let now = caller;
  let offer = offerNow(now);
  const listeners = new Set<Parameters<ServerEventBus['subscribe']>[0]>();
  const over = new AbortController();
  const ends: (() => void)[] = [];
  const publish: ServerEventBus['publish'] = (event) => {
    for (const listener of listeners) listener(event);
  };
  const tell = (list: ListName): void => publish({ kind: `${list}_list_changed` });
  const stopTelling = offer.onListChange?.(tell);
  let cancelTick = (): void => {};
  const end = (): void => {
    if (over.signal.aborted) return;
    over.abort();
    cancelTick();
    stopTelling?.();
    for (const act of ends) act();
  };
  const watch = watchResources({
    clock,
    log,
    organization: caller.organization.key,
    offer: () => offer,
    uris,
    onChange: (uri) => publish({ kind: 'resource_updated', uri }),
    // Better an end, after which the client listens again, than a stream that stays silent.
    onEnd: (why) => why === 'failed' && end(),
    signal: over.signal,
  });
  if (watch === null) {
    end();
    return null;
  }
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });

  const look = async (): Promise<void> => {
    const before = offer;
    const latest = await callerNow(now);
    if (latest === null) return end();
    const isSame = mayTheSame(now, latest);
    now = latest;
    offer = offerNow(now);
    if (!isSame) for (const list of changedLists(before, offer)) tell(list);
  };
  const tick = (): void => {
    look()
      .catch((error) => log.warn({ err: error }, 'an open mcp stream could not be looked at'))
      .finally(again);
  };
  const again = (): void => {
    if (!over.signal.aborted) cancelTick = clock.after(reauthorizeEveryMs, tick);
  };
  again();

  return {
    bus: {
      publish,
      subscribe(listener) {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          // The one stream of this bus has closed.
          if (listeners.size === 0) end();
        };
      },
    },
    isHeard: () => listeners.size > 0,
    onEnd(act) {
      if (over.signal.aborted) act();
      else ends.push(act);
    },
    end,
  };
}

/** The resources that a `subscriptions/listen` names; whether it is well formed is the SDK's to say. */
export function urisOf({ params }: Fields): string[] {
  const filter = isFields(params) && isFields(params.notifications) ? params.notifications : {};
  const uris = Array.isArray(filter.resourceSubscriptions) ? filter.resourceSubscriptions : [];
  return uris.filter((uri): uri is string => typeof uri === 'string');
}
