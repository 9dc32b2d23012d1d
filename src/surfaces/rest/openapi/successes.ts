import type { JsonSchema } from '../../../contract/description/json-schema.ts';
import type { DescribedOperation } from './operations/operation.ts';
import { openHeaders, replayedHeader, successHeaders } from './refusals.ts';
import { pascalCase } from './schema-names.ts';

export type SuccessResponses = {
  place(operation: DescribedOperation, placeSchema: (schema: JsonSchema) => JsonSchema): { $ref: string };
  components: Record<string, unknown>;
};

export function successResponses(): SuccessResponses {
  const components: Record<string, { headers: Record<string, unknown>; [field: string]: unknown }> = {};
  const names = new Map<string, string>();
  return {
    components,
    place(operation, placeSchema) {
      const { answer, open, operationId, mediaType = 'application/json' } = operation;
      const schema = answer && placeSchema(answer.schema);
      const headers = open ? openHeaders : successHeaders;
      const key = JSON.stringify([
        schema,
        mediaType,
        open,
        operation.answerHeaders,
        operation.answerSays,
        // For a schema without a name, the example tells whether responses are equal.
        schema && '$ref' in schema ? '' : answer?.example,
      ]);
      let name = names.get(key);
      if (name === undefined) {
        name = freeName(components, schema, operationId);
        names.set(key, name);
        components[name] = {
          description: operation.answerSays ?? 'Done',
          headers: { ...headers, ...operation.answerHeaders },
          ...(answer && { content: { [mediaType]: { schema, example: answer.example } } }),
        };
      }
      // A response replayed for its idempotency key has this header. Reads are never replayed.
      if (!open && operation.method !== 'GET') Object.assign(components[name]!.headers, replayedHeader);
      return { $ref: `#/components/responses/${name}` };
    },
  };
}

function freeName(taken: object, schema: JsonSchema | null, operationId: string): string {
  const own = `${pascalCase(operationId)}Done`;
  if (typeof schema?.$ref !== 'string') return own;
  const name = schema.$ref.split('/').at(-1)!;
  return name in taken ? own : name;
}

/** Operation-specific responses. Equal ones are shared. */
export type OtherResponses = {
  place(operationId: string, others: DescribedOperation['others']): Record<string, unknown>;
  components: Record<string, unknown>;
};

export function otherResponses(operations: readonly DescribedOperation[]): OtherResponses {
  const counts = new Map<string, number>();
  for (const each of operations.flatMap(({ others = {} }) => Object.values(others))) {
    const text = JSON.stringify(each);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  const components: Record<string, unknown> = {};
  return {
    components,
    place(operationId, others = {}) {
      return Object.fromEntries(
        Object.entries(others).map(([status, response]) => {
          const text = JSON.stringify(response);
          if (counts.get(text) === 1) return [status, response];
          const name = names.get(text) ?? pascalCase(operationId) + status;
          names.set(text, name);
          components[name] = response;
          return [status, { $ref: `#/components/responses/${name}` }];
        }),
      );
    },
  };
}
