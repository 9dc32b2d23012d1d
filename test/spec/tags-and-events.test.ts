import { describe, expect } from 'vitest';
import { callThrough, doors, outputThrough } from './doors.ts';
import { open } from './scene.ts';
import { verifies, verifiesThrough } from './verifies.ts';

describe('a tag', () => {
  verifiesThrough(
    ['tag.create', 'tag.names'],
    doors.all,
    'is created once, whatever the case of its name',
    async (door) => {
      const platform = await open();
      const made = await outputThrough(door, platform, 'create_tag', {
        name: 'Newsletter',
        color: '#3366ff',
      });
      const again = await outputThrough(door, platform, 'create_tag', { name: 'NEWSLETTER' });
      expect(again).toEqual(made);
      for (const name of ['', 'x'.repeat(65)]) {
        const result = await callThrough(door, platform, 'create_tag', { name });
        expect(result).toMatchObject({ ok: false, name: 'validation_error' });
      }
      expect((await callThrough(door, platform, 'create_tag', { name: 'x'.repeat(64) })).ok).toBe(true);
    },
  );

  verifies(
    ['tag.create', 'resource.create-status'],
    'returns 201 in v2 if it is new, 200 if it exists, and always 200 in v1',
    async () => {
      const { http } = await open();
      const statusOf = async (version: string, name: string) =>
        (await http('POST', `/api/${version}/tags`, { body: { name } })).status;
      expect(await statusOf('v2', 'one')).toBe(201);
      expect(await statusOf('v2', 'One')).toBe(200);
      expect(await statusOf('v1', 'two')).toBe(200);
      expect(await statusOf('v1', 'Two')).toBe(200);
    },
  );

  verifiesThrough('tag.get', doors.all, 'can be found by id or name', async (door) => {
    const platform = await open();
    const made = await outputThrough(door, platform, 'create_tag', { name: 'Größe/XL' });
    for (const tag of [made.id, 'größe/xl']) {
      expect(await outputThrough(door, platform, 'get_tag', { tag })).toEqual(made);
    }
    const result = await callThrough(door, platform, 'get_tag', { tag: 'nothing' });
    expect(result).toMatchObject({ ok: false, name: 'not_found' });
  });

  verifies(
    ['tag.fields', 'envelope.v1.no-object'],
    'has the documented fields in both versions',
    async () => {
      const { http } = await open();
      const v1 = (await http('POST', '/api/v1/tags', { body: { name: 'red' } })).body.tag;
      expect(Object.keys(v1)).toEqual(['id', 'name', 'description', 'color', 'subscriberCount', 'createdAt']);
      expect((await http('GET', '/api/v2/tags/red')).body).toEqual({
        object: 'tag',
        ...v1,
        topic: false,
      });
    },
  );

  verifiesThrough(
    ['tag.list.v2', 'tag.list.v1'],
    doors.all,
    'is listed newest first and can be searched by text',
    async (door) => {
      const platform = await open();
      for (const name of ['red', 'green', 'blue'])
        await outputThrough(door, platform, 'create_tag', { name });
      const names = async (filter: Record<string, unknown>) => {
        const { data } = await outputThrough(door, platform, 'list_tags', filter);
        return data.map(({ name }: { name: string }) => name);
      };
      expect(await names({})).toEqual(['blue', 'green', 'red']);
      expect(await names({ query: 'RE' })).toEqual(['green', 'red']);
      expect(await names({ limit: 1 })).toEqual(['blue']);
    },
  );

  verifies('tag.list.v1', 'is counted in the total of v1', async () => {
    const { http } = await open();
    for (const name of ['red', 'green']) await http('POST', '/api/v1/tags', { body: { name } });
    const { body } = await http('GET', '/api/v1/tags?limit=1');
    expect([Object.keys(body), body.total]).toEqual([['success', 'tags', 'total'], 2]);
  });

  verifiesThrough('tag.change', doors.current, 'can be renamed and deleted', async (door) => {
    const platform = await open();
    const { id } = await outputThrough(door, platform, 'create_tag', { name: 'red' });
    await outputThrough(door, platform, 'create_subscriber', { email: 'a@example.com', tags: ['red'] });
    const renamed = await outputThrough(door, platform, 'update_tag', { tag: 'red', name: 'crimson' });
    expect(renamed).toMatchObject({ id, name: 'crimson', subscriberCount: 1 });
    expect(await outputThrough(door, platform, 'delete_tag', { tag: id })).toEqual({
      object: 'tag',
      id,
      deleted: true,
    });
    const { tags } = await outputThrough(door, platform, 'get_subscriber', { subscriber: 'a@example.com' });
    expect(tags).toEqual([]);
  });
});

describe('an event', () => {
  const email = 'grace@example.com';

  verifiesThrough(
    ['event.track', 'event.fields', 'event.track.unknown-email'],
    doors.all,
    'is stored for its subscriber, who is created if unknown',
    async (door) => {
      const platform = await open();
      const event = await outputThrough(door, platform, 'track_event', {
        name: 'order.paid',
        email: 'Grace@Example.com',
        properties: { amount: 42, lines: [{ sku: 'a' }] },
      });
      expect(event).toMatchObject({
        id: expect.stringMatching(/^evt_/),
        name: 'order.paid',
        email,
        properties: { amount: 42, lines: [{ sku: 'a' }] },
        occurredAt: '2026-01-01T00:00:00.000Z',
        receivedAt: '2026-01-01T00:00:00.000Z',
      });
      const made = await outputThrough(door, platform, 'get_subscriber', { subscriber: event.subscriberId });
      expect(made).toMatchObject({ email, status: 'ACTIVE', source: 'EVENT' });
      await outputThrough(door, platform, 'unsubscribe_subscriber', { subscriber: email });
      await outputThrough(door, platform, 'track_event', { name: 'order.shipped', email });
      const kept = await outputThrough(door, platform, 'get_subscriber', { subscriber: email });
      expect(kept.status).toBe('UNSUBSCRIBED');
    },
  );

  verifies(['event.track.v1', 'event.fields'], 'is returned with a separate id in v1', async () => {
    const { http } = await open();
    const { body } = await http('POST', '/api/v1/events', { body: { name: 'x', email } });
    expect(Object.keys(body)).toEqual(['success', 'event', 'eventId']);
    expect(body.eventId).toBe(body.event.id);
    expect(Object.keys(body.event)).toEqual([
      'id',
      'name',
      'subscriberId',
      'email',
      'properties',
      'occurredAt',
      'receivedAt',
    ]);
  });

  verifiesThrough(
    'event.track.aliases',
    doors.all,
    'may be named with event, and its properties with data',
    async (door) => {
      const platform = await open();
      const event = await outputThrough(door, platform, 'track_event', { event: 'x', email, data: { a: 1 } });
      expect(event).toMatchObject({ name: 'x', properties: { a: 1 } });
    },
  );

  verifiesThrough(
    'event.track.one-subscriber',
    doors.all,
    'names its subscriber in exactly one way',
    async (door) => {
      const platform = await open();
      const { id } = await outputThrough(door, platform, 'create_subscriber', {
        email,
        externalId: 'user-1',
      });
      const ways = { email, subscriberId: id, externalId: 'user-1' };
      for (const [way, value] of Object.entries(ways)) {
        const event = await outputThrough(door, platform, 'track_event', { name: 'x', [way]: value });
        expect(event.subscriberId).toBe(id);
      }
      for (const who of [{}, { email, subscriberId: id }, ways]) {
        const result = await callThrough(door, platform, 'track_event', { name: 'x', ...who });
        expect(result).toMatchObject({ ok: false, name: 'validation_error' });
      }
      const result = await callThrough(door, platform, 'track_event', { name: 'x', externalId: 'unknown' });
      expect(result).toMatchObject({ ok: false, name: 'not_found' });
    },
  );

  verifiesThrough(
    'event.track.not-in-future',
    doors.all,
    'may be at most five minutes in the future',
    async (door) => {
      const platform = await open();
      const at = (occurredAt: string) =>
        callThrough(door, platform, 'track_event', { name: 'x', email, occurredAt });
      expect((await at('2026-01-01T00:05:00Z')).ok).toBe(true);
      expect((await at('2025-06-01T00:00:00+02:00')).ok).toBe(true);
      expect(await at('2026-01-01T00:05:00.001Z')).toMatchObject({ ok: false, name: 'validation_error' });
    },
  );

  verifiesThrough(
    ['event.list.v2', 'event.list.v1'],
    doors.all,
    'is listed with its subscriber',
    async (door) => {
      const platform = await open();
      for (const name of ['a', 'b', 'a']) await outputThrough(door, platform, 'track_event', { name, email });
      await outputThrough(door, platform, 'track_event', { name: 'a', email: 'other@example.com' });
      const names = async (filter: Record<string, unknown>) => {
        const { data } = await outputThrough(door, platform, 'list_subscriber_events', {
          subscriber: email,
          ...filter,
        });
        return data.map(({ name }: { name: string }) => name).join('');
      };
      expect(await names({})).toBe('aba');
      expect(await names({ name: 'a' })).toBe('aa');
      expect(await names({ limit: 1 })).toBe('a');
    },
  );

  verifies('event.list.v1', 'is counted in the total of v1', async () => {
    const { http } = await open();
    for (const name of ['a', 'b']) await http('POST', '/api/v1/events', { body: { name, email } });
    const { body } = await http('GET', '/api/v1/subscribers/grace%40example.com/events?limit=1');
    expect([Object.keys(body), body.total]).toEqual([['success', 'events', 'total'], 2]);
  });
});
