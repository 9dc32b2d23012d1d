import { describe, expect } from 'vitest';
import { callThrough, doors, outputThrough } from './doors.ts';
import { open } from './scene.ts';
import { verifies, verifiesThrough } from './verifies.ts';

const v1Fields = [
  'id',
  'email',
  'firstName',
  'lastName',
  'attributes',
  'tags',
  'status',
  'externalId',
  'source',
  'timezone',
  'locale',
  'consent',
  'createdAt',
  'updatedAt',
  'unsubscribedAt',
  'lastActivityAt',
];

describe('creating a subscriber', () => {
  verifiesThrough(
    ['subscriber.upsert', 'subscriber.get'],
    doors.all,
    'creates or updates the subscriber by address',
    async (door) => {
      const platform = await open();
      const save = (fields: object) => outputThrough(door, platform, 'create_subscriber', { ...fields });
      const made = await save({ email: 'Grace@Example.com', firstName: 'Grace', lastName: 'Hopper' });
      expect(made).toMatchObject({ email: 'grace@example.com', status: 'ACTIVE', source: 'API' });
      const again = await save({ email: 'GRACE@example.com', lastName: 'Murray' });
      expect(again).toMatchObject({ id: made.id, firstName: 'Grace', lastName: 'Murray' });
      const { data } = await outputThrough(door, platform, 'list_subscribers', {});
      expect(data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
      expect(await outputThrough(door, platform, 'get_subscriber', { subscriber: made.id })).toEqual(again);
    },
  );

  verifies(
    ['subscriber.upsert.status', 'resource.create-status'],
    'returns a status that shows whether the subscriber is new',
    async () => {
      const { http } = await open();
      const statusOf = async (version: string, email: string) =>
        (await http('POST', `/api/${version}/subscribers`, { body: { email } })).status;
      expect(await statusOf('v2', 'grace@example.com')).toBe(201);
      expect(await statusOf('v2', 'grace@example.com')).toBe(200);
      expect(await statusOf('v1', 'ada@example.com')).toBe(200);
      expect(await statusOf('v1', 'ada@example.com')).toBe(200);
    },
  );

  verifiesThrough(
    'subscriber.upsert.no-resurrection',
    doors.all,
    'reactivates a subscriber only on request',
    async (door) => {
      const platform = await open();
      const email = 'grace@example.com';
      const save = (fields: object) =>
        outputThrough(door, platform, 'create_subscriber', { email, ...fields });
      await save({});
      await outputThrough(door, platform, 'unsubscribe_subscriber', { subscriber: email });
      expect((await save({ firstName: 'Grace' })).status).toBe('UNSUBSCRIBED');
      expect(await save({ resubscribe: true, consent: { source: 'sign-up form' } })).toMatchObject({
        status: 'ACTIVE',
        unsubscribedAt: null,
      });
      for (const played of ['bounce', 'complaint']) {
        const address = `${played}@example.com`;
        await platform.call('create_subscriber', { email: address });
        await platform.call('send_email', { from: 'a@acme.test', to: address, subject: 'x', markdown: 'x' });
        const kept = await outputThrough(door, platform, 'create_subscriber', { email: address });
        expect(kept.status).toBe(played === 'bounce' ? 'BOUNCED' : 'COMPLAINED');
      }
    },
  );

  verifiesThrough(
    'subscriber.upsert.tags',
    doors.all,
    'takes tags by name or id and creates unknown names',
    async (door) => {
      const platform = await open();
      const known = await outputThrough(door, platform, 'create_tag', { name: 'Known' });
      const { tags } = await outputThrough(door, platform, 'create_subscriber', {
        email: 'grace@example.com',
        tags: [known.id, 'KNOWN', 'fresh'],
      });
      expect(tags.map(({ name }: { name: string }) => name)).toEqual(['Known', 'fresh']);
      expect((await outputThrough(door, platform, 'get_tag', { tag: 'fresh' })).subscriberCount).toBe(1);
    },
  );
});

describe('a subscriber', () => {
  verifies(
    ['subscriber.fields', 'envelope.v1.no-object'],
    'has the documented fields in both versions',
    async () => {
      const { http } = await open();
      const body = { email: 'grace@example.com', consent: { ip: '192.0.2.1', source: 'form' } };
      const v1 = (await http('POST', '/api/v1/subscribers', { body })).body.subscriber;
      expect(Object.keys(v1)).toEqual(v1Fields);
      const v2 = (await http('GET', `/api/v2/subscribers/${v1.id}`)).body;
      expect(v2).toMatchObject({ object: 'subscriber', ...v1 });
    },
  );

  verifiesThrough(
    'subscriber.addressed',
    doors.all,
    'can be found by id, address and external id',
    async (door) => {
      const platform = await open();
      const made = await outputThrough(door, platform, 'create_subscriber', {
        email: 'grace+1@example.com',
        externalId: 'user/1 ü',
      });
      for (const subscriber of [made.id, 'Grace+1@example.com', 'ext:user/1 ü']) {
        expect(await outputThrough(door, platform, 'get_subscriber', { subscriber })).toEqual(made);
      }
    },
  );

  verifiesThrough('subscriber.update', doors.all, 'changes only in the fields of an update', async (door) => {
    const platform = await open();
    const { id } = await outputThrough(door, platform, 'create_subscriber', {
      email: 'grace@example.com',
      firstName: 'Grace',
      attributes: { plan: 'pro', seats: 3 },
    });
    const changed = await outputThrough(door, platform, 'update_subscriber', {
      subscriber: id,
      lastName: 'Hopper',
      attributes: { seats: null, city: 'Arlington' },
    });
    expect(changed).toMatchObject({
      firstName: 'Grace',
      lastName: 'Hopper',
      attributes: { plan: 'pro', city: 'Arlington' },
    });
    expect(changed.attributes).not.toHaveProperty('seats');
  });

  verifies(
    'subscriber.update.trigger-workflows',
    'is updated with triggerWorkflows in the body or the query',
    async () => {
      const { http } = await open();
      await http('POST', '/api/v2/subscribers', { body: { email: 'grace@example.com' } });
      for (const version of ['v1', 'v2']) {
        const path = `/api/${version}/subscribers/grace%40example.com`;
        const statusOf = async (query: string, body: object) =>
          (await http('PATCH', path + query, { body })).status;
        expect(await statusOf('', { triggerWorkflows: false })).toBe(200);
        expect(await statusOf('?triggerWorkflows=false', { firstName: 'Grace' })).toBe(200);
        expect(await statusOf('?triggerWorkflows=false', { triggerWorkflows: true })).toBe(200);
        expect(await statusOf('?triggerWorkflows=perhaps', {})).toBe(400);
        expect(await statusOf('', { triggerWorkflows: 'perhaps' })).toBe(400);
      }
    },
  );

  verifiesThrough(
    'subscriber.unsubscribe',
    doors.all,
    'is unsubscribed once, however often the call is repeated',
    async (door) => {
      const platform = await open();
      const subscriber = 'grace@example.com';
      await outputThrough(door, platform, 'create_subscriber', { email: subscriber });
      const first = await outputThrough(door, platform, 'unsubscribe_subscriber', {
        subscriber,
        reason: 'too much',
      });
      expect(first).toMatchObject({ status: 'UNSUBSCRIBED', unsubscribedAt: '2026-01-01T00:00:00.000Z' });
      await platform.clock.advance(1_000);
      const second = await outputThrough(door, platform, 'unsubscribe_subscriber', { subscriber });
      expect(second).toMatchObject({ status: 'UNSUBSCRIBED', unsubscribedAt: first.unsubscribedAt });
    },
  );

  verifies('subscriber.unsubscribe', 'can be unsubscribed without a body in both versions', async () => {
    const { http } = await open();
    for (const version of ['v1', 'v2']) {
      await http('POST', `/api/${version}/subscribers`, { body: { email: `${version}@example.com` } });
      const { status } = await http(
        'POST',
        `/api/${version}/subscribers/${version}%40example.com/unsubscribe`,
      );
      expect(status).toBe(200);
    }
  });

  verifiesThrough(
    ['subscriber.tags.add', 'subscriber.tags.remove'],
    doors.all,
    'gets and loses 1 to 100 tags per call',
    async (door) => {
      const platform = await open();
      const subscriber = 'grace@example.com';
      await outputThrough(door, platform, 'create_subscriber', { email: subscriber });
      const namesAfter = async (tool: string, tags: string[]) => {
        const answer = await outputThrough(door, platform, tool, { subscriber, tags });
        return answer.tags.map(({ name }: { name: string }) => name);
      };
      expect(await namesAfter('add_subscriber_tags', ['red', 'blue'])).toEqual(['red', 'blue']);
      expect(await namesAfter('add_subscriber_tags', ['RED'])).toEqual(['red', 'blue']);
      expect(await namesAfter('remove_subscriber_tags', ['Red', 'never there'])).toEqual(['blue']);
      const tooMany = Array.from({ length: 101 }, (_, count) => `tag ${count}`);
      for (const tags of [[], tooMany]) {
        const result = await callThrough(door, platform, 'add_subscriber_tags', { subscriber, tags });
        expect(result).toMatchObject({ ok: false, name: 'validation_error' });
      }
    },
  );

  verifies('subscriber.tags.remove', 'loses the tags named in the body or the query', async () => {
    const { http } = await open();
    for (const version of ['v1', 'v2']) {
      const email = `${version}@example.com`;
      const tags = ['red', 'blue', 'green'];
      await http('POST', `/api/${version}/subscribers`, { body: { email, tags } });
      const path = `/api/${version}/subscribers/${encodeURIComponent(email)}/tags`;
      expect((await http('DELETE', path, { body: { tags: ['red'] } })).status).toBe(200);
      const { status, body } = await http('DELETE', `${path}?tags=blue&tags=green`);
      expect([status, (body.subscriber ?? body).tags]).toEqual([200, []]);
    }
  });

  verifiesThrough('subscriber.erase', doors.current, 'can be erased', async (door) => {
    const platform = await open();
    const { id } = await outputThrough(door, platform, 'create_subscriber', { email: 'grace@example.com' });
    const erased = await outputThrough(door, platform, 'delete_subscriber', {
      subscriber: 'grace@example.com',
    });
    expect(erased).toEqual({ object: 'subscriber', id, deleted: true });
    const result = await callThrough(door, platform, 'get_subscriber', { subscriber: id });
    expect(result).toMatchObject({ ok: false, name: 'not_found' });
  });
});

verifiesThrough(
  'subscriber.batch',
  doors.current,
  'a batch saves 1 to 1,000 subscribers independently of each other',
  async (door) => {
    const platform = await open();
    await outputThrough(door, platform, 'create_subscriber', { email: 'known@example.com' });
    const people = [
      { email: 'new@example.com', tags: ['red'] },
      { email: 'unknown' },
      { email: 'known@example.com' },
    ];
    const { data } = await outputThrough(door, platform, 'save_subscribers', { subscribers: people });
    expect(data.map(({ result }: { result: string }) => result)).toEqual(['created', 'failed', 'updated']);
    const many = Array.from({ length: 1_001 }, (_, count) => ({ email: `${count}@example.com` }));
    for (const subscribers of [[], many]) {
      const result = await callThrough(door, platform, 'save_subscribers', { subscribers });
      expect(result).toMatchObject({ ok: false, name: 'validation_error' });
    }
  },
);

describe('a list of subscribers', () => {
  const people = [
    { email: 'a@example.com', firstName: 'Anna', tags: ['red'] },
    { email: 'b@example.com', firstName: 'Bert', tags: ['red', 'blue'] },
    { email: 'c@example.com', firstName: 'Carl' },
  ];

  verifiesThrough(
    ['subscriber.list.v2', 'subscriber.list.v1'],
    doors.all,
    'can be filtered',
    async (door) => {
      const platform = await open();
      for (const person of people) await outputThrough(door, platform, 'create_subscriber', person);
      await outputThrough(door, platform, 'unsubscribe_subscriber', { subscriber: 'c@example.com' });
      const found = async (filter: Record<string, unknown>) => {
        const { data } = await outputThrough(door, platform, 'list_subscribers', filter);
        return data.map(({ email }: { email: string }) => email[0]).join('');
      };
      expect(await found({})).toBe('cba');
      expect(await found({ tag: 'Red' })).toBe('ba');
      expect(await found({ tag: ['blue', 'red'] })).toBe('ba');
      expect(await found({ query: 'ANN' })).toBe('a');
      expect(await found({ status: 'UNSUBSCRIBED' })).toBe('c');
      expect(await found({ limit: 1 })).toBe('c');
    },
  );

  verifiesThrough(
    'subscriber.list.status',
    doors.all,
    'takes a status in any case, but no unknown status',
    async (door) => {
      const platform = await open();
      await outputThrough(door, platform, 'create_subscriber', { email: 'a@example.com' });
      expect(
        (await outputThrough(door, platform, 'list_subscribers', { status: 'aCtive' })).data,
      ).toHaveLength(1);
      const result = await callThrough(door, platform, 'list_subscribers', { status: 'asleep' });
      expect(result).toMatchObject({ ok: false, name: 'validation_error' });
    },
  );

  verifies(
    ['subscriber.list.v1', 'list.v1.page-or-cursor'],
    'has a page or cursor and a total in v1',
    async () => {
      const { http } = await open();
      for (const body of people) await http('POST', '/api/v1/subscribers', { body });
      const list = async (query: string) => (await http('GET', `/api/v1/subscribers${query}`)).body;
      const emailsOf = (answer: { subscribers: { email: string }[] }) =>
        answer.subscribers.map(({ email }) => email[0]).join('');
      const first = await list('?page=1&limit=2');
      expect(Object.keys(first)).toEqual(['success', 'subscribers', 'total']);
      expect([emailsOf(first), first.total]).toEqual(['cb', 3]);
      const second = await list('?page=2&limit=2');
      expect([emailsOf(second), second.total]).toEqual(['a', 3]);
      const after = await list(`?cursor=${first.subscribers[0].id}`);
      expect([emailsOf(after), after.total]).toEqual(['ba', 3]);
      expect((await list('?tag=red&limit=1')).total).toBe(2);
      expect((await http('GET', `/api/v1/subscribers?page=1&cursor=${first.subscribers[0].id}`)).status).toBe(
        400,
      );
      expect((await http('GET', '/api/v1/subscribers?page=0')).status).toBe(400);
      expect((await http('GET', '/api/v1/subscribers?cursor=sub_unknown')).status).toBe(400);
    },
  );

  verifiesThrough(
    'subscriber.list.created-after',
    doors.current,
    'can start at a given time',
    async (door) => {
      const platform = await open();
      await outputThrough(door, platform, 'create_subscriber', { email: 'a@example.com' });
      await platform.clock.advance(1_000);
      await outputThrough(door, platform, 'create_subscriber', { email: 'b@example.com' });
      const { data } = await outputThrough(door, platform, 'list_subscribers', {
        created_after: '2026-01-01T00:00:00Z',
      });
      expect(data.map(({ email }: { email: string }) => email)).toEqual(['b@example.com']);
    },
  );

  verifies('version.v2-refuses-pages', 'has neither a page nor a cursor in v2', async () => {
    const { http } = await open();
    for (const query of ['page=1', 'cursor=sub_1']) {
      const { status, body } = await http('GET', `/api/v2/subscribers?${query}`);
      expect([status, body.details[0].code]).toEqual([400, 'unknown_field']);
    }
  });
});
