import type { Engine } from '../../../engine/context/scope.ts';
import { secondMs } from '../../../model/instant.ts';
import type { HttpRequest } from '../request-response.ts';
import { operatorProof } from './metrics-page.ts';

/** Maximum number of listed ids. For more, the operator uses the doctor. */
const pausedListedMax = 20;
const answerWithinMs = secondMs;

export function readinessDetails(
  { store, world: { clock } }: Pick<Engine, 'store' | 'world'>,
  metricsToken: string | null,
): (request: HttpRequest) => Promise<{ sending_paused: string[] } | null> {
  const mayRead = operatorProof(metricsToken);
  return async (request) => {
    if (!mayRead(request)) return null;
    let cancel = (): void => {};
    const tooLate = new Promise<string[]>((resolve) => {
      cancel = clock.after(answerWithinMs, () => resolve([]));
    });
    // An error is ignored, because other checks detect an outage.
    const read = store.organizations.paused(pausedListedMax).catch(() => []);
    const ids = await Promise.race([read, tooLate]);
    cancel();
    return ids.length > 0 ? { sending_paused: ids } : null;
  };
}
