import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src/world/spare-memory.ts', import.meta.url));

/** Pages of what it may have already are taken when they are needed. */
const grownByPagesMb = 10;

/** A process of its own, because its heap must not have grown before. @returns MB that its young generation has grown by */
function grownBy(sparing: boolean): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { systemSpareMemory } from ${JSON.stringify(source)};
    const youngMb = () => getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size / 1048576;
    const spareMemory = systemSpareMemory();
    let kept = [];
    const work = async () => {
      for (let each = 0; each < 1_000_000; each += 1) {
        kept.push({ each, text: 'text ' + each });
        if (kept.length === 100_000) kept = [];
      }
    };
    const before = youngMb();
    await (${sparing} ? spareMemory(work) : work());
    console.log(youngMb() - before);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
}

describe('work that spares memory', () => {
  it('leaves the young generation as large as it may be already', () => {
    expect(grownBy(false)).toBeGreaterThan(grownByPagesMb);
    expect(grownBy(true)).toBeLessThan(grownByPagesMb);
  });
});
