import { expect, test } from 'vitest';
import { maskToNetwork } from '../../../src/model/tracking/machine.ts';

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['10.0.0.1', '10.0.0.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['2001:db8:0:7::1', '2001:db8::/48'],
  ['::1', '::/48'],
  ['2001:0db8:00ab::', '2001:db8:ab::/48'],
])('the network of %s is %s', (ip, network) => {
  expect(maskToNetwork(ip)).toBe(network);
});

test.each(['', 'unix', 'a.b.c.d', '1.2.3', 'x]/y', '::1%eth0'])('%j has no network', (ip) => {
  expect(maskToNetwork(ip)).toBeNull();
});
