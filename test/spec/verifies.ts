import { test } from 'vitest';
import type { RequirementId } from './requirements.ts';

/**
 * A test that verifies requirements: vitest's `test`, with the ids after its sentence, so that the sentence continues its `describe`.
 *
 * The citation is the call itself: `requirements.test.ts` reads the sources of all tests for it, because test
 * files run in worker processes of their own that share no list. Hence the ids have to be literals:
 * `verifies('tag.get', …)` or `verifies(['tag.get', 'tag.names'], …)`.
 */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  behaviour: string,
  body: () => void | Promise<void>,
): void {
  test(`${behaviour} [${[ids].flat().join(', ')}]`, body);
}

/** The same behaviour through several interfaces: the body runs once for each. */
export function verifiesThrough<Door extends string>(
  ids: RequirementId | readonly RequirementId[],
  doors: readonly Door[],
  behaviour: string,
  body: (door: Door) => void | Promise<void>,
): void {
  for (const door of doors) test(`${behaviour} (${door}) [${[ids].flat().join(', ')}]`, () => body(door));
}

/** Returns the requirement ids cited in the source of a test. */
export function citedIn(source: string): string[] {
  return [...source.matchAll(/\bverifies(?:Through)?\(\s*(\[[^\]]*\]|'[^']*'|"[^"]*")/g)].flatMap(([, ids]) =>
    [...ids!.matchAll(/['"]([^'"]+)['"]/g)].map(([, id]) => id!),
  );
}
