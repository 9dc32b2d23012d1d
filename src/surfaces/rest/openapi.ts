/** Serves `/openapi.json`, the contract of both versions, generated from the catalogue and from v1's own schemas. */

import { inTurns } from '../../concurrency/pieces.ts';
import { Failure } from '../../model/failure.ts';
import { publicPage } from '../http/public-pages.ts';
import type { PublicRoute } from '../http/request-response.ts';
import { readBuiltDocument } from './openapi/built-document.ts';
import { contractPath, openApiPath, partPath } from './openapi/contract-paths.ts';
import { type OpenApiOptions, openApiPieces } from './openapi/document.ts';
import { generatorDocument } from './openapi/generator-document.ts';
import { documentParts, type ListedPart } from './openapi/parts.ts';

export type OpenApi = {
  whole(): string;
  parts(): readonly ListedPart[];
  part(name: string): string | null;
};

/** Reads the contract of the build. From the sources, builds it in pieces, so that the event loop can serve other requests. */
export async function openApi(options: OpenApiOptions): Promise<OpenApi> {
  const document = readBuiltDocument(options.baseUrl) ?? (await inTurns(openApiPieces(options)));
  const whole = once(() => JSON.stringify(generatorDocument(document)));
  const parts = once(() => documentParts(document));
  return {
    whole,
    parts: () => parts().listed,
    part: (name) => parts().text(name),
  };
}

const documentHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
};

export function openApiRoutes(load: () => Promise<OpenApi>): PublicRoute[] {
  const bytes = once(async () => Buffer.from((await load()).whole()));
  const list = once(async () =>
    JSON.stringify({ object: 'list', data: (await load()).parts(), has_more: false }),
  );
  return [
    route(openApiPath, () => bytes()),
    route(contractPath, () => list()),
    route(partPath, async ({ file }) => {
      const name = /^(.+)\.json$/.exec(file!)?.[1];
      const text = name === undefined ? null : (await load()).part(name);
      if (text === null)
        throw new Failure('not_found', { message: `There is no such part; see ${contractPath}` });
      return text;
    }),
  ];
}

function route(
  path: string,
  body: (parameters: Readonly<Record<string, string>>) => Promise<string | Buffer>,
): PublicRoute {
  return publicPage(path, async (_request, _caller, parameters) => ({
    status: 200,
    headers: documentHeaders,
    body: await body(parameters),
  }));
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
