import { expect, test } from 'vitest';
import { ConfigFault, readConfig } from '../../../src/config.ts';

const read = (text: string) => readConfig({ POSTHOUSE_SPF: text }).POSTHOUSE_SPF;

test('POSTHOUSE_SPF is read as a lower-case list of mechanisms', () => {
  expect(read('Include:SPF.relay.example, ip4:192.0.2.0/24,ip6:2001:db8::/32')).toEqual([
    'include:spf.relay.example',
    'ip4:192.0.2.0/24',
    'ip6:2001:db8::/32',
  ]);
  expect(readConfig({}).POSTHOUSE_SPF).toBeUndefined();
});

test.each([
  'v=spf1 include:spf.relay.example ~all',
  'spf.relay.example',
  '~all',
  '-ip4:192.0.2.7',
  'include:',
  'include:a.example b',
  'redirect=spf.relay.example',
  Array.from({ length: 11 }, (_, n) => `ip4:192.0.2.${n}`).join(','),
])('the configuration rejects %s and names the variable', (text) => {
  expect(() => read(text)).toThrow(ConfigFault);
  expect(() => read(text)).toThrow(/^POSTHOUSE_SPF: must be /);
});
