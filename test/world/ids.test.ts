import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/world/clock.ts';
import { idsFrom, systemIds } from '../../src/world/ids.ts';
import { seededIds } from './simulated/ids.ts';
import { seededRandom } from './simulated/random.ts';

const shape = /^eml_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

function timeOf(id: string): number {
  return [...id.slice(4, 14)].reduce((ms, character) => ms * 32 + alphabet.indexOf(character), 0);
}

describe('an id', () => {
  test('is a prefix and 26 characters, of which the first ten encode the time', () => {
    const now = Date.UTC(2026, 10, 21, 12, 30, 15, 123);
    const id = seededIds(1, { now: () => now }).id('eml');
    expect(id).toMatch(shape);
    expect(timeOf(id)).toBe(now);
  });

  test('can encode every 48-bit time', () => {
    for (const now of [0, 1, 1_023, 1_024, 2 ** 40, 2 ** 48 - 1]) {
      expect(timeOf(seededIds(1, { now: () => now }).id('eml'))).toBe(now);
    }
  });

  test('sorts after every earlier id, also within a millisecond and when the clock stands still or goes back', () => {
    const random = seededRandom(7);
    let now = 1_700_000_000_000;
    const ids = seededIds(7, { now: () => now });
    let before = '';
    for (let n = 0; n < 50_000; n++) {
      now += random.pick([0, 0, 0, 0, 1, 2, -1]);
      const id = ids.id('eml');
      expect(id > before).toBe(true);
      before = id;
    }
  });

  test('still sorts if the random part of a millisecond overflows', () => {
    // The highest possible random part in every draw.
    const ids = idsFrom({ now: () => 5 }, (buffer) => buffer.fill(0xff));
    const made = Array.from({ length: 2_000 }, () => ids.id('eml'));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
    expect(made[0]).toMatch(shape);
    expect(timeOf(made.at(-1)!)).toBeGreaterThan(5);
  });

  test('does not reveal the next id', () => {
    const ids = systemIds({ ...systemClock(), now: () => 5 });
    const lowest = (id: string) =>
      [...id.slice(-8)].reduce((n, character) => n * 32 + alphabet.indexOf(character), 0);
    const steps = new Set<number>();
    for (let n = 0, before = lowest(ids.id('eml')); n < 100; n++) {
      const next = lowest(ids.id('eml'));
      steps.add(next - before);
      before = next;
    }
    expect(steps.size).toBeGreaterThan(90);
  });

  test('is unique across two processes', () => {
    const clock = systemClock();
    const [one, other] = [systemIds(clock), systemIds(clock)];
    const made = new Set<string>();
    for (let n = 0; n < 50_000; n++) made.add(one.id('sub')).add(other.id('sub'));
    expect(made.size).toBe(100_000);
  });
});

describe('a secret', () => {
  test('is recognizable, has 40 letters and digits, and never repeats', () => {
    const ids = systemIds(systemClock());
    const secrets = Array.from({ length: 2_000 }, () => ids.secret());
    for (const secret of secrets) expect(secret).toMatch(/^posthouse_[A-Za-z0-9]{40}$/);
    expect(new Set(secrets).size).toBe(secrets.length);
  });

  test('uses every character equally often', () => {
    const ids = seededIds(11);
    const counts = new Map<string, number>();
    const secretsMade = 5_000;
    for (let n = 0; n < secretsMade; n++) {
      for (const character of ids.secret().slice('posthouse_'.length)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    // Bytes modulo 62 would favour the first eight characters by a quarter.
    const expected = (secretsMade * 40) / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.1);
  });
});

describe('the random source', () => {
  test('is uniform between 0 and 1', () => {
    const ids = systemIds(systemClock());
    const tenths = new Array<number>(10).fill(0);
    for (let n = 0; n < 20_000; n++) {
      const chance = ids.uniform();
      expect(chance >= 0 && chance < 1).toBe(true);
      tenths[Math.floor(chance * 10)]! += 1;
    }
    for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(400);
  });

  test('returns separate bytes to each caller', () => {
    const ids = systemIds(systemClock());
    const [one, other] = [ids.bytes(32), ids.bytes(32)];
    expect(one.equals(other)).toBe(false);
    one.fill(0);
    expect(other.equals(one)).toBe(false);
    expect(ids.bytes(0)).toHaveLength(0);
  });

  test('repeats for the same seed and differs for another seed', () => {
    const draw = (seed: number) => {
      const ids = seededIds(seed);
      return [ids.id('eml'), ids.secret(), ids.uniform(), ids.bytes(4).toString('hex')];
    };
    expect(draw(3)).toEqual(draw(3));
    expect(draw(3)).not.toEqual(draw(4));
  });
});
