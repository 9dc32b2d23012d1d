/**
 * Pins what programs call things by: the methods of the SDK, and the schemas of the contract, which are types in the SDK and in
 * generated clients. `npx node scripts/pin-sdk.ts` adds new ones. What is pinned already it never changes, because a program must
 * find it after an update, whatever its tool is called then.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../src/surfaces/rest/openapi/document.ts';
import { v1Envelope } from '../src/surfaces/rest/v1/routes.ts';
import { v2Envelope } from '../src/surfaces/rest/v2/envelope.ts';
import { catalogue } from '../tools/index.ts';
import { sdkOperations } from './sdk/operations.ts';

export const sdkPin = new URL('../test/pins/sdk.json', import.meta.url);
export const contractNamesPin = new URL('../test/pins/contract-names.json', import.meta.url);

/** By method: the request it makes, and what it takes before its options. */
export function sdkPromises(): Record<string, string> {
  return Object.fromEntries(
    sdkOperations().map(({ resource, method, http, path, pathFields, input, inputIs, cursor, answerIs }) => [
      `${resource}.${method}(${[...pathFields, ...(input ? [inputIs] : [])].join(', ')})`,
      `${http} ${path}${cursor === null ? '' : ', a list'}${answerIs === 'json' ? '' : `, ${answerIs}`}`,
    ]),
  );
}

export type ContractNames = Record<'schemas' | 'parameters', string[]>;

/** What can be referred to in the contract, in alphabetical order. */
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
