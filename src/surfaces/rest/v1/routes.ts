import type { z } from 'zod';
import type { invoke } from '../../../contract/invoke.ts';
import type { Tool } from '../../../contract/tool.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import type { Failure } from '../../../model/failure.ts';
import { listeningTo } from '../../http/request-context.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  jsonAnswer,
  jsonBytesMax,
  jsonHeaders,
  type PathParameters,
  type Route,
  valuesByName,
} from '../../http/request-response.ts';
import { errorBody, FieldRefused, inV1Words, isRefusal } from './envelope.ts';
import { operations } from './operations.ts';
import type { Operation } from './translation.ts';

export const v1Prefix = '/api/v1';

type Means = { engine: Engine; catalogue: readonly Tool[]; invoke: typeof invoke };

/** Only request rate limits have another format, not a token's sending cap, which has details. */
export function v1Envelope(failure: Failure, rateLimitDocs: string): Record<string, unknown> {
  if (failure.failure === 'rate_limit_exceeded' && failure.details === undefined) {
    return { message: 'Too many requests', docs: rateLimitDocs };
  }
  return errorBody(failure);
}

/**
 * REST v1, frozen. It owns copies of its schemas and lists every response field. At run time the folder
 * imports nothing from `model`, `contract` or `tools`. The transcripts in `test/pins/v1` pin the exact bytes.
 */
export function v1Routes({ engine, catalogue, invoke }: Means): Route[] {
  return operations.map((operation): Route => {
    const tool = catalogue.find(({ name }) => name === operation.tool);
    if (!tool) throw new Error(`v1 stands on ${operation.tool}, which the catalogue does not have`);
    return {
      method: operation.method,
      path: v1Prefix + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      envelope: 'v1',
      takes: operation.request ? 'json' : 'nothing',
      bodyBytesMax: jsonBytesMax,
      access: 'token',
      door: 'v1',
      async answer(request, caller, parameters) {
        try {
          const input = operation.toInput(decode(operation, request, parameters));
          const { output, replayed } = await invoke(
            engine,
            tool,
            caller,
            input,
            request.idempotency,
            listeningTo(request, tool),
          );
          const headers = replayed ? { ...jsonHeaders, 'Idempotent-Replayed': 'true' } : jsonHeaders;
          return jsonAnswer(200, { success: true, ...operation.toBody(output) }, headers);
        } catch (error) {
          return refusal(operation, error);
        }
      },
    };
  });
}

function decode(operation: Operation, request: HttpRequest, path: PathParameters) {
  return {
    path,
    query: operation.query && read(operation.query, queryFields(request.query)),
    body: operation.request && read(operation.request, request.json),
  };
}

function read(schema: NonNullable<Operation['query']>, input: unknown): unknown {
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) throw firstFault(result.error);
  return result.data;
}

function queryFields(query: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, values] of valuesByName(query)) {
    fields[name] = values.length === 1 ? values[0]! : values;
  }
  return fields;
}

/** Handles errors with v1's own messages. The request pipeline handles all others. */
function refusal(operation: Operation, error: unknown): HttpAnswer {
  const refusal = isRefusal(error) ? inV1Words(error, operation.fieldNames ?? {}) : null;
  if (!(refusal instanceof FieldRefused)) throw error;
  return jsonAnswer(refusal.status, errorBody(refusal));
}

function firstFault(error: z.ZodError): FieldRefused {
  const issue = error.issues[0]!;
  return new FieldRefused(pathText(issue.path), sentenceOf(issue));
}

/** `['tags', 3]` -> `tags[3]` */
function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text;
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.minimum === 1 && unit(issue.origin) !== ''
        ? 'must not be empty'
        : `must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`;
    case 'custom':
    case 'invalid_union':
      return issue.message;
    default:
      return 'has a form that is not allowed here';
  }
}

const kinds: Record<string, string> = {
  object: 'an object',
  record: 'an object',
  array: 'an array',
  int: 'a whole number',
  number: 'a whole number',
  string: 'a string',
  boolean: 'true or false',
};

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
