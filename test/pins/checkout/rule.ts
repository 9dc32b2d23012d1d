import { expect, test } from 'vitest';

/**
 * A rule of this code with its reason. Exceptions are listed next to the rule, each with its own reason; an
 * unneeded exception is a fault too.
 */
export function rule(says: string, why: string, faults: () => Iterable<string>): void {
  test(says, () => {
    const found = [...faults()];
    expect(found.length, `\n\n${found.join('\n')}\n\n${says}: ${why}\n\n`).toBe(0);
  });
}
