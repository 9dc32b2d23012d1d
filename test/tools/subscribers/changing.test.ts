import { describe, expect, test } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';

const email = 'ada@example.com';

onBothDatabases((place) => {
  describe('changing a subscriber', () => {
    test('merges attributes and deletes those set to null', async () => {
      const { use } = place();
      await use('create_subscriber', { email, attributes: { a: 1, b: 2 }, firstName: 'Ada' });
      const changed = await use('update_subscriber', {
        subscriber: email,
        attributes: { a: null, c: 3, d: null },
      });
      expect([changed.attributes, changed.firstName]).toEqual([{ b: 2, c: 3 }, 'Ada']);
      expect(await use('update_subscriber', { subscriber: email })).toEqual(changed);
    });

    test('moves the subscriber to another address unless another subscriber has it', async () => {
      const { use, refusal } = place();
      const { id } = await use('create_subscriber', { email, externalId: 'ada' });
      await use('create_subscriber', { email: 'grace@example.com', externalId: 'grace' });
      const result = await refusal('update_subscriber', {
        subscriber: id,
        email: 'Grace@example.com',
        firstName: 'x',
      });
      expect(result).toMatchObject({ failure: 'conflict', details: { field: 'email' } });
      const taken = await refusal('update_subscriber', { subscriber: id, externalId: 'grace' });
      expect(taken).toMatchObject({ failure: 'conflict', details: { field: 'externalId' } });
      const moved = await use('update_subscriber', { subscriber: 'ext:ada', email: 'Countess@example.com' });
      expect(moved).toMatchObject({ id, email: 'countess@example.com', firstName: null, status: 'ACTIVE' });
      expect((await refusal('get_subscriber', { subscriber: email })).failure).toBe('not_found');
      const { data } = await use('list_subscribers', { query: 'countess' });
      expect(data).toEqual([moved]);
    });

    test('to another address clears a bounce, but never an unsubscribe or complaint', async () => {
      const { use, organization, platform } = place();
      const statusAt = async (status: string, doubleOptIn: boolean) => {
        await use('update_organization_settings', { double_opt_in: doubleOptIn });
        const { id } = await use('create_subscriber', {
          email: `${status}-${doubleOptIn}@example.com`,
          doubleOptIn: false,
        });
        await platform.platform.engine.store.database.transaction((queries) =>
          queries.run('UPDATE subscribers SET status = $1 WHERE id = $2 AND organization = $3', [
            status,
            id,
            organization.key,
          ]),
        );
        const moved = { subscriber: id, email: `new-${status}-${doubleOptIn}@example.com` };
        return (await use('update_subscriber', moved)).status;
      };
      const statuses = ['ACTIVE', 'PENDING', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'];
      const allAfter = async (doubleOptIn: boolean) => {
        const found: string[] = [];
        for (const status of statuses) found.push(await statusAt(status, doubleOptIn));
        return found;
      };
      expect(await allAfter(false)).toEqual(['ACTIVE', 'PENDING', 'UNSUBSCRIBED', 'ACTIVE', 'COMPLAINED']);
      expect(await allAfter(true)).toEqual(['PENDING', 'PENDING', 'UNSUBSCRIBED', 'PENDING', 'COMPLAINED']);
    });

    test('that does not exist returns not_found for any identifier', async () => {
      const { refusal } = place();
      const names = ['sub_x', 'unknown@example.com', 'ext:x', 'ext:', '@', 'x'.repeat(500)];
      for (const subscriber of names) {
        for (const tool of [
          'get_subscriber',
          'update_subscriber',
          'unsubscribe_subscriber',
          'delete_subscriber',
          'list_subscriber_events',
        ]) {
          expect([subscriber, (await refusal(tool, { subscriber })).failure]).toEqual([
            subscriber,
            'not_found',
          ]);
        }
      }
    });
  });

  describe('unsubscribing a subscriber', () => {
    test('keeps the first time and reason until the subscriber returns', async () => {
      const { use, platform } = place();
      await use('create_subscriber', { email });
      const first = await use('unsubscribe_subscriber', {
        subscriber: email,
        reason: 'too much\nof it',
        topic: 'news',
      });
      expect(first).toMatchObject({
        status: 'UNSUBSCRIBED',
        unsubscribeReason: 'too much\nof it',
        unsubscribeTopic: 'news',
      });
      await platform.clock.advance(5_000);
      expect(await use('unsubscribe_subscriber', { subscriber: email, reason: 'other' })).toEqual(first);
      const back = await use('create_subscriber', {
        email,
        resubscribe: true,
        consent: { source: 'sign-up form' },
      });
      expect(back).toMatchObject({
        status: 'ACTIVE',
        unsubscribedAt: null,
        unsubscribeReason: null,
        unsubscribeTopic: null,
      });
    });

    test('replaces a bounce and adds to a complaint', async () => {
      const { use } = place();
      for (const [local, status] of [
        ['bounce', 'UNSUBSCRIBED'],
        ['complaint', 'COMPLAINED'],
      ]) {
        const address = `${local}@example.com`;
        await use('create_subscriber', { email: address });
        await use('send_email', { from: 'a@acme.test', to: address, subject: 'x', markdown: 'x' });
        const after = await use('unsubscribe_subscriber', { subscriber: address });
        expect([after.status, after.unsubscribedAt]).toEqual([status, expect.any(String)]);
        expect(
          await use('create_subscriber', {
            email: address,
            resubscribe: true,
            consent: { source: 'sign-up form' },
          }),
        ).toMatchObject({
          status: 'ACTIVE',
          unsubscribedAt: null,
        });
      }
    });
  });

  describe('tags of a subscriber', () => {
    test('are added once, in order, and removed by any of their names', async () => {
      const { use, refusal } = place();
      await use('create_subscriber', { email });
      const red = await use('create_tag', { name: 'Red' });
      const names = async (tool: string, tags: string[]) =>
        (await use(tool, { subscriber: email, tags })).tags.map(({ name }: { name: string }) => name);
      expect(await names('add_subscriber_tags', ['blue', red.id, 'RED', 'Blue'])).toEqual(['blue', 'Red']);
      expect(await names('add_subscriber_tags', ['red'])).toEqual(['blue', 'Red']);
      expect(await names('remove_subscriber_tags', [red.id, 'nothing', `tag_${'0'.repeat(26)}`])).toEqual([
        'blue',
      ]);
      expect((await use('get_tag', { tag: 'red' })).subscriberCount).toBe(0);
      const result = await refusal('add_subscriber_tags', {
        subscriber: email,
        tags: ['ok', `tag_${'0'.repeat(26)}`],
      });
      expect(result).toMatchObject({ failure: 'validation_error', details: [{ path: 'tags[1]' }] });
      expect((await refusal('get_tag', { tag: 'ok' })).failure).toBe('not_found');
      for (const subscriber of ['unknown@example.com', 'sub_x']) {
        expect((await refusal('add_subscriber_tags', { subscriber, tags: ['never'] })).failure).toBe(
          'not_found',
        );
      }
      expect((await refusal('get_tag', { tag: 'never' })).failure).toBe('not_found');
    });

    test('are limited to 250', async () => {
      const { use, refusal } = place();
      await use('create_subscriber', { email });
      const tags = Array.from({ length: 251 }, (_, n) => `tag ${n}`);
      for (const from of [0, 100, 200])
        await use('add_subscriber_tags', {
          subscriber: email,
          tags: tags.slice(from, Math.min(from + 100, 250)),
        });
      const result = await refusal('add_subscriber_tags', { subscriber: email, tags: tags.slice(250) });
      expect([result.failure, result.message]).toEqual([
        'validation_error',
        'tags would be more than 250 on one subscriber',
      ]);
      await use('remove_subscriber_tags', { subscriber: email, tags: ['tag 0'] });
      expect(
        (await use('add_subscriber_tags', { subscriber: email, tags: tags.slice(250) })).tags,
      ).toHaveLength(250);
    });
  });

  describe('erasing a subscriber', () => {
    test('leaves only the record that mails existed', async () => {
      const { use, refusal, organization, platform } = place();
      const { id } = await use('create_subscriber', {
        email,
        firstName: 'Ada',
        tags: ['red'],
        externalId: 'ada',
      });
      await use('track_event', { name: 'secret.visit', email, properties: { place: 'Paris' } });
      const mail = await use('send_email', {
        from: 'shop@acme.test',
        to: `Ada <${email}>`,
        subject: 'For Ada',
        markdown: 'Dear {{firstName}}',
      });
      expect(await use('delete_subscriber', { subscriber: 'Ada@example.com' })).toEqual({
        object: 'subscriber',
        id,
        deleted: true,
      });
      for (const subscriber of [id, email, 'ext:ada']) {
        expect((await refusal('get_subscriber', { subscriber })).failure).toBe('not_found');
      }
      expect((await use('get_tag', { tag: 'red' })).subscriberCount).toBe(0);
      const kept = await use('get_email', { id: mail.id });
      expect(kept).toMatchObject({ last_event: 'delivered', subject: '', subscriber_id: null });
      expect(JSON.stringify(kept)).not.toMatch(/Ada|ada@/);
      const { reader } = platform.platform.engine.store.database;
      for (const table of ['subscribers', 'events', 'emails', 'email_events']) {
        const rows = await reader.all(`SELECT * FROM ${table} WHERE organization = $1`, [organization.key]);
        expect(JSON.stringify(rows), table).not.toMatch(/ada@example|Ada|Paris/);
      }
      // A new subscriber with the same address is another person.
      const again = await use('create_subscriber', { email });
      expect(again.id).not.toBe(id);
      expect((await use('list_subscriber_events', { subscriber: email })).data).toEqual([]);
    });
  });

  describe('a list of subscribers', () => {
    test('is paged in both directions with filters', async () => {
      const { use, refusal } = place();
      const ids: string[] = [];
      for (let n = 0; n < 7; n += 1) {
        const { id } = await use('create_subscriber', {
          email: `p${n}@example.com`,
          tags: n % 2 === 0 ? ['even'] : ['odd'],
        });
        ids.unshift(id);
      }
      const page = async (input: object) => {
        const { data, has_more } = await use('list_subscribers', input);
        return [data.map(({ id }: { id: string }) => id), has_more];
      };
      expect(await page({ limit: 3 })).toEqual([ids.slice(0, 3), true]);
      expect(await page({ limit: 3, after: ids[2] })).toEqual([ids.slice(3, 6), true]);
      expect(await page({ limit: 3, after: ids[5] })).toEqual([ids.slice(6), false]);
      expect(await page({ limit: 3, before: ids[5] })).toEqual([ids.slice(2, 5), true]);
      expect(await page({ limit: 9, before: ids[1] })).toEqual([ids.slice(0, 1), false]);
      expect(await page({ tag: ['even', 'nothing'], limit: 2, after: ids[0] })).toEqual([
        [ids[2], ids[4]],
        true,
      ]);
      expect(await page({ tag: 'nothing' })).toEqual([[], false]);
      for (const wrong of [
        { after: ids[0], before: ids[1] },
        { after: 'sub_x' },
        { status: 'asleep' },
        { limit: 0 },
        { limit: 101 },
        { tag: [] },
      ]) {
        expect((await refusal('list_subscribers', wrong)).failure).toBe('validation_error');
      }
    });

    test('can start at a given time', async () => {
      const { use, platform } = place();
      for (const name of ['a', 'b', 'c']) {
        await use('create_subscriber', { email: `${name}@example.com` });
        await platform.clock.advance(60 * 60 * 1_000);
      }
      const b = await use('get_subscriber', { subscriber: 'b@example.com' });
      const found = async (created_after: string) =>
        (await use('list_subscribers', { created_after })).data
          .map((one: { email: string }) => one.email[0])
          .join('');
      expect(await found(b.createdAt)).toBe('c');
      expect(await found('2000-01-01T00:00:00Z')).toBe('cba');
      expect(await found('2100-01-01T00:00:00Z')).toBe('');
    });

    test('in v1 has page numbers and a total', async () => {
      const { use, outcome } = place();
      for (let n = 0; n < 5; n += 1)
        await use('create_subscriber', { email: `p${n}@example.com`, tags: [n < 3 ? 'low' : 'high'] });
      const page = async (input: object) => {
        const { output } = await outcome('page_subscribers', input, { door: 'v1' });
        const { items, total } = output as { items: { email: string }[]; total: number };
        return [items.map(({ email }) => email[1]).join(''), total];
      };
      expect(await page({ limit: 2 })).toEqual(['43', 5]);
      expect(await page({ page: 2, limit: 2 })).toEqual(['21', 5]);
      expect(await page({ page: 3, limit: 2 })).toEqual(['0', 5]);
      expect(await page({ page: 4, limit: 2 })).toEqual(['', 5]);
      expect(await page({ page: 2, limit: 2, tag: 'low' })).toEqual(['0', 3]);
      expect(await page({ page: 2, limit: 1, query: 'P' })).toEqual(['3', 5]);
      expect(await page({ page: 9, limit: 2, status: 'ACTIVE' })).toEqual(['', 5]);
    });
  });
});
