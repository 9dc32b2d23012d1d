import { describe, expect, it, test } from 'vitest';
import { isLoopback, nameLoopback } from '../../src/model/loopback.ts';

describe('the loopback check', () => {
  it.each(['localhost', 'mail.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
    'accepts the host %s',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each([
    'localhost.example.com',
    'notlocalhost',
    '127.0.0.1.example.com',
    '128.0.0.1',
    '1127.0.0.1',
    '0.0.0.0',
    '::',
    '[::11]',
    '192.168.0.1',
    '',
  ])('rejects the host %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

test.each([
  ['http://127.0.0.1:3025', 'http://localhost:3025'],
  ['http://[::1]:3025/console', 'http://localhost:3025/console'],
  ['http://127.0.0.1', 'http://localhost'],
  ['http://127.0.0.1.example.com', 'http://127.0.0.1.example.com'],
  ['https://127.0.0.1:3025', 'https://127.0.0.1:3025'],
  ['http://192.0.2.1', 'http://192.0.2.1'],
])('%s has the name %s for passkeys', (url, named) => {
  expect(nameLoopback(url)).toBe(named);
});
