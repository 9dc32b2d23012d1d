/**
 * The names that programs depend on: SDK methods, and the contract's operations, schemas and parameters, which are functions and types
 * in the SDK and in generated clients.
 */
import { openApiDocument } from '../../src/surfaces/rest/openapi/document.ts';
import { v1Envelope } from '../../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../../src/surfaces/rest/v2/envelope.ts';
import { catalogue } from '../../tools/index.ts';
import { sdkOperations } from '../sdk/operations.ts';

/** Maps each method with its arguments to the request that it sends. */
export function sdkPromises(): Record<string, string> {
  return Object.fromEntries(
    sdkOperations().map(({ resource, method, http, path, pathFields, input, inputIs, cursor, answerIs }) => [
      `${resource}.${method}(${[...pathFields, ...(input ? [inputIs] : [])].join(', ')})`,
      `${http} ${path}${cursor === null ? '' : ', a list'}${answerIs === 'json' ? '' : `, ${answerIs}`}`,
    ]),
  );
}

export type ContractNames = {
  /** Operation names by path and method. */
  operations: Record<string, Record<string, string>>;
  schemas: string[];
  parameters: string[];
};

/** Returns the names of the contract in alphabetical order. */
export function contractNames(): ContractNames {
  const { paths, components } = openApiDocument({
    catalogue,
    baseUrl: 'https://mail.acme.test',
    version: '0',
    envelopes: { v1: v1Envelope, v2: v2Envelope },
  });
  const namesOnly = (methods: (typeof paths)[string]) =>
    Object.fromEntries(
      Object.entries(methods).map(([method, { operationId }]) => [method, String(operationId)]),
    );
  const operations = Object.entries(paths).map(([path, methods]) => [path, namesOnly(methods)] as const);
  return {
    operations: Object.fromEntries(operations.sort(([a], [b]) => (a < b ? -1 : 1))),
    schemas: Object.keys(components.schemas!).sort(),
    parameters: Object.keys(components.parameters!).sort(),
  };
}
