import type { JsonSchema } from '../../../../contract/description/json-schema.ts';
import type { FailureName } from '../../../../model/failure.ts';
import { type DescribedOperation, describeParameters } from './operation.ts';

export const open = {
  version: 'v2',
  method: 'GET',
  open: true,
  parameters: [],
  body: null,
  statuses: [200],
  failures: [] as readonly FailureName[],
} as const;

export const text: JsonSchema = { type: 'string' };

export function objectSchema(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export function pathParameter(name: string, description: string): DescribedOperation['parameters'] {
  return describeParameters('path', { properties: { [name]: { type: 'string', description } } }, {});
}

export const page = (example = '<!doctype html>…') => ({
  mediaType: 'text/html',
  answer: { schema: text, example },
});

export const response = (description: string, mediaType?: string, schema: JsonSchema = text) => ({
  description,
  ...(mediaType !== undefined && { content: { [mediaType]: { schema } } }),
});
