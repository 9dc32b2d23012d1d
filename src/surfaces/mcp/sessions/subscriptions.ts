import type { Subscriptions } from '../protocol/sdk-server.ts';
import { InvalidParams } from '../protocol/server-definition.ts';
import { type Watch, type WatchOptions, watchedUrisMax, watchResources } from './watch-resources.ts';

/** What one connection is notified of, and how it comes back from a watch that ended. */
type Subscribed = Subscriptions & {
  uris(): readonly string[];
  /**
   * Watches everything again after a watch that ended, and reports each resource once, since changes meanwhile were not
   * seen. False when there is no room for it now.
   */
  takeUp(): boolean;
};

/**
 * What one connection asked to be notified of (`resources/subscribe`), in one watch that is kept while the connection
 * lives: a new one for each subscription would forget what the others had seen, and lose a change in between. When looks
 * fail again and again the watch ends, and the next subscription takes all of them up again.
 */
export function subscriptionsIn(options: Omit<WatchOptions, 'uris'>): Subscribed {
  const wanted = new Set<string>();
  let watch: Watch | null = null;
  const watching = (): Watch | null => {
    watch ??= watchResources({
      ...options,
      uris: [],
      onEnd(why) {
        watch = null;
        options.onEnd?.(why);
      },
    });
    return watch;
  };
  const takeUp = (): boolean => {
    if (watch || options.signal.aborted) return true;
    const next = watching();
    for (const uri of wanted) {
      if (!next?.add(uri)) return false;
      options.onChange(uri);
    }
    return true;
  };
  return {
    uris: () => [...wanted],
    add(uri) {
      takeUp();
      if (!watching()?.add(uri)) {
        refuseTooMany([...wanted, uri]);
        throw new InvalidParams('Too much is watched here already; read the resource now and then');
      }
      wanted.add(uri);
    },
    remove(uri) {
      wanted.delete(uri);
      watch?.remove(uri);
    },
    takeUp,
  };
}

/** @throws InvalidParams when one connection or stream would be notified of more resources than it may */
export function refuseTooMany(uris: readonly string[]): void {
  if (new Set(uris).size <= watchedUrisMax) return;
  throw new InvalidParams(
    `At most ${watchedUrisMax} resources are watched at once; unsubscribe from one first`,
  );
}
