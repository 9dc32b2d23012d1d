import type { PublicRoute } from './request-response.ts';

/** A GET without a token that answers in every phase. */
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
