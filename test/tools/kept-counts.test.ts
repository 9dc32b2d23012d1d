import { describe, expect, test } from 'vitest';
import type { SubscriberRecord } from '../../src/model/subscriber/subscriber.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { type SeededRandom, seededRandom } from '../world/simulated/random.ts';
import { onBothDatabases, type Place } from './both-databases.ts';

/** More than a request counts while its caller waits. */
const manySubscribers = 6_000;

async function subscribe(
  { platform, organization }: Place,
  amount: number,
  planOf: (number: number) => string,
): Promise<SubscriberRecord[]> {
  const { engine } = platform.platform;
  const now = platform.clock.now();
  const people = Array.from(
    { length: amount },
    (_, number): SubscriberRecord => ({
      key: 0,
      id: engine.world.ids.id('sub'),
      email: `reader-${number}@mailbox.dev`,
      firstName: null,
      lastName: null,
      attributes: { plan: planOf(number) },
      tagIds: [],
      status: 'ACTIVE',
      externalId: null,
      source: 'API',
      timezone: null,
      locale: null,
      consent: null,
      createdAt: now,
      updatedAt: now,
      unsubscribedAt: null,
      unsubscribedBecause: null,
      lastActivityAt: null,
    }),
  );
  for (let at = 0; at < amount; at += 1_000) {
    const part = people.slice(at, at + 1_000);
    await engine.store.database.transaction(async (queries) => {
      const store = new OrganizationStore(queries, organization.key);
      await store.subscribers.add(part);
      await store.counts.change('subscribers', part.length);
    });
  }
  return people;
}

onBothDatabases((place) => {
  const gold = { field: 'attributes.plan', operator: 'eq', value: 'gold' };

  describe('the subscriber count of a segment', () => {
    test('is computed at once for few subscribers', async () => {
      await subscribe(place(), 30, (number) => (number % 3 === 0 ? 'gold' : 'free'));
      const { id } = await place().use('create_segment', { name: 'Gold', rule: gold });
      expect(await place().use('get_segment', { segmentId: id })).toMatchObject({
        subscriber_count: 10,
        counted_at: new Date(place().platform.clock.now()).toISOString(),
      });
    });

    test('is computed by the worker for many subscribers, and returned with its age until it is computed again', async () => {
      const { clock, deliver } = place().platform;
      await subscribe(place(), manySubscribers, (number) => (number % 3 === 0 ? 'gold' : 'free'));
      const made = await place().use('create_segment', { name: 'Gold', rule: gold });
      expect(made).toMatchObject({ subscriber_count: null, counted_at: null });
      const countedAt = new Date(clock.now()).toISOString();
      await deliver();
      const get = async () => await place().use('get_segment', { segmentId: made.id });
      expect(await get()).toMatchObject({ subscriber_count: manySubscribers / 3, counted_at: countedAt });
      await place().use('create_subscriber', { email: 'new@mailbox.dev', attributes: { plan: 'gold' } });
      await clock.advance(61_000);
      expect(await get()).toMatchObject({ subscriber_count: manySubscribers / 3, counted_at: countedAt });
      const again = new Date(clock.now()).toISOString();
      await deliver();
      expect(await get()).toMatchObject({ subscriber_count: manySubscribers / 3 + 1, counted_at: again });
      expect(
        await place().use('update_segment', { segmentId: made.id, rule: { ...gold, value: 'free' } }),
      ).toMatchObject({ subscriber_count: null, counted_at: null });
      await deliver();
      expect(await get()).toMatchObject({ subscriber_count: (manySubscribers / 3) * 2 });
    });
  });

  describe('a tag on many subscribers', () => {
    test('disappears at once when it is deleted, and is removed from the subscribers later', async () => {
      const { platform, organization } = place();
      const people = await subscribe(place(), 1_300, () => 'free');
      await place().use('create_tag', { name: 'news' });
      for (let at = 0; at < people.length; at += 1_000) {
        await place().use('save_subscribers', {
          subscribers: people.slice(at, at + 1_000).map(({ email }) => ({ email, tags: ['news'] })),
        });
      }
      const tag = await place().use('get_tag', { tag: 'news' });
      expect(tag.subscriberCount).toBe(people.length);
      const tagged = await place().use('create_segment', {
        name: 'Tagged',
        rule: { field: 'tags', operator: 'exists' },
      });
      expect(tagged.subscriber_count).toBe(people.length);
      await place().use('delete_tag', { tag: 'news' });

      const { queries } = platform.platform.engine.store.forOrganization(organization.key);
      const links = async () =>
        (await queries.get<{ amount: number }>(
          `SELECT count(*) AS amount FROM subscriber_tags WHERE subscriber IN
             (SELECT key FROM subscribers WHERE organization = $1)`,
          [organization.key],
        ))!.amount;
      expect(await links()).toBe(people.length);
      const subscriber_count = async () =>
        (await place().use('get_segment', { segmentId: tagged.id })).subscriber_count;
      expect(await subscriber_count()).toBe(0);
      expect((await place().use('list_subscribers', { tag: 'news' })).data).toEqual([]);
      expect((await place().use('get_subscriber', { subscriber: people[0]!.email })).tags).toEqual([]);
      await place().use('create_tag', { name: 'news' });
      expect((await place().use('get_tag', { tag: 'news' })).subscriberCount).toBe(0);
      await place().use('add_subscriber_tags', { subscriber: people[0]!.email, tags: ['news'] });
      await platform.deliver();
      expect(await links()).toBe(1);
      expect((await place().use('get_tag', { tag: 'news' })).subscriberCount).toBe(1);
      expect(await subscriber_count()).toBe(1);
    });
  });

  test('stored counts equal recomputed counts after any changes', async () => {
    for (let seed = 1; seed <= 3; seed += 1) await compareCounts(place(), seededRandom(seed), seed);
  });
});

/** Makes random changes to subscribers and tags, then compares every stored count with the rows. */
async function compareCounts(place: Place, random: SeededRandom, seed: number): Promise<void> {
  const names = [`news-${seed}`, `beta-${seed}`];
  for (const name of names) await place.use('create_tag', { name }).catch(() => {});
  const emails = Array.from({ length: 12 }, (_, number) => `p${seed}-${number}@mailbox.dev`);
  for (let step = 0; step < 60; step += 1) {
    const subscriber = random.pick(emails);
    const tag = random.pick(names);
    const change = random.integer(6);
    const attempt =
      change === 0
        ? place.use('create_subscriber', { email: subscriber })
        : change === 1
          ? place.use('add_subscriber_tags', { subscriber, tags: [tag] })
          : change === 2
            ? place.use('remove_subscriber_tags', { subscriber, tags: [tag] })
            : change === 3
              ? place.use('delete_subscriber', { subscriber })
              : change === 4 && step % 7 === 0
                ? place.use('delete_tag', { tag })
                : place.use('save_subscribers', { subscribers: [{ email: subscriber, tags: [tag] }] });
    await attempt.catch(() => {});
    if (random.uniform() < 0.2) await place.platform.deliver();
  }
  await place.platform.deliver();
  const { queries } = place.platform.platform.engine.store.forOrganization(place.organization.key);
  const real = await queries.all<{ name: string; kept: number; links: number }>(
    `SELECT name, subscriber_count AS kept, (SELECT count(*) FROM subscriber_tags WHERE tag = tags.key) AS links
     FROM tags WHERE organization = $1 ORDER BY name`,
    [place.organization.key],
  );
  for (const { name, kept, links } of real) expect({ seed, name, kept }).toEqual({ seed, name, kept: links });
  const count = async (table: string) =>
    (await queries.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM ${table} WHERE organization = $1`,
      [place.organization.key],
    ))!.amount;
  const { counts } = place.platform.platform.engine.store.forOrganization(place.organization.key);
  expect(await counts.read('subscribers')).toBe(await count('subscribers'));
  expect(await counts.read('tags')).toBe(await count('tags'));
}
