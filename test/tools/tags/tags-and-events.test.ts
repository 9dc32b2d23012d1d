import { describe, expect, test } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';

const email = 'ada@example.com';

onBothDatabases((place) => {
  describe('a tag', () => {
    test('created again returns the existing tag unchanged', async () => {
      const { outcome, use } = place();
      const first = await outcome('create_tag', { name: ' Größe ', description: 'a\nb', color: '#1f6feb' });
      expect([first.created, first.output]).toEqual([
        true,
        {
          object: 'tag',
          id: expect.stringMatching(/^tag_[0-9a-z]{26}$/),
          name: 'Größe',
          description: 'a\nb',
          color: '#1f6feb',
          topic: false,
          subscriberCount: 0,
          createdAt: expect.any(String),
        },
      ]);
      // The same letters in another case and with a combining accent.
      const again = await outcome('create_tag', { name: 'GRO\u0308ßE', description: 'other' });
      const warnings = ['A tag with this name exists: description was ignored. Change it with update_tag'];
      expect([again.created, again.output]).toEqual([false, { ...(first.output as object), warnings }]);
      expect((await use('list_tags')).data).toEqual([first.output]);
    });

    test('is a topic only when marked as one', async () => {
      const { use, refusal } = place();
      expect((await use('create_tag', { name: 'offers', topic: true })).topic).toBe(true);
      expect((await use('update_tag', { tag: 'offers', color: '#000000' })).topic).toBe(true);
      expect((await use('update_tag', { tag: 'offers', topic: false })).topic).toBe(false);
      expect((await use('get_tag', { tag: 'offers' })).topic).toBe(false);
      for (let n = 0; n < 100; n += 1) await use('create_tag', { name: `topic ${n}`, topic: true });
      expect((await refusal('create_tag', { name: 'one more', topic: true })).failure).toBe('conflict');
      expect((await refusal('update_tag', { tag: 'offers', topic: true })).failure).toBe('conflict');
      expect((await use('update_tag', { tag: 'topic 1', topic: true })).topic).toBe(true);
    });

    test('is rejected by the name of its invalid field', async () => {
      const { refusal } = place();
      const cases: [object, string][] = [
        [{ name: '  ' }, 'name'],
        [{ name: 'a\nb' }, 'name'],
        [{ name: 'x'.repeat(65) }, 'name'],
        [{ name: `tag_${'0'.repeat(26)}` }, 'name'],
        [{ name: 'a', color: 'red' }, 'color'],
        [{ name: 'a', description: 'x'.repeat(501) }, 'description'],
        [{ name: 'a', subscriberCount: 5 }, 'subscriberCount'],
      ];
      for (const [input, path] of cases) {
        const { failure, details } = await refusal('create_tag', input);
        expect([failure, (details as { path: string }[])[0]!.path]).toEqual(['validation_error', path]);
      }
    });

    test('changes only in the fields of the edit, and keeps its subscribers', async () => {
      const { use, refusal } = place();
      await use('create_subscriber', { email, tags: ['news', 'other'] });
      await use('update_tag', { tag: 'NEWS', description: 'Monthly', color: '#ffffff' });
      const renamed = await use('update_tag', { tag: 'news', name: 'Newsletter', color: null });
      expect(renamed).toMatchObject({
        name: 'Newsletter',
        description: 'Monthly',
        color: null,
        subscriberCount: 1,
      });
      expect(await use('get_tag', { tag: 'newsletter' })).toEqual(renamed);
      const { tags } = await use('get_subscriber', { subscriber: email });
      expect(tags.map(({ name }: { name: string }) => name)).toEqual(['Newsletter', 'other']);
      const result = await refusal('update_tag', { tag: 'other', name: 'NEWSLETTER' });
      expect([result.failure, result.message]).toEqual(['conflict', 'Another tag has this name']);
      expect((await refusal('update_tag', { tag: 'news', name: 'x' })).failure).toBe('not_found');
    });

    test('is removed from all subscribers when it is deleted, and its name becomes available', async () => {
      const { use, refusal } = place();
      await use('create_subscriber', { email, tags: ['news', 'other'] });
      const { id } = await use('get_tag', { tag: 'news' });
      expect(await use('delete_tag', { tag: id })).toEqual({ object: 'tag', id, deleted: true });
      expect((await refusal('delete_tag', { tag: id })).failure).toBe('not_found');
      const after = await use('get_subscriber', { subscriber: email });
      expect(after.tags.map(({ name }: { name: string }) => name)).toEqual(['other']);
      const again = await use('create_tag', { name: 'news' });
      expect([again.id === id, again.subscriberCount]).toEqual([false, 0]);
      expect((await use('list_subscribers', { tag: 'news' })).data).toEqual([]);
      const tagged = await use('add_subscriber_tags', { subscriber: email, tags: ['news'] });
      expect(tagged.tags.map(({ name }: { name: string }) => name)).toEqual(['other', 'news']);
    });

    test('is listed in pages, in v1 also by page number', async () => {
      const { use, outcome } = place();
      for (const name of ['a1', 'b', 'a2', 'a3']) await use('create_tag', { name });
      const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
      const first = await use('list_tags', { query: 'A', limit: 2 });
      expect([names(first), first.has_more]).toEqual([['a3', 'a2'], true]);
      expect(names(await use('list_tags', { query: 'A', after: first.data[1].id }))).toEqual(['a1']);
      const page = async (input: object) => {
        const { output } = await outcome('page_tags', input, { door: 'v1' });
        const { items, total } = output as { items: { name: string }[]; total: number };
        return [items.map(({ name }) => name), total];
      };
      expect(await page({ page: 2, limit: 3 })).toEqual([['a1'], 4]);
      expect(await page({ page: 2, limit: 2, query: 'a' })).toEqual([['a1'], 3]);
      expect(await page({ page: 3, limit: 2 })).toEqual([[], 4]);
    });
  });

  describe('an event', () => {
    test('is rejected by the name of its invalid field', async () => {
      const { refusal } = place();
      const cases: [object, string][] = [
        [{ email }, 'name'],
        [{ name: 'a', event: 'b', email }, 'event'],
        [{ name: 'a', email, properties: {}, data: {} }, 'data'],
        [{ name: 'a' }, 'email'],
        [{ name: 'a', email, subscriberId: 'sub_1' }, 'email'],
        [{ name: 'a/b', email }, 'name'],
        [{ name: 'a\nb', email }, 'name'],
        [{ name: '', email }, 'name'],
        [{ name: 'x'.repeat(129), email }, 'name'],
        [{ name: 'a', email: 'unknown' }, 'email'],
        [{ name: 'a', email, properties: { text: 'x'.repeat(16_384) } }, 'properties'],
        [{ name: 'a', email, properties: JSON.parse('{"__proto__": {}}') }, 'properties.__proto__'],
        [{ name: 'a', email, properties: [] }, 'properties'],
        [{ name: 'a', email, occurredAt: 'today' }, 'occurredAt'],
      ];
      for (const [input, path] of cases) {
        const { failure, details } = await refusal('track_event', input);
        expect([failure, (details as { path: string }[])[0]!.path]).toEqual(['validation_error', path]);
      }
      expect((await refusal('get_subscriber', { subscriber: email })).failure).toBe('not_found');
    });

    test('may have any letters in its name and any JSON in its properties', async () => {
      const { use } = place();
      const properties = {
        list: [1, null, { a: 'ü' }],
        text: '\u2028',
        constructor: 1,
        deep: { a: { b: [] } },
      };
      const event = await use('track_event', { name: 'Größe: a.b_c-d 1', email, properties });
      expect(event).toMatchObject({ name: 'Größe: a.b_c-d 1', properties });
      const { data } = await use('list_subscriber_events', { subscriber: email });
      expect(data).toEqual([event]);
    });

    test('updates the last activity but not the profile', async () => {
      const { use, platform } = place();
      const before = await use('create_subscriber', { email, externalId: 'ada' });
      const at = (ms: number) => new Date(platform.clock.now() + ms).toISOString();
      await use('track_event', { name: 'x', externalId: 'ada', occurredAt: at(-1_000) });
      await use('track_event', { name: 'x', subscriberId: before.id, occurredAt: at(-5_000) });
      const after = await use('get_subscriber', { subscriber: email });
      expect(after).toEqual({ ...before, lastActivityAt: at(-1_000) });
    });

    test('keeps the address for which it was tracked', async () => {
      const { use } = place();
      const { subscriberId } = await use('track_event', { name: 'x', email });
      await use('update_subscriber', { subscriber: email, email: 'new@example.com' });
      const { data } = await use('list_subscriber_events', { subscriber: 'new@example.com' });
      expect(data[0]).toMatchObject({ email, subscriberId });
    });

    test('is listed in pages for its subscriber only, in v1 also by page number', async () => {
      const { use, outcome, refusal } = place();
      const ids: string[] = [];
      for (const name of ['a', 'b', 'a', 'a']) ids.unshift((await use('track_event', { name, email })).id);
      const other = await use('track_event', { name: 'a', email: 'other@example.com' });
      const first = await use('list_subscriber_events', { subscriber: email, limit: 3 });
      expect([first.data.map(({ id }: { id: string }) => id), first.has_more]).toEqual([
        ids.slice(0, 3),
        true,
      ]);
      const before = await use('list_subscriber_events', { subscriber: email, before: ids[2] });
      expect(before.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
      const foreign = await use('list_subscriber_events', { subscriber: email, after: other.id });
      expect(foreign.data.map(({ id }: { id: string }) => id)).toEqual(ids);
      const wrong = await refusal('list_subscriber_events', { subscriber: email, after: 'evt_x' });
      expect(wrong.failure).toBe('validation_error');
      const page = async (input: object) => {
        const { output } = await outcome(
          'page_subscriber_events',
          { subscriber: email, ...input },
          { door: 'v1' },
        );
        const { items, total } = output as { items: { id: string }[]; total: number };
        return [items.map(({ id }) => ids.indexOf(id)), total];
      };
      expect(await page({ page: 2, limit: 3 })).toEqual([[3], 4]);
      expect(await page({ name: 'a', page: 2, limit: 2 })).toEqual([[3], 3]);
      expect(await page({ name: 'a', cursor: ids[0], limit: 1 })).toEqual([[1], 3]);
      expect(await page({ page: 7 })).toEqual([[], 4]);
    });
  });
});
