import type { SeededRandom } from '../world/simulated/random.ts';

/**
 * Builds a text of any length from a few small units. A reader with superlinear time nearly always fails on a
 * unit that repeatedly opens a construct together with a unit that never closes it.
 */
export type Shape =
  /** All units in turn, repeated. */
  | { make: 'alternate'; units: readonly string[] }
  /** Each unit equally often, one after the other: openings, then their content, then endings. */
  | { make: 'stretches'; units: readonly string[] }
  /** The first once, then the second repeatedly, then the third once. */
  | { make: 'run'; units: readonly string[] }
  /** The first, then a run of the second as long as the square root of the whole; repeated. */
  | { make: 'runs'; units: readonly string[] }
  /** All units in turn, each with a number behind it, so that no two are the same. */
  | { make: 'numbered'; units: readonly string[] }
  /** The first, then distinct letters, a thousand or as many as the square root of the whole; repeated. */
  | { make: 'lettered'; units: readonly string[] };

export const makes = ['alternate', 'stretches', 'run', 'runs', 'numbered', 'lettered'] as const;

/** @param characters the maximum length, nearly reached */
export function textOf({ make, units }: Shape, characters: number): string {
  const [first = '', second = first, third = ''] = units;
  switch (make) {
    case 'alternate':
      return filled(units.join(''), characters);
    case 'stretches':
      return units.map((unit) => filled(unit, characters / units.length)).join('');
    case 'run':
      return first + filled(second, characters - first.length - third.length) + third;
    case 'runs':
      return filled(first + filled(second, Math.sqrt(characters)), characters);
    case 'lettered': {
      const pieces: string[] = [];
      for (let length = 0, letter = 0; length < characters; ) {
        const run = Array.from({ length: Math.max(lettersMin, Math.ceil(Math.sqrt(characters))) }, () => {
          letter = (letter + lettersStep) % lettersMax;
          return String.fromCodePoint(firstLetter + letter);
        });
        pieces.push(first, run.join(''), third);
        length += first.length + run.length + third.length;
      }
      return pieces.join('').slice(0, characters);
    }
    case 'numbered': {
      const pieces: string[] = [];
      for (let length = 0, number = 0; length < characters; number += 1) {
        const piece = units.map((unit) => `${unit}${number.toString(36)}`).join('');
        pieces.push(piece);
        length += piece.length;
      }
      return pieces.slice(0, -1).join('');
    }
  }
}

/** CJK ideographs, in a mixed order. */
const firstLetter = 0x4e00;
const lettersMax = 20_000;
/** In a row. */
const lettersMin = 1_000;
const lettersStep = 7_919;

function filled(unit: string, characters: number): string {
  return unit === '' ? '' : unit.repeat(Math.max(0, Math.floor(characters / unit.length)));
}

const unitsMax = 3;

/** @param units of a grammar; some that may be hard for every reader are mixed in */
export function anyShape(units: readonly string[], random: SeededRandom): Shape {
  const make = random.pick(makes);
  const amount = 1 + random.integer(unitsMax);
  const unit = (): string => random.pick(random.uniform() < commonShare ? common : units);
  return { make, units: Array.from({ length: amount }, unit) };
}

const commonShare = 0.2;
const common = [
  ...' \t\n\r"\'\\,;:()<>{}[]=&%@./*_-+!?#|~`$^a0',
  '\r\n',
  'aA',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\ufeff',
  'é',
  '\u0300\u0316',
  'ß',
  'а',
  '😀',
  '\ud800',
];
