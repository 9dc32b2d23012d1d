import type { Subscriptions } from '../protocol/sdk-server.ts';
import { InvalidParams } from '../protocol/server-definition.ts';
import { type Watch, type WatchOptions, watchedUrisMax, watchResources } from './watch-resources.ts';

type Subscribed = Subscriptions & {
  uris(): readonly string[];
  /** Reports every resource once, because changes in between went unnoticed. Returns false at the limit of watches. */
  takeUp(): boolean;
};

/** Uses a single watch, because a new one would lose changes. A subscription resumes a failed watch. */
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
        throw new InvalidParams('Too many resources are watched already; poll the resource instead');
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

export function refuseTooMany(uris: readonly string[]): void {
  if (new Set(uris).size <= watchedUrisMax) return;
  throw new InvalidParams(
    `You can watch at most ${watchedUrisMax} resources at once; unsubscribe from one first`,
  );
}
