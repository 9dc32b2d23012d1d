import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/world/clock.ts';
import type { Resolver } from '../../../src/world/dns/resolver.ts';
import { guardedPoster, type PostRequest } from '../../../src/world/http/post.ts';
import { verifies } from '../../spec/verifies.ts';

/** Listens on every address of this machine and counts connections. */
const canary = createServer((socket) => {
  reached += 1;
  socket.destroy();
});
let reached = 0;
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());

const asked: Omit<PostRequest, 'url'> = {
  headers: {},
  body: '{}',
  pool: 'whk_1',
  withinMs: 2_000,
  readOctetsMax: 65_536,
  keptOctetsMax: 2_048,
};

/** Posts to a URL whose lookups return the given addresses, one after the other. */
async function post(url: string, addresses: (name: string) => string[]) {
  const resolver: Pick<Resolver, 'addresses'> = {
    async addresses(name) {
      const value = addresses(name);
      return value.length === 0 ? { kind: 'no_such_domain' } : { kind: 'found', value };
    },
  };
  const poster = guardedPoster({ resolver, clock: systemClock(), allowPrivate: false, port });
  const posted = await poster.post({ ...asked, url });
  poster.close();
  return posted;
}

/** Addresses in private or possibly private networks. */
const privateAddresses = [
  ...['127.0.0.1', '127.0.0.2', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255'],
  ...['100.64.0.1', '100.127.255.254', '169.254.169.254', '169.254.0.1', '172.16.0.1', '172.31.255.254'],
  ...['192.168.0.1', '192.168.255.254', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...['192.31.196.1', '192.52.193.1', '192.175.48.1', '::', '::1', '::2', '::127.0.0.1', '::7f00:1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:7f00:1', '::ffff:a00:1', '::ffff:a9fe:a9fe'],
  ...['::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::7f00:1', '2002:7f00:1::1'],
  ...[
    '2002:a9fe:a9fe::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
  ],
  ...['fc00::1', 'fd00::1', 'fdff:ffff::1', 'fe80::1', 'fec0::1', 'ff02::1', 'ff05::1', '100::1', '5f00::1'],
  ...['2620:4f:8000::1', '4000::1', 'e000::1'],
];

/** The same address in different spellings. */
const spellings = [
  ...[
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7f.0x0.0x0.0x1',
    '0177.0.0.1',
    '017700000001',
  ],
  ...[
    '127.0.0.1.',
    '127。0。0。1',
    '127．0．0．1',
    '127｡0｡0｡1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '%31%32%37.0.0.1',
  ],
  ...[
    '0',
    '0x0',
    '00.0.0.0',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '169.254.43518',
    '10.1',
    '0300.0250.1',
  ],
  ...[
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::FFFF:7F00:0001]',
    '[64:ff9b::127.0.0.1]',
  ],
  ...['[::ffff:0x7f000001]', '[::1%25lo]', '[fe80::1%25eth0]', '[::1%lo]'],
];

const urls = [
  ...privateAddresses.map((address) => `https://${address.includes(':') ? `[${address}]` : address}/`),
  ...spellings.map((host) => `https://${host}/`),
  ...['https://user@127.0.0.1/', 'https://hooks.example@127.0.0.1/', 'https://user:word@hooks.example/'],
  ...['https://127.0.0.1#@hooks.example/', 'https://127.0.0.1\\@hooks.example/', 'https:/127.0.0.1/'],
  ...[
    'https:127.0.0.1',
    'https://127.0.0.1:443/',
    '//127.0.0.1/',
    'https://[::]:443/',
    'https://@127.0.0.1/',
  ],
  ...[
    'http://127.0.0.1/',
    'http://hooks.example/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
  ],
  ...[
    'unix:///run/docker.sock',
    'data:text/plain,x',
    'https://hooks.example:8443/',
    'https://hooks.example:22/',
  ],
  ...['javascript:1', '', ' ', 'https://', 'https://\t127.0.0.1/', 'ht\ntps://127.0.0.1/', 'https://%00/'],
];

verifies('webhook.private', `none of ${urls.length} URLs reaches this machine`, async () => {
  expect(urls.length).toBeGreaterThanOrEqual(100);
  for (const url of urls) {
    // The lookup would return this address, so only the check of the URL itself can refuse it.
    const posted = await post(url, () => ['127.0.0.1']);
    expect(posted, url).toMatchObject({
      kind: 'unanswered',
      fault: expect.stringMatching(/^(refused_address|unknown_host)$/),
    });
  }
  expect(reached).toBe(0);
});

verifies(
  'webhook.private',
  'no name may resolve to a private address, at any position of the response',
  async () => {
    for (const address of privateAddresses) {
      expect(await post('https://hooks.example/', () => [address]), address).toMatchObject({
        fault: 'refused_address',
      });
    }
    expect(reached).toBe(0);
  },
);

/** A public but unassigned address, so no server is disturbed. */
const publicAddress = '2000::1';
const own = Object.values(networkInterfaces()).flatMap((those) =>
  (those ?? []).map(({ address }) => address),
);

/** Responses per lookup of a name; the last one repeats. */
const plays: [name: string, answers: string[][]][] = [
  ['the second answer is private', [[publicAddress], ['127.0.0.1']]],
  ['the third answer is private', [[publicAddress], [publicAddress], ['127.0.0.1']]],
  ['the answers take turns', [['127.0.0.1'], [publicAddress], ['127.0.0.1'], [publicAddress]]],
  ['mixed, the private first', [['127.0.0.1', publicAddress]]],
  ['mixed, the private last', [[publicAddress, '127.0.0.1']]],
  ['mixed of both kinds', [['::1', publicAddress, '127.0.0.1']]],
  ['many public before a private one', [[...Array(8).fill(publicAddress), '127.0.0.1']]],
  ['mapped', [['::ffff:127.0.0.1']]],
  ['mapped in hex', [['::ffff:7f00:1']]],
  ['NAT64', [['64:ff9b::7f00:1']]],
  ['local NAT64', [['64:ff9b:1::7f00:1']]],
  ['6to4', [['2002:7f00:1::1']]],
  ['Teredo', [['2001:0:7f00:1::']]],
  ['a zone', [['fe80::1%lo']]],
  ['a zone on loopback', [['::1%lo']]],
  ['a name in the place of an address', [['localhost']]],
  ['a short spelling in the place of an address', [['127.1']]],
  ['a number in the place of an address', [['2130706433']]],
  ['an address with a space', [[' 127.0.0.1']]],
  ['an empty address', [['']]],
  ['the metadata service of a cloud', [['169.254.169.254']]],
  ['our own addresses', [own]],
];

verifies(
  'webhook.private',
  `none of ${plays.length} sequences of DNS responses reaches this machine`,
  async () => {
    expect(plays.length).toBeGreaterThanOrEqual(20);
    for (const [name, answers] of plays) {
      let looks = 0;
      const addresses = () => answers[Math.min(looks++, answers.length - 1)]!;
      for (let again = 0; again < 4; again += 1) {
        const posted = await Promise.race([
          post('https://hooks.example/', addresses),
          // A public address is dialled without a response, which is fine here.
          new Promise<undefined>((resolve) =>
            setImmediate(() => setImmediate(() => setImmediate(() => resolve(undefined)))),
          ),
        ]);
        expect(posted ?? { kind: 'unanswered' }, name).toMatchObject({ kind: 'unanswered' });
      }
    }
    expect(reached).toBe(0);
  },
);

test("this machine's own public address is refused", async () => {
  expect(own).toContain('127.0.0.1');
  const poster = guardedPoster({
    resolver: { addresses: async () => ({ kind: 'found', value: own }) },
    clock: systemClock(),
    allowPrivate: false,
    port,
  });
  expect(await poster.post({ ...asked, url: 'https://hooks.example/' })).toMatchObject({
    fault: 'refused_address',
  });
  expect(reached).toBe(0);
});

test('the same server is reached if private addresses are allowed', async () => {
  const poster = guardedPoster({
    resolver: { addresses: async () => ({ kind: 'found', value: ['127.0.0.1'] }) },
    clock: systemClock(),
    allowPrivate: true,
    port,
  });
  await poster.post({ ...asked, url: 'https://hooks.example/' });
  expect(reached).toBe(1);
});
