import { nonceHeader, proofHeader } from '../../engine/auth/instance-proof.ts';
import type { Outage } from '../../store/outage.ts';
import type { Phase } from './request-pipeline.ts';
import { type HttpRequest, jsonAnswer, jsonHeaders, type PublicRoute } from './request-response.ts';

export function publicPages({
  phase,
  outage,
  details,
  prove,
}: {
  phase: () => Phase;
  outage: Pick<Outage, 'error'>;
  /** Answers the nonce of a program that looks for this instance; null without a nonce. */
  prove: (nonce: unknown) => string | null;
  /** Returns details for the operator; null for other callers or if there are none. */
  details: (request: HttpRequest) => Promise<Readonly<Record<string, unknown>> | null>;
}): PublicRoute[] {
  return [
    healthCheck('/healthz', async ({ headers }) => {
      const proof = prove(headers[nonceHeader]);
      return jsonAnswer(
        200,
        { status: 'alive' },
        proof === null ? jsonHeaders : { ...jsonHeaders, [proofHeader]: proof },
      );
    }),
    healthCheck('/readyz', async (request) => {
      // An unreachable relay does not make the server unready: mail is still accepted and waits.
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
