import type { HttpAnswer, PublicRoute, RouteMethod } from './request-response.ts';

/** Headers that a page may send besides the safelisted ones; an MCP client in a browser needs them. */
const headersOfPages = 'Content-Type, MCP-Protocol-Version';
const askedAgainSeconds = 86_400;

const anyOrigin = { 'Access-Control-Allow-Origin': '*' } as const;

/** CORS (Fetch standard), for responses equal for all clients: browsers send no cookies or tokens. */
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
