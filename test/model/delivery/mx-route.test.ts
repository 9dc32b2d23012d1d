import { describe, expect, test } from 'vitest';
import { addressOrder, type MxAnswer, mxRoute } from '../../../src/model/delivery/mx-route.ts';

const records = (...all: [number, string][]): MxAnswer => ({
  kind: 'found',
  value: all.map(([priority, exchange]) => ({ priority, exchange })),
});
const draws = (...all: number[]) => {
  let at = 0;
  return () => all[at++ % all.length]!;
};
const route = (answer: MxAnswer, uniform = draws(0), ourName: string | null = 'out.acme.com') =>
  mxRoute('reader.example', answer, ourName, uniform);

describe('the route to a domain', () => {
  test('is ordered by preference', () => {
    const answer = records([20, 'second.example'], [5, 'first.example'], [30, 'third.example']);
    expect(route(answer)).toEqual({
      kind: 'hosts',
      hosts: ['first.example', 'second.example', 'third.example'],
      implicit: false,
    });
  });

  test('is random among equal preferences', () => {
    const answer = records([10, 'a.example'], [10, 'b.example'], [5, 'z.example'], [10, 'c.example']);
    const hosts = (uniform: () => number) => (route(answer, uniform) as { hosts: string[] }).hosts.join();
    expect(hosts(draws(0.1, 0.2, 0.9, 0.3))).toBe('z.example,a.example,b.example,c.example');
    expect(hosts(draws(0.9, 0.1, 0.9, 0.3))).toBe('z.example,b.example,c.example,a.example');
  });

  test('lists each host once in lower case, and at most five hosts', () => {
    const answer = records(
      [1, 'A.Example.'],
      [2, 'a.example'],
      ...[3, 4, 5, 6, 7].map((n): [number, string] => [n, `m${n}.example`]),
    );
    expect(route(answer)).toMatchObject({
      hosts: ['a.example', 'm3.example', 'm4.example', 'm5.example', 'm6.example'],
    });
  });

  test('falls back to the domain itself when there are no MX records', () => {
    expect(route({ kind: 'none' })).toEqual({ kind: 'hosts', hosts: ['reader.example'], implicit: true });
    expect(route(records())).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    ['no such domain', { kind: 'no_such_domain' }, 'domain_not_found'],
    ['a null MX as Node writes it', records([0, '']), 'null_mx'],
    ['a null MX as DNS writes it', records([0, '.']), 'null_mx'],
  ] as const)('fails permanently with %s', (_name, answer, fault) => {
    expect(route(answer)).toMatchObject({ kind: 'no_route', fault });
  });

  test('ignores a null MX among other records', () => {
    expect(route(records([0, '.'], [10, 'mx.example']))).toMatchObject({ hosts: ['mx.example'] });
  });

  test.each([
    ['DNS that fails', { kind: 'unavailable', why: 'SERVFAIL' }],
    ['an address in place of a name', records([10, '192.0.2.1'])],
    ['a single label', records([10, 'localhost'])],
    ['invalid names', records([10, 'a b.example'], [20, '-'], [30, 'x..example'])],
  ] as const)('is temporarily unknown with %s', (_name, answer) => {
    expect(route(answer)).toMatchObject({ kind: 'unknown' });
  });

  test('excludes this server and hosts with a lower priority than this server', () => {
    const answer = records(
      [5, 'first.example'],
      [10, 'OUT.acme.com.'],
      [10, 'equal.example'],
      [20, 'last.example'],
    );
    expect(route(answer)).toMatchObject({ hosts: ['first.example'] });
    expect(route(answer, draws(0), null)).toMatchObject({ hosts: { length: 4 } });
    expect(route(records([10, 'out.acme.com'], [20, 'backup.example']))).toMatchObject({ kind: 'loop' });
    expect(mxRoute('out.acme.com', { kind: 'none' }, 'out.acme.com', draws(0))).toMatchObject({
      kind: 'loop',
    });
  });
});

test('addresses of both families alternate, in random order within each family, at most four in total', () => {
  expect(addressOrder(['4a', '4b', '6:a', '6:b', '4a'], draws(0.2, 0.1, 0.4, 0.3))).toEqual([
    '4b',
    '6:b',
    '4a',
    '6:a',
  ]);
  expect(addressOrder(['6:a', '6:b'], draws(0, 1))).toEqual(['6:a', '6:b']);
  expect(addressOrder(['4a', '4b', '4c', '4d', '6:a', '4e'], draws(0, 0.1, 0.2))).toHaveLength(4);
  expect(addressOrder([], draws(0))).toEqual([]);
});
