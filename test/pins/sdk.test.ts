import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sdkPin, sdkPromises } from '../../scripts/pin-sdk.ts';

test('every method of the SDK has its name, its request and its arguments as pinned', () => {
  expect(sdkPromises()).toEqual(JSON.parse(readFileSync(sdkPin, 'utf8')));
});
