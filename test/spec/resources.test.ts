import { describe, expect } from 'vitest';
import { doors, outputThrough } from './doors.ts';
import { mail, open } from './scene.ts';
import { verifies, verifiesThrough } from './verifies.ts';

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('every resource', () => {
  verifies(['resource.ids', 'resource.times'], 'has an id that sorts by time, and times in UTC', async () => {
    const platform = await open();
    const { call } = platform;
    const made: [string, string, object][] = [
      ['sub', 'create_subscriber', { email: 'grace@example.com' }],
      ['tag', 'create_tag', { name: 'red' }],
      [
        'evt',
        'track_event',
        { name: 'x', email: 'grace@example.com', occurredAt: '2025-06-01T12:00:00+02:00' },
      ],
      ['eml', 'send_email', mail()],
      ['dom', 'add_domain', { name: 'acme.com' }],
      ['sup', 'add_suppression', { email: 'gone@takes-mail.com' }],
      ['tok', 'create_token', { name: 'x', scopes: ['tags.read'] }],
    ];
    const ids: string[] = [];
    for (const [prefix, tool, input] of made) {
      const output = (await call(tool, input)).output as Record<string, unknown>;
      expect(output.id).toMatch(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`));
      ids.push(String(output.id).slice(4));
      for (const [field, value] of Object.entries(output)) {
        if (/(At|_at)$/.test(field) && value !== null)
          expect([field, value]).toEqual([field, expect.stringMatching(isoTime)]);
      }
      await platform.clock.advance(1);
    }
    expect(ids).toEqual([...ids].sort());
  });

  verifies(
    'resource.create-status',
    'returns 201 when v2 creates it, and 200 for sends, events and verifications',
    async () => {
      const { http } = await open();
      const statusOf = async (path: string, body: unknown) =>
        (await http('POST', `/api/v2${path}`, { body })).status;
      expect(await statusOf('/domains', { name: 'acme.com' })).toBe(201);
      expect(await statusOf('/tokens', { name: 'x', scopes: ['tags.read'] })).toBe(201);
      expect(await statusOf('/suppressions', { email: 'gone@takes-mail.com' })).toBe(201);
      expect(await statusOf('/emails', mail())).toBe(200);
      expect(await statusOf('/emails/batch', [mail()])).toBe(200);
      expect(await statusOf('/events', { name: 'x', email: 'grace@example.com' })).toBe(200);
      expect(await statusOf('/verify', { email: 'grace@example.com' })).toBe(200);
    },
  );

  verifies('resource.delete-answer', 'confirms its deletion in the response', async () => {
    const platform = await open();
    const made = async (tool: string, input: object) =>
      ((await platform.call(tool, input)).output as { id: string }).id;
    const gone: [string, string, string][] = [
      ['subscriber', 'subscribers', await made('create_subscriber', { email: 'grace@example.com' })],
      ['tag', 'tags', await made('create_tag', { name: 'red' })],
      ['domain', 'domains', await made('add_domain', { name: 'acme.com' })],
      ['suppression', 'suppressions', await made('add_suppression', { email: 'gone@takes-mail.com' })],
      ['token', 'tokens', (await platform.addToken(platform.organization)).id],
      ['webhook', 'webhooks', await made('save_webhook', { url: 'https://hooks.acme.dev/in' })],
    ];
    for (const [object, path, id] of gone) {
      const { status, body } = await platform.http('DELETE', `/api/v2/${path}/${id}`);
      expect([status, body]).toEqual([200, { object, id, deleted: true }]);
    }
  });
});

describe('a v2 list', () => {
  const lists: [tool: string, path: string, make: (count: number) => [string, object]][] = [
    ['list_subscribers', '/subscribers', (count) => ['create_subscriber', { email: `${count}@example.com` }]],
    ['list_tags', '/tags', (count) => ['create_tag', { name: `tag ${count}` }]],
    ['list_emails', '/emails', () => ['send_email', mail()]],
    [
      'list_suppressions',
      '/suppressions',
      (count) => ['add_suppression', { email: `${count}@takes-mail.com` }],
    ],
    [
      'list_subscriber_events',
      '/subscribers/x%40example.com/events',
      (count) => ['track_event', { name: `${count}`, email: 'x@example.com' }],
    ],
  ];

  for (const [tool, path, make] of lists) {
    verifies(
      ['list.v2.newest-first', 'list.v2.cursors', 'list.v2.bounds', 'envelope.v2.list'],
      `of ${tool} can be paged forwards and backwards without a repeat or a gap`,
      async () => {
        const { http, call } = await open();
        for (let count = 0; count < 25; count++) await call(...make(count));
        const page = async (query: string) => {
          const { status, body } = await http('GET', `/api/v2${path}?${query}`);
          expect([query, status, Object.keys(body)]).toEqual([query, 200, ['object', 'data', 'has_more']]);
          return { ids: body.data.map(({ id }: { id: string }) => id) as string[], more: body.has_more };
        };
        const all = await page('limit=100');
        expect([all.ids.length, all.more]).toEqual([25, false]);
        expect(all.ids).toEqual([...all.ids].sort().reverse());
        const first = await page('');
        expect([first.ids, first.more]).toEqual([all.ids.slice(0, 20), true]);
        const second = await page(`after=${first.ids[19]}`);
        expect([second.ids, second.more]).toEqual([all.ids.slice(20), false]);
        const back = await page(`limit=3&before=${second.ids[0]}`);
        expect([back.ids, back.more]).toEqual([all.ids.slice(17, 20), true]);
        for (const query of [
          'limit=0',
          'limit=101',
          'limit=ten',
          `after=${all.ids[0]}&before=${all.ids[1]}`,
          'after=nothing',
        ]) {
          expect([query, (await http('GET', `/api/v2${path}?${query}`)).status]).toEqual([query, 400]);
        }
      },
    );
  }

  verifiesThrough('list.v2.bounds', doors.current, 'has 20 rows by default', async (door) => {
    const platform = await open();
    for (let count = 0; count < 21; count++) await platform.call('create_tag', { name: `tag ${count}` });
    const { data, has_more } = await outputThrough(door, platform, 'list_tags', {});
    expect([data.length, has_more]).toEqual([20, true]);
  });
});

verifies(['list.v1.bounds', 'list.v1.page-or-cursor'], 'a v1 list has 50 rows by default', async () => {
  const { http, call } = await open();
  for (let count = 0; count < 55; count++) await call('create_tag', { name: `tag ${count}` });
  const list = async (query: string) => (await http('GET', `/api/v1/tags?${query}`)).body;
  const all = await list('limit=100');
  const idsOf = ({ tags }: { tags: { id: string }[] }) => tags.map(({ id }) => id);
  expect([idsOf(all).length, all.total]).toEqual([55, 55]);
  expect(idsOf(await list(''))).toEqual(idsOf(all).slice(0, 50));
  expect(idsOf(await list('page=2'))).toEqual(idsOf(all).slice(50));
  expect(idsOf(await list(`cursor=${idsOf(all)[49]}`))).toEqual(idsOf(all).slice(50));
  expect((await list('page=3')).tags).toEqual([]);
  for (const query of [
    'limit=0',
    'limit=101',
    'page=0',
    'page=1.5',
    'cursor=nothing',
    `page=1&cursor=${idsOf(all)[0]}`,
  ]) {
    expect([query, (await list(query)).error]).toEqual([query, 'validation_error']);
  }
});
