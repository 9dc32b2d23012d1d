import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { changedLists } from '../protocol/capabilities.ts';
import type { ListName, ServerDefinition } from '../protocol/server-definition.ts';
import { callerNow, hasSameScopes, reauthorizeEveryMs } from './reauthorize.ts';
import { refuseTooMany } from './subscriptions.ts';
import { watchResources } from './watch-resources.ts';

/** Changes for a `subscriptions/listen` (2026-07-28). */
type Changes = {
  bus: ServerEventBus;
  isHeard(): boolean;
  /** Calls `act` once when the client disconnects, the server stops or the caller loses access, or now if it has happened. */
  onEnd(act: () => void): void;
  end(): void;
};

/** @returns null when too many resources are watched @throws InvalidParams beyond a stream's limit */
export function changesFor(
  engine: Engine,
  caller: Caller,
  offerNow: (caller: Caller) => ServerDefinition,
  message: Fields,
  signal: AbortSignal,
): Changes | null {
  const { clock, log } = engine.world;
  const uris = readSubscribedUris(message);
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
    // End the stream so that the client listens again, instead of leaving it silent.
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
    const isSame = hasSameScopes(now, latest);
    now = latest;
    offer = offerNow(now);
    if (!isSame) for (const list of changedLists(before, offer)) tell(list);
  };
  const tick = (): void => {
    look()
      .catch((error) => log.warn({ err: error }, 'an open mcp stream could not be checked'))
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

/** Returns the resources of a `subscriptions/listen`. The SDK validates the request. */
export function readSubscribedUris({ params }: Fields): string[] {
  const filter = isFields(params) && isFields(params.notifications) ? params.notifications : {};
  const uris = Array.isArray(filter.resourceSubscriptions) ? filter.resourceSubscriptions : [];
  return uris.filter((uri): uri is string => typeof uri === 'string');
}
