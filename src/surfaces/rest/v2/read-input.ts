import { inputSchema, type JsonSchema } from '../../../contract/description/json-schema.ts';
import type { RestBinding, Tool } from '../../../contract/tool.ts';
import { type FieldFault, invalidField, invalidFields } from '../../../model/failure.ts';
import type { HttpRequest, PathParameters } from '../../http/request-response.ts';
import { valuesByName } from '../../http/request-response.ts';

export type InputReader = (request: HttpRequest, path: PathParameters) => unknown;

type Kind = { kind: 'text' | 'number' | 'boolean' | 'json' } | { kind: 'list'; of: Kind; orText: boolean };

/**
 * Builds the input reader of a route. Path, query, headers and body become the input that the tool validates.
 *
 * - Fields of the path or a header are unknown in body and query. A body field overrides the same query
 *   field.
 * - An object in a query is written as JSON.
 * - GET and DELETE accept every field in the query. Other methods accept only switches (`triggerWorkflows`,
 *   `dry_run`), because URLs are written to logs.
 *
 * @throws Failure validation_error with each unknown or repeated query parameter
 */
export function inputReader(tool: Tool, binding: RestBinding, route: string): InputReader {
  const properties = (inputSchema(tool).properties ?? {}) as Record<string, JsonSchema>;
  const elsewhere = new Set([...pathFields(route), ...Object.values(binding.headers ?? {})]);
  const kinds = new Map(queryFields(tool, binding, route).map((name) => [name, kindOf(properties[name]!)]));
  const inPath = pathFields(route).map((name) => [name, kindOf(properties[name] ?? {})] as const);
  const headers = Object.entries(binding.headers ?? {});
  const takesBody = !route.startsWith('GET ');
  const { bytesAs } = binding;
  const simple = elsewhere.size === 0 && binding.bodyAs === undefined && bytesAs === undefined;

  return (request, path) => {
    const body = takesBody ? request.json : {};
    if (simple && !request.hasQuery) return body;
    const input: Record<string, unknown> = request.hasQuery ? readQuery(request.query, kinds) : {};
    if (bytesAs !== undefined) input[bytesAs] = (request.body ?? Buffer.alloc(0)).toString('base64');
    else if (binding.bodyAs !== undefined) input[binding.bodyAs] = body;
    else addBody(input, body, elsewhere);
    for (const [header, field] of headers) {
      const sent = request.headers[header];
      if (sent !== undefined) input[field] = sent;
    }
    for (const [name, kind] of inPath) input[name] = valueFrom(path[name]!, kind);
    return input;
  };
}

export function queryFields(tool: Tool, binding: RestBinding, route: string): string[] {
  const elsewhere = new Set([
    ...pathFields(route),
    ...Object.values(binding.headers ?? {}),
    binding.bodyAs,
    binding.bytesAs,
  ]);
  const open = route.startsWith('GET ') || route.startsWith('DELETE ');
  return Object.entries((inputSchema(tool).properties ?? {}) as Record<string, JsonSchema>)
    .filter(([name, property]) => !elsewhere.has(name) && (open || kindOf(property).kind === 'boolean'))
    .map(([name]) => name);
}

/** `POST /emails/{id}/retry` -> `['id']` */
export function pathFields(route: string): string[] {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

function addBody(input: Record<string, unknown>, body: unknown, elsewhere: ReadonlySet<string>): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidField('', 'must be an object');
  }
  const faults: FieldFault[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (elsewhere.has(name)) faults.push(unknownField(name));
    else input[name] = value;
  }
  if (faults.length > 0) throw invalidFields(faults);
}

function readQuery(query: URLSearchParams, kinds: ReadonlyMap<string, Kind>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const faults: FieldFault[] = [];
  for (const [name, values] of valuesByName(query)) {
    const kind = kinds.get(name);
    if (!kind) faults.push(unknownField(name));
    else if (kind.kind === 'list') input[name] = listFrom(values, kind);
    else if (values.length > 1)
      faults.push({ path: name, code: 'invalid', message: 'is given more than once' });
    else input[name] = valueFrom(values[0]!, kind);
  }
  if (faults.length > 0) throw invalidFields(faults.slice(0, faultsMax));
  return input;
}

const faultsMax = 20;

function unknownField(path: string): FieldFault {
  return { path, code: 'unknown_field', message: 'is not a field of this request' };
}

/** Reads a list from repeated parameters, commas, or both. */
function listFrom(values: readonly string[], { of, orText }: Kind & { kind: 'list' }): unknown {
  if (orText && values.length === 1) return values[0];
  return values.flatMap((value) => value.split(',')).map((value) => valueFrom(value, of));
}

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/;

/** An unreadable value stays a string, and the tool's schema reports the error. */
function valueFrom(text: string, { kind }: Kind): unknown {
  if (kind === 'number' && decimal.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === '1')) return true;
  if (kind === 'boolean' && (text === 'false' || text === '0')) return false;
  return kind === 'json' ? jsonFrom(text) : text;
}

function jsonFrom(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function kindOf(schema: JsonSchema): Kind {
  const forms = formsOf(schema);
  const list = forms.find(({ type }) => type === 'array');
  if (list) {
    const orText = forms.some(({ type }) => type === 'string');
    return { kind: 'list', of: kindOf((list.items ?? {}) as JsonSchema), orText };
  }
  const types = new Set(forms.map(({ type }) => type));
  if (types.has('string')) return { kind: 'text' };
  if (types.has('integer') || types.has('number')) return { kind: 'number' };
  if (types.has('object')) return { kind: 'json' };
  return types.has('boolean') ? { kind: 'boolean' } : { kind: 'text' };
}

/** Returns the alternatives of a schema: nested `anyOf` or `oneOf`, or a list of types. */
function formsOf(schema: JsonSchema): JsonSchema[] {
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (alternatives) return alternatives.flatMap(formsOf);
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
}
