import type { OpenApiDocument } from './document.ts';
import { usedComponents } from './parts.ts';

type Part = Record<string, unknown>;
type Parts = Record<string, Part>;

/** Headers of every response, which the `4XX` responses describe too. */
const everywhere: ReadonlySet<string> = new Set(['X-Request-Id', 'RateLimit']);

/**
 * Returns the whole contract without the details that client generators do not read: code samples, examples, and
 * the headers of every response. The parts of the contract keep them for readers.
 */
export function generatorDocument(document: OpenApiDocument): OpenApiDocument {
  const { responses, parameters, headers, securitySchemes, ...components } = document.components;
  const repeated = repeatedResponses(document);
  const lean = mapValues(responses as Parts, leanResponse);
  const operation = ({ 'x-codeSamples': _, ...rest }: Part): Part => ({
    ...rest,
    ...(rest.parameters !== undefined && { parameters: (rest.parameters as Part[]).map(withoutExample) }),
    ...(rest.requestBody !== undefined && { requestBody: withLeanContent(rest.requestBody as Part) }),
    responses: mapValues(rest.responses as Parts, (response) => {
      if (typeof response.$ref !== 'string') return leanResponse(response);
      return repeated.has(response.$ref) ? response : lean[response.$ref.split('/').at(-1)!]!;
    }),
  });
  const operations = (paths: Record<string, Part>) =>
    mapValues(paths, (methods) => mapValues(methods as Parts, operation));
  const here = {
    paths: operations(document.paths) as OpenApiDocument['paths'],
    ...(document.webhooks && { webhooks: operations(document.webhooks) }),
  };
  const used = usedComponents(here, {
    ...components,
    parameters: mapValues(parameters as Parts, withoutExample),
    headers: mapValues(headers as Parts, withoutExample),
    responses: lean,
  });
  return { ...document, ...here, components: { ...used, securitySchemes: securitySchemes! } };
}

/** Returns the references to responses that several operations share. Inlining all other responses makes the document smaller. */
function repeatedResponses({ paths, webhooks }: OpenApiDocument): Set<string> {
  const once = new Set<string>();
  const repeated = new Set<string>();
  for (const [, reference] of JSON.stringify([paths, webhooks]).matchAll(
    /"(#\/components\/responses\/[^"]+)"/g,
  )) {
    if (once.has(reference!)) repeated.add(reference!);
    once.add(reference!);
  }
  return repeated;
}

function leanResponse(response: Part): Part {
  const { headers = {}, ...rest } = withLeanContent(response) as Part & { headers?: Part };
  // A `4XX` names the headers of every response.
  const kept = 'RateLimit-Policy' in headers ? headers : without(headers, everywhere);
  return { ...rest, ...(Object.keys(kept).length > 0 && { headers: kept }) };
}

function withLeanContent(part: Part): Part {
  if (part.content === undefined) return part;
  return { ...part, content: mapValues(part.content as Parts, withoutExample) };
}

const exampleNames: ReadonlySet<string> = new Set(['example', 'examples']);

function withoutExample(part: Part): Part {
  return without(part, exampleNames);
}

function without(part: Part, names: ReadonlySet<string>): Part {
  return Object.fromEntries(Object.entries(part).filter(([name]) => !names.has(name)));
}

function mapValues<Value, Result>(
  all: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, change(value)]));
}
