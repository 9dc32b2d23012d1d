import { expect, test } from 'vitest';
import { addressesToDial } from '../../../src/world/http/dialled-addresses.ts';

/** Behaves like a public resolver, which knows no local names. */
const resolver = { addresses: async () => ({ kind: 'no_such_domain' }) as const };

test.each(['localhost', 'LOCALHOST.', 'hooks.localhost'])(
  '%s means loopback, whatever DNS says',
  async (host) => {
    expect(await addressesToDial(host, resolver, { allowPrivate: true })).toEqual({
      kind: 'found',
      addresses: ['127.0.0.1', '::1'],
    });
  },
);

test.each(['localhost', 'hooks.localhost'])(
  '%s is refused if private networks are not allowed',
  async (host) => {
    expect(await addressesToDial(host, resolver, { allowPrivate: false })).toMatchObject({
      kind: 'refused_address',
    });
  },
);

test('a name that only begins or ends like localhost is looked up', async () => {
  for (const host of ['localhost.acme.dev', 'notlocalhost']) {
    expect(await addressesToDial(host, resolver, { allowPrivate: true })).toMatchObject({
      kind: 'unknown_host',
    });
  }
});
