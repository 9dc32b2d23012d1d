import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../src/model/loopback.ts';

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
