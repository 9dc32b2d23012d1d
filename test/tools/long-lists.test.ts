import { describe, expect, test } from 'vitest';
import { type SeededRandom, seededRandom } from '../world/simulated/random.ts';
import { onBothDatabases, type Place } from './both-databases.ts';
import { campaign, keep, manyMails, type Sketch, usual } from './kept-mails.ts';

type Walk = { ids: string[]; pages: number; short: number };

/** Walks a list to its end by its last item, or by its cursor if the scan stopped early. */
async function walk(
  { use }: Place,
  tool: string,
  filters: Record<string, unknown>,
  limit: number,
  direction: 'after' | 'before' = 'after',
): Promise<Walk> {
  const ids: string[] = [];
  let pages = 0;
  let short = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await use(tool, {
      ...filters,
      limit,
      ...(cursor === undefined ? {} : { [direction]: cursor }),
    });
    const found: string[] = page.data.map(({ id }: { id: string }) => id);
    ids.push(...(direction === 'before' ? found.toReversed() : found));
    pages += 1;
    const next: string | undefined = page[`next_${direction}`];
    if (next !== undefined) short += 1;
    if (!page.has_more) return { ids, pages, short };
    cursor = next ?? (direction === 'after' ? found.at(-1) : found[0]);
    if (cursor === undefined) throw new Error('an empty page does not say where to go on');
  }
}

onBothDatabases((place) => {
  describe('a list whose filter has no index', () => {
    test('is scanned in short pages that continue where the last page ended', async () => {
      const now = place().platform.clock.now();
      const rare = { ...usual, from: 'Quixote <quixote@acme.dev>' };
      const kept = await keep(
        place(),
        Array.from({ length: manyMails }, (_, n) => ({ ...(n === 3 ? rare : usual), createdAt: now + n })),
      );
      const first = await place().use('list_emails', { from: 'quixote' });
      expect(first).toMatchObject({ object: 'list', data: [], has_more: true });
      expect(first.next_after).toMatch(/^eml_/);
      const { ids, short } = await walk(place(), 'list_emails', { from: 'quixote' }, 20);
      expect(ids).toEqual([kept[3]!.id]);
      expect(short).toBeGreaterThan(0);
      const oldest = kept[0]!.id;
      const back = await place().use('list_emails', { from: 'no such sender', before: oldest });
      expect(back).toMatchObject({ data: [], has_more: true });
      expect(back.next_before).toMatch(/^eml_/);
    });

    test('is complete in one page if its filter has an index, however rare the matches are', async () => {
      const now = place().platform.clock.now();
      const subscriberId = `sub_${'0'.repeat(25)}7`;
      const rare: Omit<Sketch, 'createdAt'> = {
        ...usual,
        source: 'smtp',
        lastEvent: 'complained',
        to: 'windmill@mailbox.dev',
        campaignId: campaign,
        subscriberId,
      };
      const kept = await keep(
        place(),
        Array.from({ length: manyMails }, (_, n) => ({ ...(n === 3 ? rare : usual), createdAt: now + n })),
      );
      const id = kept[3]!.id;
      const createdBefore = new Date(now + 10).toISOString();
      for (const filters of [
        { source: 'smtp' },
        { last_event: 'complained' },
        { campaign },
        { subscriber: subscriberId },
        { to: 'windmill@mailbox.dev' },
        { source: 'smtp', last_event: 'complained' },
        { last_event: 'complained', created_before: createdBefore },
        { source: 'smtp', query: 'windmill' },
      ]) {
        const page = await place().use('list_emails', filters);
        expect({
          filters,
          ids: page.data.map((mail: { id: string }) => mail.id),
          more: page.has_more,
        }).toEqual({
          filters,
          ids: [id],
          more: false,
        });
        expect(page).not.toHaveProperty('next_after');
      }
    });

    test('of recipients in one state is complete in one page, however rare the state is', async () => {
      const { platform, organization, use } = place();
      const { store } = platform.platform.engine;
      const { id } = await use('create_campaign', { name: 'Spring', subject: 'Spring' });
      const key = (await store.forOrganization(organization.key).campaigns.keyOf(id))!;
      // Ids far from the subscribers of other tests.
      const first = 1_000_000_000 + key * 10_000_000;
      const stateOf = (n: number, usual: number, rare: number): number => (n === 3 ? rare : usual);
      for (const [usual, rare, wanted] of [
        [0, 1, 'accepted'],
        [1, 0, 'waiting'],
        [1, 2, 'skipped'],
      ] as const) {
        await store.database.transaction(async (queries) => {
          await queries.run('DELETE FROM campaign_recipients WHERE campaign = $1', [key]);
          await queries.insert(
            'INSERT INTO campaign_recipients (campaign, subscriber, state, changed_at)',
            Array.from({ length: manyMails }, (_, n) => [key, first + n, stateOf(n, usual, rare), n]),
          );
        });
        const page = await use('list_campaign_recipients', { campaignId: id, state: wanted });
        expect({ wanted, ...page }).toMatchObject({
          wanted,
          data: [{ state: wanted.toUpperCase(), changedAt: new Date(3).toISOString() }],
          has_more: false,
        });
        expect(page).not.toHaveProperty('next_after');
      }
    });

    test('contains each matching mail once in both directions and for any page size', async () => {
      for (let seed = 1; seed <= 6; seed += 1) await compareWithNaiveScan(place(), seededRandom(seed), seed);
    });
  });
});

const texts = ['receipt', 'Receipt', 'windmill', 'wind', 'a%b', 'a_b', 'ab', "it's", 'the end'];

/** Compares the list with a scan of every mail for the same filters. */
async function compareWithNaiveScan(place: Place, random: SeededRandom, seed: number): Promise<void> {
  const begin = place.platform.clock.now() + seed * 86_400_000;
  const people = ['ada@mailbox.dev', 'bob@mailbox.dev', 'windmill@mailbox.dev'];
  const kept = await keep(
    place,
    Array.from({ length: 150 }, (_, n): Sketch => {
      const to = random.pick(people);
      return {
        source: random.pick(['api', 'smtp', 'campaign']),
        lastEvent: random.pick(['queued', 'delivered', 'bounced', 'complained']),
        from: random.pick(['Acme <hello@acme.dev>', 'Quixote <q@acme.dev>']),
        to,
        subject: `${seed} ${random.pick(texts)} ${random.pick(texts)}`,
        subscriberId: random.pick([null, `sub_${'0'.repeat(25)}${people.indexOf(to)}`]),
        campaignId: random.pick([null, `${campaign.slice(0, -1)}${seed}`]),
        createdAt: begin + n * 60_000 + random.integer(90_000),
      };
    }),
  );
  for (let round = 0; round < 12; round += 1) {
    const some = <Value>(value: Value): Value | undefined => (random.uniform() < 0.35 ? value : undefined);
    const after = some(begin + random.integer(150) * 60_000);
    const before = some(begin + random.integer(150) * 60_000);
    const wanted = {
      source: some(random.pick(['api', 'smtp', 'campaign'] as const)),
      last_event: some(random.pick(['queued', 'delivered', 'bounced', 'canceled'] as const)),
      to: some(random.pick(people)),
      from: some(random.pick(['quixote', 'ACME'])),
      campaign: some(`${campaign.slice(0, -1)}${seed}`),
      subscriber: some(`sub_${'0'.repeat(25)}${random.integer(3)}`),
      query: some(random.pick([...texts, `${seed} r`, 'mailbox'])),
    };
    const filters: Record<string, unknown> = {
      // Mails of this seed only.
      created_after: new Date(after ?? begin - 1).toISOString(),
      ...(before === undefined ? {} : { created_before: new Date(before).toISOString() }),
      ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
    };
    const expected = kept
      .filter((mail) => {
        const within = (text: string, part: string): boolean =>
          asciiLower(text).includes(asciiLower(part.toLowerCase()));
        return (
          mail.createdAt > (after ?? begin - 1) &&
          (before === undefined || mail.createdAt < before) &&
          (wanted.source === undefined || mail.source === wanted.source) &&
          (wanted.last_event === undefined || mail.lastEvent === wanted.last_event) &&
          (wanted.to === undefined || mail.to === wanted.to) &&
          (wanted.from === undefined || within(mail.from, wanted.from)) &&
          (wanted.campaign === undefined || mail.campaignId === wanted.campaign) &&
          (wanted.subscriber === undefined || mail.subscriberId === wanted.subscriber) &&
          (wanted.query === undefined || within(`${mail.to} ${mail.subject}`, wanted.query))
        );
      })
      .map(({ id }) => id)
      .toReversed();
    const limit = random.pick([1, 7, 100]);
    expect({ seed, filters, ids: (await walk(place, 'list_emails', filters, limit)).ids }).toEqual({
      seed,
      filters,
      ids: expected,
    });
    const oldest = expected.at(-1);
    if (oldest === undefined) continue;
    const back = await walk(place, 'list_emails', { ...filters, before: oldest }, limit, 'before');
    expect({ seed, filters, ids: back.ids }).toEqual({ seed, filters, ids: expected.toReversed().slice(1) });
  }
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
