import { describe, expect, test } from 'vitest';
import { connectionPlaces, type PlaceLimits } from '../../../src/model/limits/connection-places.ts';

const busy = new Set<string>();
/** Busy connections whose request is still arriving. */
const sending = new Set<string>();
function places(limits: Partial<PlaceLimits> = {}) {
  busy.clear();
  sending.clear();
  const held = connectionPlaces<string>(
    { max: 10, perAddressMax: 4, ownIdleLeaves: true, ...limits },
    (one) => !busy.has(one),
    (one) => !busy.has(one) || sending.has(one),
  );
  const come = (name: string, address: string | null) => {
    const { taken, leaves } = held.enter(name, address);
    if (leaves) held.leave(leaves);
    return taken ? (leaves ?? 'taken') : 'refused';
  };
  return { ...held, come };
}

describe('a new connection', () => {
  test('is accepted while there are free slots', () => {
    const { come } = places();
    expect(Array.from({ length: 10 }, (_, at) => come(`c${at}`, `address ${at}`))).toEqual(
      Array(10).fill('taken'),
    );
  });

  test('closes the oldest idle connection of its own address at the address limit', () => {
    const { come } = places();
    for (const name of ['a', 'b', 'c', 'd']) come(name, 'x');
    busy.add('a');
    expect(come('e', 'x')).toBe('b');
    for (const name of ['c', 'd', 'e']) busy.add(name);
    expect(come('f', 'x')).toBe('refused');
    expect(come('g', 'y')).toBe('taken');
  });

  test('closes the oldest idle connection of the address with the most connections when all slots are used', () => {
    const { come } = places({ max: 5 });
    for (const name of ['x1', 'x2', 'x3']) come(name, 'x');
    for (const name of ['y1', 'y2']) come(name, 'y');
    busy.add('x1');
    expect(come('z1', 'z')).toBe('x2');
    expect([come('z2', 'z'), come('v1', 'v')]).toEqual(['x3', 'y1']);
  });

  test('closes a sending connection of the address with the most if it has no idle connection, but not for its own address', () => {
    const { come } = places({ max: 4, perAddressMax: 3 });
    for (const [name, address] of [
      ['x1', 'x'],
      ['x2', 'x'],
      ['x3', 'x'],
      ['y1', 'y'],
    ] as const) {
      come(name, address);
      busy.add(name);
    }
    expect(come('z1', 'z')).toBe('refused');
    for (const name of ['x2', 'x3']) sending.add(name);
    expect(come('x4', 'x')).toBe('refused');
    expect(come('z1', 'z')).toBe('x2');
    busy.delete('x1');
    expect(come('v1', 'v')).toBe('x1');
  });

  test('is refused if no address with more connections has an idle connection', () => {
    const { come } = places({ max: 2, ownIdleLeaves: false });
    come('x1', 'x');
    come('y1', 'y');
    expect(come('x2', 'x')).toBe('refused');
    busy.add('x1');
    busy.add('y1');
    expect(come('z1', 'z')).toBe('refused');
  });

  test('of a trusted proxy counts for no address and is never closed', () => {
    const { come } = places({ max: 6 });
    for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) expect(come(name, null)).toBe('taken');
    come('x1', 'x');
    expect(come('y1', 'y')).toBe('x1');
    expect(come('p6', null)).toBe('y1');
    expect(come('z1', 'z')).toBe('refused');
  });

  test('does not wait for connections that are closing', () => {
    const held = connectionPlaces<string>({ max: 10, perAddressMax: 10, ownIdleLeaves: true }, () => true);
    for (let at = 0; at < 10; at += 1) held.enter(`x${at}`, 'x');
    expect(held.enter('y', 'y')).toEqual({ taken: true, leaves: 'x0' });
    expect(held.enter('z', 'z')).toEqual({ taken: false, leaves: null });
    held.leave('x0');
    expect(held.enter('z', 'z')).toEqual({ taken: true, leaves: 'x1' });
  });
});
