import type { Outage } from '../../store/outage.ts';
import { publicPage } from './public-page.ts';
import type { Phase } from './request-pipeline.ts';
import { jsonAnswer, type PublicRoute } from './request-response.ts';

/** What needs no token: whether the process lives, and whether it takes work. */
export function publicPages({
  phase,
  outage,
}: {
  phase: () => Phase;
  outage: Pick<Outage, 'error'>;
}): PublicRoute[] {
  return [
    healthCheck('/healthz', async () => jsonAnswer(200, { status: 'alive' })),
    healthCheck('/readyz', async () => {
      // A relay that is down does not count: mail is taken all the same, and waits for it.
      const now = phase() === 'ready' && outage.error !== null ? 'unavailable' : phase();
      return jsonAnswer(now === 'ready' ? 200 : 503, { status: now });
    }),
  ];
}

function healthCheck(path: string, answer: PublicRoute['answer']): PublicRoute {
  return { ...publicPage(path, answer), probe: true };
}
