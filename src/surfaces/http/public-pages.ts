import type { Outage } from '../../store/outage.ts';
import type { Phase } from './request-pipeline.ts';
import { type HttpRequest, jsonAnswer, type PublicRoute } from './request-response.ts';

/** Liveness and readiness checks, which need no token. */
export function publicPages({
  phase,
  outage,
  details,
}: {
  phase: () => Phase;
  outage: Pick<Outage, 'error'>;
  /** Returns what only the operator may read; null for other callers, and where there is nothing to say. */
  details: (request: HttpRequest) => Promise<Readonly<Record<string, unknown>> | null>;
}): PublicRoute[] {
  return [
    healthCheck('/healthz', async () => jsonAnswer(200, { status: 'alive' })),
    healthCheck('/readyz', async (request) => {
      // A relay that is down does not count: mail is taken all the same, and waits for it.
      const now = phase() === 'ready' && outage.error !== null ? 'unavailable' : phase();
      if (now !== 'ready') return jsonAnswer(503, { status: now });
      const more = await details(request);
      return jsonAnswer(200, { status: now, ...(more && { details: more }) });
    }),
  ];
}

function healthCheck(path: string, answer: PublicRoute['answer']): PublicRoute {
  return { ...publicPage(path, answer), probe: true };
}

/** Returns a GET route without a token, which answers in every phase of the process. */
export function publicPage(path: string, answer: PublicRoute['answer']): PublicRoute {
  return {
    method: 'GET',
    path,
    access: 'public',
    always: true,
    envelope: 'v2',
    takes: 'nothing',
    bodyBytesMax: 0,
    answer,
  };
}
