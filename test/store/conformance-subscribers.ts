import { describe, expect, test } from 'vitest';
import { eraseSubscriber } from '../../src/engine/subscribers/erase-subscriber.ts';
import { type EventToRecord, recordEvents } from '../../src/engine/subscribers/record-event.ts';
import { saveSubscriber } from '../../src/engine/subscribers/save-subscriber.ts';
import { tagSubscriber, untagSubscriber } from '../../src/engine/subscribers/tag-subscriber.ts';
import type { Database } from '../../src/store/database.ts';
import { add, fates, ids, now, openStore, person, type StoreScene, save, sceneOf } from './scene.ts';

/**
 * The behaviour of subscribers, tags and events that every database must show, above all with parallel
 * changes.  @param database a migrated database; rows of other organizations may be in it
 */
export function subscribersConform(database: () => Database): void {
  const open = (): Promise<StoreScene> => openStore(database());

  describe('a list of subscribers', () => {
    test('is filtered like a plain check of each row', async () => {
      const where = await open();
      const { read } = where;
      const amount = 60;
      for (let n = 0; n < amount; n += 1) {
        const tags = [
          n % 2 === 0 ? 'even' : 'odd',
          ...(n % 7 === 0 ? ['seven'] : []),
          ...(n % 3 === 0 ? ['three'] : []),
        ];
        await save(where, { email: `p${n}@example.com`, tags });
      }
      const all = (await read.subscribers.page({}, { limit: 100 })).rows;
      for (const one of all.filter((_, at) => at % 5 === 0)) {
        await where.write(({ subscribers }) => subscribers.update({ ...one, status: 'UNSUBSCRIBED' }));
      }
      const rows = (await read.subscribers.page({}, { limit: 100 })).rows;
      const tag = async (name: string) => (await read.tags.find(name))!;
      const [seven, three] = [await tag('seven'), await tag('three')];
      const cases = [
        [{ status: 'UNSUBSCRIBED' as const }, (one: (typeof rows)[0]) => one.status === 'UNSUBSCRIBED'],
        [{ tags: [seven.key] }, (one: (typeof rows)[0]) => one.tagIds.includes(seven.id)],
        [
          { tags: [seven.key, three.key] },
          (one: (typeof rows)[0]) => one.tagIds.includes(seven.id) || one.tagIds.includes(three.id),
        ],
        [
          { tags: [three.key], status: 'ACTIVE' as const, query: 'P1' },
          (one: (typeof rows)[0]) =>
            one.tagIds.includes(three.id) && one.status === 'ACTIVE' && one.email.includes('p1'),
        ],
        [{ query: '5@' }, (one: (typeof rows)[0]) => one.email.includes('5@')],
        [{ tags: [] }, () => false],
      ] as const;
      for (const [filter, fits] of cases) {
        const expected = rows.filter(fits).map(({ key }) => key);
        const walked: number[] = [];
        let after: number | undefined;
        for (let more = true; more; ) {
          const page = await read.subscribers.page(filter, { limit: 4, after });
          walked.push(...page.rows.map(({ key }) => key));
          more = page.hasMore;
          after = page.rows.at(-1)?.key;
        }
        expect(walked, JSON.stringify(filter)).toEqual(expected);
        const middle = expected[Math.floor(expected.length / 2)] ?? 0;
        const before = (await read.subscribers.page(filter, { limit: 100, before: middle })).rows;
        expect(before.map(({ key }) => key)).toEqual(
          middle === 0 ? [] : expected.slice(0, expected.indexOf(middle)),
        );
        const list = read.subscribers.list(filter);
        expect([await list.count(1_000), await list.count(3)]).toEqual([
          expected.length,
          Math.min(3, expected.length),
        ]);
        expect([await list.keyAt(0), await list.keyAt(2), await list.keyAt(expected.length)]).toEqual([
          expected[0],
          expected[2],
          undefined,
        ]);
      }
    });

    test('can start at a time even if rows are not in the order of their creation', async () => {
      const where = await open();
      const day = 24 * 60 * 60 * 1_000;
      const people = await add(
        where,
        Array.from({ length: 40 }, (_, n) =>
          // Every fourth was created by a clock that is ten minutes behind.
          person(`p${n}@example.com`, { createdAt: now + n * day - (n % 4 === 0 ? 600_000 : 0) }),
        ),
      );
      await add(await open(), [person('other@example.com', { createdAt: now - day })]);
      for (let n = -1; n <= 40; n += 1) {
        const createdAfter = now + n * day - 1;
        const expected = people.filter((one) => one.createdAt > createdAfter).map(({ key }) => key);
        const { rows } = await where.read.subscribers.page({ createdAfter }, { limit: 100 });
        expect(rows.map(({ key }) => key).sort((a, b) => a - b)).toEqual(expected);
      }
    });

    test('contains no subscriber of another organization', async () => {
      const [one, other] = [await open(), await open()];
      await save(one, { email: 'a@example.com', tags: ['red'], externalId: 'x' });
      const red = (await one.read.tags.find('red'))!;
      const a = (await one.read.subscribers.find({ email: 'a@example.com' }))!;
      const { subscribers, tags } = other.read;
      expect((await subscribers.page({ tags: [red.key] }, { limit: 9 })).rows).toEqual([]);
      expect(await subscribers.find({ id: a.id })).toBeUndefined();
      expect(await subscribers.find({ externalId: 'x' })).toBeUndefined();
      expect(await subscribers.keyOf(a.id)).toBeUndefined();
      expect(await tags.find(red.id)).toBeUndefined();
      expect(await tags.labels([red.id])).toEqual(new Map());
      expect(await other.write((store) => store.subscribers.holdEach([{ id: a.id }]))).toEqual([undefined]);
      expect(await other.write((store) => store.subscribers.remove(a.key))).toBe(false);
      expect(await other.write((store) => store.tags.remove(red.key))).toBe(false);
      await other.write((store) => store.subscribers.update({ ...a, firstName: 'Eve' }));
      await other.write((store) => store.tags.update({ ...red, name: 'mine' }));
      expect(await one.read.subscribers.find({ id: a.id })).toEqual(a);
      expect(await one.read.tags.find('red')).toEqual(red);
    });
  });

  describe('a save', () => {
    test('of a new address by several callers creates one subscriber with all their data', async () => {
      const where = await open();
      const saved = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
          save(where, { email: 'ada@example.com', attributes: { [name]: 1 }, tags: [name] }),
        ),
      );
      expect(saved.flatMap(fates).toSorted()).toEqual(['created', ...Array(5).fill('updated')]);
      const kept = (await where.read.subscribers.find({ email: 'ada@example.com' }))!;
      expect(Object.keys(kept.attributes).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
      expect(kept.tagIds).toHaveLength(6);
      expect(await where.read.counts.read('subscribers')).toBe(1);
      expect(await where.read.counts.read('tags')).toBe(6);
    });

    test('in batches with common addresses and tags always succeeds', async () => {
      const where = await open();
      const emails = Array.from({ length: 150 }, (_, n) => `p${n}@example.com`);
      const batches = [emails, emails.toReversed(), emails.slice(40), emails.slice(0, 90).toReversed()];
      const saved = await Promise.all(
        batches.map((batch, at) =>
          save(where, ...batch.map((email, n) => ({ email, tags: [`b${at}`, `t${n % 20}`, 'all'] }))),
        ),
      );
      const results = saved.flatMap(fates);
      expect(results.filter((fate) => fate === 'created')).toHaveLength(150);
      expect(results.filter((fate) => fate === 'updated')).toHaveLength(results.length - 150);
      expect(await where.read.counts.read('subscribers')).toBe(150);
      await agree(where);
    });

    test('of an external id by several callers succeeds for one caller and fails for the others', async () => {
      const where = await open();
      const people = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`);
      const made = await Promise.all(people.map((email) => save(where, { email, externalId: 'user-1' })));
      expect(made.flatMap(fates).toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'created']);
      const others = people.filter((_, at) => made[at]![0]!.kind === 'refused');
      for (const email of others) expect(await where.read.subscribers.find({ email })).toBeUndefined();
      await save(where, ...others.map((email) => ({ email })));
      const again = await Promise.all(others.map((email) => save(where, { email, externalId: 'user-2' })));
      expect(again.flatMap(fates).toSorted()).toEqual(['conflict', 'conflict', 'updated']);
      await agree(where);
    });

    test('in one batch has the same result as separate saves', async () => {
      const where = await open();
      await save(where, { email: 'known@example.com', externalId: 'taken', attributes: { a: 1, b: 2 } });
      const saved = await save(
        where,
        { email: 'new@example.com', firstName: 'New', externalId: 'one' },
        { email: 'known@example.com', attributes: { b: null, c: 3 } },
        { email: 'NEW@example.com', lastName: 'Again' },
        { email: 'thief@example.com', externalId: 'taken' },
        { email: 'twin@example.com', externalId: 'one' },
        { email: 'big@example.com', attributes: { text: 'x'.repeat(16_000) } },
        { email: 'big@example.com', attributes: { more: 'x'.repeat(2_000) } },
        { email: 'lost@example.com', tags: [`tag_${'0'.repeat(26)}`] },
        { email: 'known@example.com', externalId: 'taken' },
      );
      expect(fates(saved)).toEqual([
        'created',
        'updated',
        'updated',
        'conflict',
        'conflict',
        'created',
        'validation_error',
        'validation_error',
        'updated',
      ]);
      const { subscribers, counts } = where.read;
      expect(await subscribers.find({ email: 'new@example.com' })).toMatchObject({
        firstName: 'New',
        lastName: 'Again',
        externalId: 'one',
      });
      expect((await subscribers.find({ email: 'known@example.com' }))!.attributes).toEqual({
        a: 1,
        b: null,
        c: 3,
      });
      for (const name of ['thief', 'twin', 'lost']) {
        expect(await subscribers.find({ email: `${name}@example.com` })).toBeUndefined();
      }
      expect(await counts.read('subscribers')).toBe(3);
    });

    test('reports new records and writes nothing without a change', async () => {
      const where = await open();
      const fields = {
        email: 'ada@example.com',
        firstName: 'Ada',
        attributes: { plan: 'pro' },
        tags: ['red'],
      };
      await save(where, fields);
      const first = await where.read.subscribers.find({ email: 'ada@example.com' });
      const again = await where.write(async (store) => {
        const save = { ...fields, source: 'FORM' as const, resubscribe: false, triggerWorkflows: true };
        return await saveSubscriber(sceneOf(where, store, now + 1), save);
      });
      expect(again).toMatchObject({ created: false, subscriber: { updatedAt: now, source: 'API' } });
      expect(await where.read.subscribers.find({ email: 'ada@example.com' })).toEqual(first);
      expect(await where.read.tags.find('red')).toMatchObject({ subscriberCount: 1 });
    });
  });

  describe('a change of a subscriber', () => {
    test('to an address of another subscriber fails and changes nothing', async () => {
      const where = await open();
      const [a, b] = await add(where, [
        person('a@example.com', { externalId: 'a' }),
        person('b@example.com', { externalId: 'b' }),
      ]);
      const change = (fields: object) =>
        where.write(({ subscribers }) => subscribers.update({ ...b!, ...fields }));
      expect(await change({ email: 'a@example.com' })).toBe('email');
      expect(await change({ externalId: 'a' })).toBe('externalId');
      expect(await where.read.subscribers.find({ id: b!.id })).toEqual(b);
      expect(await change({ email: 'c@example.com', externalId: null })).toBeNull();
      expect(await where.read.subscribers.find({ email: 'b@example.com' })).toBeUndefined();
      expect(await where.read.subscribers.find({ email: 'a@example.com' })).toEqual(a);
      // The transaction continued after the failed statement.
      await where.write(async ({ subscribers, tags }) => {
        await subscribers.update({ ...b!, externalId: 'a' });
        await tags.add([
          { id: ids.id('tag'), name: 'after', description: null, color: null, createdAt: now },
        ]);
      });
      expect(await where.read.tags.find('after')).toBeDefined();
    });

    test('waits for the previous change and applies to its result', async () => {
      const where = await open();
      const [a] = await add(where, [person('a@example.com')]);
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          where.write(async ({ subscribers }) => {
            const held = (await subscribers.hold({ id: a!.id }))!;
            await subscribers.update({ ...held, attributes: { ...held.attributes, [n]: n } });
          }),
        ),
      );
      const kept = (await where.read.subscribers.find({ id: a!.id }))!;
      expect(Object.keys(kept.attributes)).toHaveLength(8);
    });
  });

  describe('in the store of tags,', () => {
    test('exactly one of several parallel inserts of a name succeeds', async () => {
      const where = await open();
      const made = await Promise.all(
        ['Red', 'red', 'RED', 'rEd'].map((name) =>
          where.write(({ tags }) =>
            tags.add([{ id: ids.id('tag'), name, description: null, color: null, createdAt: now }]),
          ),
        ),
      );
      expect(made.flat()).toHaveLength(1);
      const tagged = await open();
      await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) =>
          save(tagged, { email: `${name}@example.com`, tags: ['Größe', name] }),
        ),
      );
      expect(await tagged.read.tags.find('GRÖSSE')).toBeUndefined();
      expect(await tagged.read.tags.find('GRÖßE')).toMatchObject({ subscriberCount: 4 });
      expect(await tagged.read.counts.read('tags')).toBe(5);
    });

    test('a matching id has precedence over a matching name', async () => {
      const where = await open();
      const [first] = await where.write(({ tags }) =>
        tags.add([{ id: ids.id('tag'), name: 'first', description: null, color: null, createdAt: now }]),
      );
      await where.write(({ tags }) =>
        tags.add([{ id: ids.id('tag'), name: first!.id, description: null, color: null, createdAt: now }]),
      );
      expect(await where.read.tags.find(first!.id)).toEqual(first);
    });

    test('a rename to an existing name fails, and a rename to another spelling succeeds', async () => {
      const where = await open();
      await save(where, { email: 'a@example.com', tags: ['red', 'blue'] });
      const blue = (await where.read.tags.find('blue'))!;
      expect(await where.write(({ tags }) => tags.update({ ...blue, name: 'RED' }))).toBe(false);
      expect(await where.write(({ tags }) => tags.update({ ...blue, name: 'Blue' }))).toBe(true);
      expect(await where.read.tags.find('blue')).toMatchObject({
        id: blue.id,
        name: 'Blue',
        subscriberCount: 1,
      });
    });

    test('a tag deleted while it is added to a subscriber is either gone or created again', async () => {
      for (let round = 0; round < 12; round += 1) {
        const where = await open();
        await save(where, { email: 'a@example.com' }, { email: 'b@example.com', tags: ['red'] });
        const { key } = (await where.read.tags.find('red'))!;
        await Promise.all([
          where.write((store) => tagSubscriber({ store: store, now: now }, ids, 'a@example.com', ['red'])),
          where.write(async (store) => {
            if (await store.tags.remove(key)) await store.counts.change('tags', -1);
          }),
          save(where, { email: 'c@example.com', tags: ['RED'] }),
          where.write((store) => untagSubscriber({ store: store, now: now }, 'b@example.com', ['red'])),
        ]);
        await agree(where);
      }
    });

    test('a locked tag cannot be deleted or renamed before the transaction ends', async () => {
      const where = await open();
      await save(where, { email: 'a@example.com' }, { email: 'b@example.com', tags: ['red', 'blue'] });
      const [red, blue] = [(await where.read.tags.find('red'))!, (await where.read.tags.find('blue'))!];
      const order: string[] = [];
      const others = (): Promise<unknown>[] => [
        where.write(({ tags }) => tags.remove(red.key)).then(() => order.push('other')),
        where.write(({ tags }) => tags.update({ ...blue, name: 'green' })).then(() => order.push('other')),
      ];
      let waiting: Promise<unknown>[] = [];
      await where.write(async (store) => {
        await store.tags.hold(['red', blue.id]);
        waiting = others();
        // Time enough for the others to finish if they did not have to wait.
        for (let n = 0; n < 50; n += 1) await store.counts.read('tags');
        order.push('holder');
      });
      await Promise.all(waiting);
      expect(order).toEqual(['holder', 'other', 'other']);
    });

    test('a tag created after a deletion has no subscribers', async () => {
      const where = await open();
      await save(where, { email: 'a@example.com', tags: ['old'] });
      const old = (await where.read.tags.find('old'))!;
      await where.write((store) => store.tags.remove(old.key));
      await save(where, { email: 'b@example.com', tags: ['new'] });
      const made = (await where.read.tags.find('new'))!;
      const { rows } = await where.read.subscribers.page({ tags: [made.key] }, { limit: 9 });
      expect(rows.map(({ email }) => email)).toEqual(['b@example.com']);
      expect(made.subscriberCount).toBe(1);
      expect(await where.write((store) => store.tags.removeLinks(old.id, 0))).toBeNull();
      const links = 'SELECT subscriber FROM subscriber_tags WHERE tag = $1';
      expect(await where.read.queries.all(links, [old.key])).toEqual([]);
      expect(await where.read.queries.all(links, [made.key])).toHaveLength(1);
    });
  });

  describe('events', () => {
    const event = { name: 'order.paid', properties: { lines: [{ sku: 'ü' }], nul: '\0' }, occurredAt: now };
    const track = async (where: StoreScene, ref: EventToRecord['ref'], fields: object = {}) =>
      (await trackAll(where, [{ ref, event: { ...event, ...fields } }]))[0]!;
    const trackAll = (where: StoreScene, events: readonly EventToRecord[]) =>
      where.write((store) => recordEvents(sceneOf(where, store), events));

    test('are read back as tracked, newest first, and found by name', async () => {
      const where = await open();
      const first = (await track(where, { email: 'a@example.com' }))!;
      await track(where, { id: first.subscriberId }, { name: 'other' });
      await track(where, { email: 'a@example.com' }, { occurredAt: now - 5 });
      await track(where, { email: 'b@example.com' });
      const { key } = (await where.read.subscribers.find({ email: 'a@example.com' }))!;
      const { events, subscribers } = where.read;
      const { rows } = await events.page(key, undefined, { limit: 9 });
      expect(rows.map(({ name }) => name)).toEqual(['order.paid', 'other', 'order.paid']);
      expect(rows[2]).toEqual({ ...first, key: rows[2]!.key });
      const named = await events.page(key, 'order.paid', { limit: 1 });
      expect([named.rows[0]!.occurredAt, named.hasMore]).toEqual([now - 5, true]);
      expect([await events.count(key, 'order.paid', 9), await events.count(key, 'order.paid', 1)]).toEqual([
        2, 1,
      ]);
      expect(await events.keyAt(key, 'order.paid', 1)).toBe(rows[2]!.key);
      expect(await events.keyAt(key, undefined, 3)).toBeUndefined();
      expect(await subscribers.eventCount(key)).toBe(3);
      // An event that arrived late does not move the last activity back.
      expect(await subscribers.find({ email: 'a@example.com' })).toMatchObject({ lastActivityAt: now });
    });

    test('of an unknown address that are stored concurrently belong to one new subscriber', async () => {
      const where = await open();
      const tracked = await Promise.all(
        Array.from({ length: 8 }, () => track(where, { email: 'a@example.com' })),
      );
      expect(new Set(tracked.map((one) => one!.subscriberId)).size).toBe(1);
      const { key } = (await where.read.subscribers.find({ email: 'a@example.com' }))!;
      expect((await where.read.events.page(key, undefined, { limit: 20 })).rows).toHaveLength(8);
      expect(await where.read.subscribers.eventCount(key)).toBe(8);
      expect(await where.read.counts.read('subscribers')).toBe(1);
    });

    test('of one write belong to the same people by address, id and external id', async () => {
      const where = await open();
      await save(where, { email: 'a@example.com', externalId: 'x' });
      const { id, key } = (await where.read.subscribers.find({ email: 'a@example.com' }))!;
      const refs = [
        { email: 'new@example.com' },
        { email: 'a@example.com' },
        { id },
        { id: 'sub_unknown' },
        { externalId: 'x' },
        { email: 'new@example.com' },
      ];
      const times = refs.map((ref, at) => ({ ref, event: { ...event, occurredAt: now - at } }));
      const recorded = await trackAll(where, times);
      const people = ['new', 'a', 'a', undefined, 'a', 'new'].map((name) => name && `${name}@example.com`);
      expect(recorded.map((one) => one?.email)).toEqual(people);
      const { events, subscribers, counts } = where.read;
      const made = (await subscribers.find({ email: 'new@example.com' }))!;
      expect([await subscribers.eventCount(key), await subscribers.eventCount(made.key)]).toEqual([3, 2]);
      expect((await events.page(key, undefined, { limit: 9 })).rows.map(({ id }) => id)).toEqual(
        [4, 2, 1].map((at) => recorded[at]!.id),
      );
      expect(made).toMatchObject({ lastActivityAt: now, source: 'EVENT' });
      expect(await subscribers.find({ id })).toMatchObject({ lastActivityAt: now - 1 });
      expect(await counts.read('subscribers')).toBe(2);
    });

    test('without a subscriber are refused', async () => {
      const where = await open();
      expect(await track(where, { id: 'sub_unknown' })).toBeNull();
      expect(await track(where, { externalId: 'unknown' })).toBeNull();
    });
  });

  describe('erasing a subscriber', () => {
    test('removes all data of the person during concurrent changes', async () => {
      for (let round = 0; round < 12; round += 1) {
        const where = await open();
        await save(where, { email: 'a@example.com', tags: ['red', 'blue'] });
        const before = (await where.read.subscribers.find({ email: 'a@example.com' }))!;
        const ref = { id: before.id };
        const event = { name: 'x', properties: {}, occurredAt: now };
        const [, , erased] = await Promise.allSettled([
          where.write((store) => recordEvents(sceneOf(where, store), [{ ref, event }])),
          where.write((store) => tagSubscriber({ store: store, now: now }, ids, before.id, ['green'])),
          where.write((store) => eraseSubscriber(store, 'a@example.com', now)),
          where.write((store) => recordEvents(sceneOf(where, store), [{ ref, event }])),
        ]);
        expect(erased).toMatchObject({ status: 'fulfilled', value: { id: before.id } });
        expect(await where.read.subscribers.find(ref)).toBeUndefined();
        const left = (table: string) =>
          where.read.queries.get<{ amount: number }>(
            `SELECT count(*) AS amount FROM ${table} WHERE subscriber = $1`,
            [before.key],
          );
        expect([await left('events'), await left('subscriber_tags')]).toEqual([{ amount: 0 }, { amount: 0 }]);
        await agree(where);
      }
    });

    test('twice concurrently has the same effect as once', async () => {
      const where = await open();
      await save(where, { email: 'a@example.com', tags: ['red'] });
      const erased = await Promise.all(
        [1, 2, 3].map(() => where.write((store) => eraseSubscriber(store, 'a@example.com', now))),
      );
      expect(erased.filter(Boolean)).toHaveLength(1);
      expect(await where.read.counts.read('subscribers')).toBe(0);
      await agree(where);
    });
  });
}

/** Checks that the stored counts are correct, and that a subscriber's tags match the links. */
async function agree({ read, organization }: StoreScene): Promise<void> {
  const { queries } = read;
  const amount = async (table: string) =>
    (await queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM ${table} WHERE organization = $1`,
      [organization.key],
    ))!.amount;
  expect(await read.counts.read('subscribers')).toBe(await amount('subscribers'));
  expect(await read.counts.read('tags')).toBe(await amount('tags'));
  const links = await queries.all<{ subscriber: number; id: string }>(
    `SELECT subscriber_tags.subscriber, tags.id FROM tags
     JOIN subscriber_tags ON subscriber_tags.tag = tags.key WHERE tags.organization = $1`,
    [organization.key],
  );
  const { rows: people } = await read.subscribers.page({}, { limit: 1_000 });
  const { rows: tags } = await read.tags.page(undefined, { limit: 1_000 });
  const known = new Set(tags.map(({ id }) => id));
  const pairs = (list: { subscriber: number; id: string }[]) =>
    list.map(({ subscriber, id }) => `${subscriber} ${id}`).toSorted();
  const shown = people.flatMap(({ key, tagIds }) =>
    tagIds.filter((id) => known.has(id)).map((id) => ({ subscriber: key, id })),
  );
  expect(pairs(shown)).toEqual(pairs(links));
  for (const tag of tags) {
    expect(tag.subscriberCount, tag.name).toBe(links.filter(({ id }) => id === tag.id).length);
  }
}
