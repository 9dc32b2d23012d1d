import { type JsonSchema, toJsonSchema } from '../../../../contract/description/json-schema.ts';
import { operations } from '../../v1/operations.ts';
import { v1Prefix } from '../../v1/routes.ts';
import { pathFields } from '../../v2/read-input.ts';
import { type DescribedOperation, describeParameters } from './operation.ts';

/** v1 was frozen before transactional mail was checked for phishing. */
const contentFailures = ['content_verification_failed', 'content_verification_unavailable'] as const;

export function v1Operations(): DescribedOperation[] {
  return operations.map((operation) => {
    const path = Object.fromEntries(
      pathFields(operation.path).map((name): [string, JsonSchema] => [name, { type: 'string' }]),
    );
    const query = operation.query && toJsonSchema(operation.query, 'input');
    return {
      version: 'v1',
      method: operation.method,
      path: v1Prefix + operation.path,
      operationId: operation.operationId,
      tag: `${operation.tag} (v1)`,
      summary: operation.summary,
      description: 'Frozen; new work uses v2.',
      parameters: [
        ...describeParameters('path', { properties: path }, {}),
        ...(query ? describeParameters('query', query, {}) : []),
      ],
      body: operation.request
        ? {
            schema: toJsonSchema(operation.request, 'input'),
            required: operation.requestOptional !== true,
            example: operation.example.request,
          }
        : null,
      deprecated: true,
      statuses: [200],
      answer: {
        schema: toJsonSchema(operation.response, 'output'),
        example: { success: true, ...operation.example.response },
      },
      failures: [
        ...operation.errors,
        ...(operation.operationId === 'v1SendEmail' ? contentFailures : []),
        ...(Object.keys(path).length === 0 ? [] : ['not_found' as const]),
      ],
    };
  });
}
