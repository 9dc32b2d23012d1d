import { expect, test } from 'vitest';
import { addressesToDial } from '../../../src/world/http/dialled-addresses.ts';

/** As a resolver of the internet answers, which knows no name of one machine. */
const resolver = { addresses: async () => ({ kind: 'no_such_domain' }) as const };

test.each(['localhost', 'LOCALHOST.', 'hooks.localhost'])(
  '%s is this machine, whatever DNS says',
  async (host) => {
    expect(await addressesToDial(host, resolver, { allowPrivate: true })).toEqual({
      kind: 'found',
      addresses: ['127.0.0.1', '::1'],
    });
  },
);

test.each(['localhost', 'hooks.localhost'])('%s is refused where private networks are', async (host) => {
  expect(await addressesToDial(host, resolver, { allowPrivate: false })).toMatchObject({
    kind: 'refused_address',
  });
});

test('a name that only begins or ends like localhost is looked up', async () => {
  for (const host of ['localhost.acme.dev', 'notlocalhost']) {
    expect(await addressesToDial(host, resolver, { allowPrivate: true })).toMatchObject({
      kind: 'unknown_host',
    });
  }
});
