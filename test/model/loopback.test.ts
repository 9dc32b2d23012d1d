import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../src/model/loopback.ts';

describe('a host', () => {
  it.each(['localhost', 'mail.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
    'called %s is this machine',
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
  ])('called %j may be another', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
