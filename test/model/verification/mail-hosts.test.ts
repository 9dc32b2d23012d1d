import { expect, test } from 'vitest';
import { mailHosts, mailHostsMax, takesConnections } from '../../../src/model/verification/mail-hosts.ts';

test('the mail servers of a domain are listed in order, each once', () => {
  expect(mailHosts(['MX1.acme.com', 'mx2.acme.com.', 'mx1.acme.com'])).toEqual({
    kind: 'hosts',
    names: ['mx1.acme.com', 'mx2.acme.com'],
    more: false,
  });
});

test('a null MX means no mail server, but is ignored next to a real MX', () => {
  expect(mailHosts([''])).toMatchObject({ kind: 'null_mx' });
  expect(mailHosts(['.'])).toMatchObject({ kind: 'null_mx' });
  expect(mailHosts(['', 'mx.acme.com'])).toMatchObject({ kind: 'hosts', names: ['mx.acme.com'] });
});

test('localhost does not count as a mail server', () => {
  expect(mailHosts(['localhost.', 'mx.localhost'])).toMatchObject({ kind: 'no_mx' });
  expect(mailHosts(['localhost', 'mx.acme.com'])).toMatchObject({ kind: 'hosts', names: ['mx.acme.com'] });
});

test('the number of servers per domain is limited', () => {
  const hosts = mailHosts(Array.from({ length: 1_000 }, (_, n) => `mx${n}.acme.com`));
  expect(hosts.names).toHaveLength(mailHostsMax);
  expect(hosts).toMatchObject({ more: true });
});

test.each([
  ['192.0.2.1', true],
  ['10.0.0.1', true],
  ['2001:db8::1', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['0.1.2.3', false],
  ['::', false],
  ['0:0:0:0:0:0:0:0', false],
])('a client can connect to %s: %s', (ip, can) => {
  expect(takesConnections(ip)).toBe(can);
});
