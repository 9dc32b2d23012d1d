import type { HttpAnswer, PublicRoute, RouteMethod } from './request-response.ts';

/** What an MCP client in a web page sends beside the plain headers; others a page may not send. */
const headersOfPages = 'Content-Type, MCP-Protocol-Version';
/** A browser asks again after this. */
const askedAgainSeconds = 86_400;

const anyOrigin = { 'Access-Control-Allow-Origin': '*' } as const;

/**
 * Lets the pages of any site read what these routes answer (Fetch standard, CORS protocol). Only for answers that are the
 * same for every client, and for clients that show a secret in the body: a page's cookies and `Authorization` are not sent.
 */
export function withCors(routes: readonly PublicRoute[]): PublicRoute[] {
  const paths = new Set(routes.map(({ path }) => path));
  return [
    ...routes.map(
      (route): PublicRoute => ({
        ...route,
        async answer(...asked) {
          const answer = await route.answer(...asked);
          return { ...answer, headers: { ...answer.headers, ...anyOrigin } };
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
      ...anyOrigin,
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
