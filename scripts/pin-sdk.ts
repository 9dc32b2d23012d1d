/**
 * Pins the names that programs depend on: SDK methods, and contract schemas, which are types in the SDK and in generated clients.
 * `npx node scripts/pin-sdk.ts` adds new names. It never changes existing entries, because programs must still find them after an
 * update, even if a tool is renamed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../src/surfaces/rest/openapi/document.ts';
import { v1Envelope } from '../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../src/surfaces/rest/v2/envelope.ts';
import { catalogue } from '../tools/index.ts';
import { sdkOperations } from './sdk/operations.ts';

export const sdkPin = new URL('../test/pins/sdk.json', import.meta.url);
export const contractNamesPin = new URL('../test/pins/contract-names.json', import.meta.url);

/** Maps each method with its arguments to the request that it sends. */
export function sdkPromises(): Record<string, string> {
  return Object.fromEntries(
    sdkOperations().map(({ resource, method, http, path, pathFields, input, inputIs, cursor, answerIs }) => [
      `${resource}.${method}(${[...pathFields, ...(input ? [inputIs] : [])].join(', ')})`,
      `${http} ${path}${cursor === null ? '' : ', a list'}${answerIs === 'json' ? '' : `, ${answerIs}`}`,
    ]),
  );
}

export type ContractNames = Record<'schemas' | 'parameters', string[]>;

/** Returns the referable names of the contract in alphabetical order. */
export function contractNames(): ContractNames {
  const { components } = openApiDocument({
    catalogue,
    baseUrl: 'https://mail.acme.test',
    version: '0',
    envelopes: { v1: v1Envelope, v2: v2Envelope },
  });
  return {
    schemas: Object.keys(components.schemas!).sort(),
    parameters: Object.keys(components.parameters!).sort(),
  };
}

function read<Pinned>(pin: URL): Pinned {
  return JSON.parse(readFileSync(pin, 'utf8')) as Pinned;
}

function write(pin: URL, promises: unknown): void {
  writeFileSync(pin, `${JSON.stringify(promises, null, 2)}\n`);
}

if (import.meta.main) {
  write(sdkPin, { ...sdkPromises(), ...read<Record<string, string>>(sdkPin) });
  const [pinned, now] = [read<ContractNames>(contractNamesPin), contractNames()];
  const all = (kind: keyof ContractNames) => [...new Set([...pinned[kind], ...now[kind]])].sort();
  write(contractNamesPin, { schemas: all('schemas'), parameters: all('parameters') });
}
