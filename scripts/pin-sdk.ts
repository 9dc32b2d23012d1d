/**
 * Pins the methods of the SDK: `npx node scripts/pin-sdk.ts` adds new ones. What is pinned already it never changes, because a
 * program that calls a method must find it after an update, whatever its tool is called then.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { sdkOperations } from './sdk/operations.ts';

export const sdkPin = new URL('../test/pins/sdk.json', import.meta.url);

/** By method: the request it makes, and what it takes before its options. */
export function sdkPromises(): Record<string, string> {
  return Object.fromEntries(
    sdkOperations().map(({ resource, method, http, path, pathFields, input, inputIs, cursor, answerIs }) => [
      `${resource}.${method}(${[...pathFields, ...(input ? [inputIs] : [])].join(', ')})`,
      `${http} ${path}${cursor === null ? '' : ', a list'}${answerIs === 'json' ? '' : `, ${answerIs}`}`,
    ]),
  );
}

if (import.meta.main) {
  const pinned = JSON.parse(readFileSync(sdkPin, 'utf8')) as Record<string, string>;
  writeFileSync(sdkPin, `${JSON.stringify({ ...sdkPromises(), ...pinned }, null, 2)}\n`);
}
