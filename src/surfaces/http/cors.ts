import type { HttpAnswer, PublicRoute, RouteMethod } from './request-response.ts';

/** What an MCP client in a web page sends beside the plain headers; others a page may not send. */
const headersOfPages = 'Content-Type, MCP-Protocol-Version';
/** A browser asks again after this. */
const askedAgainSeconds = 86_400;

const everybody = { 'Access-Control-Allow-Origin': '*' } as const;

/**
 * Lets the pages of any site read what these routes answer (Fetch standard, CORS protocol). Only for what is answered to
 * everybody alike, and to clients that show a secret in the body: no cookie and no `Authorization` of a page goes along.
 */
export function withCors(routes: readonly PublicRoute[]): PublicRoute[] {
  const paths = new Set(routes.map(({ path }) => path));
  return [
    ...routes.map(
      (route): PublicRoute => ({
        ...route,
        async answer(...asked) {
          const answer = await route.answer(...asked);
          return { ...answer, headers: { ...answer.headers, ...everybody } };
        },
      }),
    ),
    ...[...paths].map((path) =>
      preflight(
        path,
        routes.filter((route) => route.path === path).map(({ method }) => method),
      ),
    ),
  ];
}

/** The question of a browser whether a page may send what it is about to. */
function preflight(path: string, methods: readonly RouteMethod[]): PublicRoute {
  const answer: HttpAnswer = {
    status: 204,
    headers: {
      ...everybody,
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': headersOfPages,
      'Access-Control-Max-Age': String(askedAgainSeconds),
    },
    body: null,
  };
  return {
    access: 'public',
    method: 'OPTIONS',
    path,
    envelope: 'v2',
    takes: 'nothing',
    bodyBytesMax: 0,
    answer: async () => answer,
  };
}
