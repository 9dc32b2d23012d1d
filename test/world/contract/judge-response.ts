import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Described, readContract } from './contract.ts';

/** A request of a test and its response. */
export type Exchange = {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  /** Parsed JSON, or text. */
  body: unknown;
};

/** Compares responses with the contract. */
export type ResponseJudge = {
  /** @returns the first violation of the contract, or null */
  judge(exchange: Exchange): string | null;
};

let shared: ResponseJudge | undefined;

/** The judge of this process. Loading the contract and compiling its schemas happens once, on first use. */
export function judgeResponse(exchange: Exchange): string | null {
  shared ??= responseJudge(readContract());
  return shared.judge(exchange);
}

export function responseJudge(document: Described): ResponseJudge {
  const findPath = pathFinder(Object.keys(document.paths));
  const resolved = (value: Described): Described => {
    if (typeof value?.$ref !== 'string') return value;
    return resolved(
      value.$ref
        .slice(2)
        .split('/')
        .reduce((inside: Described, step: string) => inside[step], document),
    );
  };
  const validate = validator(resolved);

  return {
    judge({ method, path, status, headers, body }) {
      const [plain] = path.split('?') as [string];
      const template = findPath(plain);
      const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
      const operation = template === null ? undefined : document.paths[template][asked];
      if (!operation) return unknownOperation(document, validate, plain, status, body);
      const family = `${Math.floor(status / 100)}XX`;
      const response = resolved(operation.responses[status] ?? operation.responses[family]);
      if (!response) return `there is no answer ${status} of ${asked} ${template}`;
      if (!headers.has('x-request-id')) return 'it has no X-Request-Id';
      for (const name of ['retry-after', 'idempotent-replayed', 'location', 'www-authenticate']) {
        const described = Object.keys(response.headers ?? {}).some((each) => each.toLowerCase() === name);
        const isOf = name === 'retry-after' ? status >= 400 : true;
        if (headers.has(name) && isOf && !described && name !== 'www-authenticate') {
          return `the answer ${status} of ${asked} ${template} has no header ${name}`;
        }
      }
      if (method === 'HEAD' || body === '') return null;
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      const content = response.content?.[type];
      if (!content)
        return `the answer ${status} of ${asked} ${template} is never ${type || 'without a type'}`;
      if (!type.endsWith('json')) return null;
      // The protocol itself describes JSON-RPC messages.
      if (template === '/mcp' && isJsonRpc(body)) return null;
      return nameFault(content, body) ?? validate(content.schema, body);
    },
  };
}

function isJsonRpc(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'jsonrpc' in body;
}

/** An unserved path or method may only be refused. */
function unknownOperation(
  document: Described,
  validate: (schema: Described, value: unknown) => string | null,
  path: string,
  status: number,
  body: unknown,
): string | null {
  // A preflight, a page tested without its platform, or a path that a test adds.
  if (status < 400 || typeof body === 'string')
    return status === 404 || status >= 200 ? null : 'it is no answer';
  const { Error: v2, ErrorV1, RateLimitedV1 } = document.components.schemas;
  return validate(path.startsWith('/api/v1/') ? { anyOf: [ErrorV1, RateLimitedV1] } : v2, body);
}

/** A refusal must be one of the operation's examples. */
function nameFault({ examples }: Described, body: unknown): string | null {
  if (!examples) return null;
  const { name, error } = body as { name?: string; error?: string };
  const refused = name ?? error ?? 'rate_limit_exceeded';
  return refused in examples
    ? null
    : `its refusals here are ${Object.keys(examples).join(', ')}, not ${refused}`;
}

/** Maps a path to its template, preferring templates without parameters. */
function pathFinder(templates: readonly string[]): (path: string) => string | null {
  const patterns = templates
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      parameters: template.split('{').length,
    }))
    .sort((a, b) => a.parameters - b.parameters);
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.template ?? null;
}

function validator(resolved: (value: Described) => Described) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  const compiled = new WeakMap<object, ValidateFunction>();
  const closed = closer(resolved);
  return (schema: Described, value: unknown): string | null => {
    let validate = compiled.get(schema);
    if (!validate) {
      validate = ajv.compile(closed(schema));
      compiled.set(schema, validate);
    }
    if (validate(value)) return null;
    const { instancePath, message, params } = validate.errors![0]!;
    return `its body${instancePath} ${message} ${JSON.stringify(params)}`;
  };
}

/**
 * Closes a schema and its references against extra fields: the contract leaves responses open for later
 * versions, but this version returns only described fields.
 */
function closer(resolved: (value: Described) => Described): (schema: Described) => Described {
  const closed = (given: Described): Described => {
    if (Array.isArray(given)) return given.map(closed);
    if (typeof given !== 'object' || given === null) return given;
    const schema = flattened(resolved(given), resolved);
    const inside = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (key === 'properties') {
          return [
            key,
            Object.fromEntries(
              Object.entries(value as object).map(([name, property]) => [name, closed(property)]),
            ),
          ];
        }
        return [key, schemasInside.has(key) ? closed(value) : value];
      }),
    );
    if (!inside.properties || 'additionalProperties' in inside) return inside;
    return { ...inside, additionalProperties: false };
  };
  return closed;
}

const schemasInside = new Set(['items', 'anyOf', 'oneOf', 'additionalProperties', 'prefixItems']);

function flattened({ allOf, ...schema }: Described, resolved: (value: Described) => Described): Described {
  if (!allOf) return schema;
  const parts = allOf.map((part: Described) => flattened(resolved(part), resolved));
  return {
    ...schema,
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }: Described) => properties)),
    required: parts.flatMap(({ required = [] }: Described) => required),
  };
}
