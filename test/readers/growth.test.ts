import { describe, expect, test } from 'vitest';
import { type NamedShape, namedShapes } from './named-shapes.ts';
import { isRefusal, type Reader, readers } from './readers.ts';
import { textOf } from './shapes.ts';

/**
 * Characters. The longest texts rendered and verified on the event loop are about as long as the last one.
 */
const lengths = [1_000, 4_000, 15_800] as const;
/** Characters of mail with thousands of links, which a child process verifies. */
const longLengths = [4_000, 50_000, 190_000] as const;

/**
 * Time grows with the length to this power at most. Linear readers have 1, and quadratic ones 2.
 */
const exponentMax = 1.5;

/**
 * Readers faster than this many plain passes over the text are harmless, and too fast for their growth to be
 * measured.
 */
const passesMin = 40;

/**
 * Rounds that measure suspicious growth again, short and long text in turn. The fastest time of each counts.
 */
const rounds = 10;

/** Each steep shape takes seconds to measure, so only the first few are reported. */
const reportedMax = 3;

/**
 * The inliner compares each rule of a stylesheet with each element. `Rendering` leaves stylesheets of more than 4,000
 * characters to a child process, and the comparisons are counted.
 */
const productsByDesign: ReadonlySet<string> = new Set([
  'stylesheets, rendered',
  'stylesheets of many elements, rendered',
]);

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Returns the shorter of two times: other processes lengthen only the elapsed time, and the threads that collect garbage and
 * compile lengthen only the processor time.
 */
async function timeOf({ read }: Pick<Reader, 'read'>, text: string): Promise<number> {
  const before = processorMs();
  const began = performance.now();
  try {
    await read(text);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  return Math.min(performance.now() - began, processorMs() - before);
}

/** Unit of time on this machine at this moment: one linear pass over a text. */
const plainPass = { read: (text: string) => text.replace(/[^ ]/g, 'b').length };

async function quickest(reader: Pick<Reader, 'read'>, text: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timeOf(reader, text));
  return Math.min(...times);
}

function exponent(times: readonly [number, number], texts: readonly [string, string]): number {
  return Math.log(times[1] / times[0]) / Math.log(texts[1].length / texts[0].length);
}

/**
 * Shares of the lengths at which steep growth is measured again. Each measurement must be steep, because another program or a garbage
 * collection that slows one measurement looks like steep growth.
 */
const confirmedAt = [1, 0.75, 0.9, 0.6];

/** Returns the growth of a reader's time with the length of a shape: the smallest of all measurements if the first is steep. */
async function growthOf(
  reader: Reader,
  shape: NamedShape,
  floorMs: number,
  three: readonly [number, number, number] = lengths,
): Promise<number> {
  let grown = await measureGrowth(reader, shape, floorMs, three);
  for (const share of confirmedAt) {
    if (grown <= exponentMax) break;
    const shorter = three.map((characters) => Math.round(characters * share));
    const charactersMax = Math.round(reader.charactersMax * share);
    const again = await measureGrowth(
      { ...reader, charactersMax },
      shape,
      0,
      shorter as [number, number, number],
    );
    grown = Math.min(grown, again);
  }
  return grown;
}

/** The growth from a middle text to the longest; 0 where both are quick. */
async function measureGrowth(
  reader: Reader,
  shape: NamedShape,
  floorMs: number,
  three: readonly [number, number, number],
): Promise<number> {
  const [short, middle, long] = three.map((characters) =>
    textOf(shape, Math.min(characters, (reader.charactersMax * characters) / three[2])),
  ) as [string, string, string];
  // The short text is for the compiler: the first call of a reader is its slowest.
  await timeOf(reader, short);
  const first = await timeOf(reader, long);
  if (first <= floorMs) return 0;
  let times: [number, number] = [await timeOf(reader, middle), first];
  for (let round = 0; times[1] > floorMs && round < rounds; round += 1) {
    const grown = exponent(times, [middle, long]);
    if (grown <= exponentMax) return grown;
    times = [
      Math.min(times[0], await timeOf(reader, middle)),
      Math.min(times[1], await timeOf(reader, long)),
    ];
  }
  return times[1] <= floorMs ? 0 : exponent(times, [middle, long]);
}

describe('the time of every parser of untrusted text grows no faster than the text:', () => {
  test('is tested with more than 40 shapes', () => {
    expect(new Set(namedShapes.map(({ name }) => name)).size).toBe(namedShapes.length);
    expect(namedShapes.length).toBeGreaterThanOrEqual(40);
  });

  test.each(
    readers.filter(({ name }) => !productsByDesign.has(name)).map((reader) => [reader.name, reader] as const),
  )('%s', async (_, reader) => {
    const floorMs = passesMin * (await quickest(plainPass, 'a '.repeat(lengths[2] / 2)));
    const steep: string[] = [];
    for (const shape of namedShapes) {
      if (steep.length === reportedMax) break;
      const grown = await growthOf(reader, shape, floorMs);
      if (grown > exponentMax) steep.push(`${shape.name}: length to the power of ${grown.toFixed(2)}`);
    }
    expect(steep, 'the reader takes more than its share of the event loop for these shapes').toEqual([]);
  });

  test.each(
    readers
      .filter(({ name }) => /^(?:html|plain text), (?:verified|looked at)/.test(name))
      .map((reader) => [reader.name, reader] as const),
  )('%s, with thousands of links', async (_, reader) => {
    const steep: string[] = [];
    for (const shape of namedShapes.filter(({ name }) => /\blinks|URLs|mailboxes/.test(name))) {
      const grown = await growthOf(
        reader,
        shape,
        await quickest(plainPass, 'a '.repeat(longLengths[2])),
        longLengths,
      );
      if (grown > exponentMax) steep.push(`${shape.name}: length to the power of ${grown.toFixed(2)}`);
    }
    expect(steep).toEqual([]);
  });

  test('the measurement finds a quadratic reader', async () => {
    const quadratic: Reader = {
      name: 'a quadratic expression',
      charactersMax: 4_000,
      units: [],
      read: (text) => text.replace(/\S+@\S+/g, ''),
    };
    const shape = namedShapes.find(({ name }) => name === 'one letter')!;
    expect(await growthOf(quadratic, shape, 0)).toBeGreaterThan(exponentMax);
  });
});
