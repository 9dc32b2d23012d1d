import { describe, expect, test } from 'vitest';
import { randomRuns, seededRandom } from '../world/simulated/random.ts';
import { keptShapes } from './kept-shapes.ts';
import { isRefusal, type Reader, readers } from './readers.ts';
import { anyShape, textOf } from './shapes.ts';

const shapesEach = randomRuns(80);
const shapeCharacters = 2_000;
const seed = Number(process.env.SEED ?? 20_261_123);

/** Reports whether the reader returned a result or a refusal. */
async function outcome({ read }: Reader, text: string): Promise<'answered' | 'refused'> {
  try {
    await read(text);
    return 'answered';
  } catch (error) {
    if (isRefusal(error)) return 'refused';
    throw error;
  }
}

function readerNamed(name: string): Reader {
  const found = readers.find((reader) => reader.name === name);
  if (found === undefined) throw new Error(`There is no reader "${name}"`);
  return found;
}

describe('a parser of untrusted text', () => {
  test.each(readers.map((reader) => [reader.name, reader] as const))(
    `parses or rejects every random text: %s (seed ${seed})`,
    async (_, reader) => {
      const random = seededRandom(seed);
      for (let count = 0; count < shapesEach; count += 1) {
        const shape = anyShape(reader.units, random);
        const text = textOf(shape, Math.min(shapeCharacters, reader.charactersMax));
        await expect(outcome(reader, text), JSON.stringify(shape)).resolves.toBeDefined();
      }
    },
  );

  test.each(keptShapes)('takes linear time for its longest text: $reader, where $why', async (kept) => {
    const reader = readerNamed(kept.reader);
    const text = textOf(kept, reader.charactersMax);
    for (let time = 0; time < (kept.times ?? 1); time += 1) {
      expect(await outcome(reader, text)).toBeDefined();
    }
  });

  test('has a unique name', () => {
    expect(new Set(readers.map(({ name }) => name)).size).toBe(readers.length);
  });
});
