import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  type ContractNames,
  contractNames,
  contractNamesPin,
  sdkPin,
  sdkPromises,
} from '../../scripts/pin-sdk.ts';

test('every method of the SDK keeps its pinned name, request and arguments', () => {
  expect(sdkPromises()).toEqual(JSON.parse(readFileSync(sdkPin, 'utf8')));
});

test('every schema and shared parameter of the contract keeps its pinned name', () => {
  const pinned: ContractNames = JSON.parse(readFileSync(contractNamesPin, 'utf8'));
  expect(contractNames()).toEqual(pinned);
});

test('the contract has no numbered names', () => {
  const { schemas, parameters } = contractNames();
  const numbered = [...schemas, ...parameters].filter((name) => /\d$/.test(name));
  // The version is part of the meaning here.
  expect(numbered).toEqual(['ErrorV1', 'RateLimitedV1']);
});
