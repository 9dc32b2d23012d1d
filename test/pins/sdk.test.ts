import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type ContractNames,
  contractNames,
  contractNamesPin,
  sdkPin,
  sdkPromises,
} from '../../scripts/pin-sdk.ts';

test('every method of the SDK has its name, its request and its arguments as pinned', () => {
  expect(sdkPromises()).toEqual(JSON.parse(readFileSync(sdkPin, 'utf8')));
});

test('every schema and shared parameter of the contract has its name as pinned', () => {
  const pinned: ContractNames = JSON.parse(readFileSync(contractNamesPin, 'utf8'));
  expect(contractNames()).toEqual(pinned);
});

test('no name of the contract is made by counting', () => {
  const { schemas, parameters } = contractNames();
  const numbered = [...schemas, ...parameters].filter((name) => /\d$/.test(name));
  // The version is a part of what it names.
  expect(numbered).toEqual(['ErrorV1', 'RateLimitedV1']);
});
