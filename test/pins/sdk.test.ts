import { expect, test } from 'vitest';
import { contractNames, sdkPromises } from '../../scripts/pins/contract-names.ts';
import contractNamesPin from './contract-names.json' with { type: 'json' };
import sdkPin from './sdk.json' with { type: 'json' };

const names = contractNames();

test('every method of the SDK keeps its pinned name, request and arguments', () => {
  expect(sdkPromises()).toEqual(sdkPin);
});

test('every operation, schema and shared parameter of the contract keeps its pinned name', () => {
  expect(names).toEqual(contractNamesPin);
});

test('the contract has no numbered names', () => {
  const numbered = [...names.schemas, ...names.parameters].filter((name) => /\d$/.test(name));
  // The version is part of the meaning here.
  expect(numbered).toEqual(['ErrorV1', 'RateLimitedV1']);
});
