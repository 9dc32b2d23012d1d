import { describe, expect, test } from 'vitest';
import { searchCoverage } from '../../src/engine/worker/cover-search.ts';
import { secondMs } from '../../src/model/instant.ts';
import { candidates, indexedSearch, type SearchedTable } from '../../src/store/search-index.ts';
import { onBothDatabases, type Place } from './both-databases.ts';
import { keep, manyMails, type Sketch, usual } from './kept-mails.ts';

/** Brings the index up to date. */
async function cover({ platform }: Pick<Place, 'platform'>): Promise<void> {
  const round = searchCoverage(platform.platform.engine);
  for (let rounds = 0; rounds < 12; rounds += 1) {
    await round();
    await platform.clock.advance(31 * secondMs);
  }
}

/** Returns the index keys for a part of a text. */
async function indexed(
  { platform, organization }: Place,
  table: SearchedTable,
  part: string,
): Promise<number[]> {
  const { reader } = platform.platform.engine.store.database;
  const search = await indexedSearch(reader, table, organization.key, part);
  expect(search, 'nothing is covered').toBeDefined();
  const all = { position: Number.MAX_SAFE_INTEGER, backwards: false, limit: 100 };
  return await candidates(reader.away(organization.key), search!, all);
}

function mailsOf(here: Place, subjects: readonly string[]): readonly Sketch[] {
  const now = here.platform.clock.now();
  return subjects.map((subject, index) => ({ ...usual, subject, createdAt: now + index }));
}

const receipts = (amount: number): string[] => Array.from({ length: amount }, () => 'Your receipt');

onBothDatabases((place) => {
  describe('a search for a rare text among more mails than one page scans', () => {
    test('finds a match on the first page, however old it is', async () => {
      const here = place();
      const [oldest] = await keep(here, mailsOf(here, ['A zebra crossing', ...receipts(manyMails)]));
      const [newer] = await keep(here, mailsOf(here, ['A ZEBRA again']));
      await keep(here, mailsOf(here, receipts(manyMails)));
      const first = await here.use('list_emails', { query: 'zebra' });
      expect([first.data.length, typeof first.next_after]).toEqual([0, 'string']);

      await cover(here);
      const found = await here.use('list_emails', { query: 'Zebra' });
      expect(found.data.map(({ id }: { id: string }) => id)).toEqual([newer!.id, oldest!.id]);
      expect(found.has_more).toBe(false);
      const backwards = await here.use('list_emails', { query: 'zebra', before: oldest!.id });
      expect(backwards.data.map(({ id }: { id: string }) => id)).toEqual([newer!.id]);
      const page = await here.use('list_emails', { query: 'zebra', limit: 1 });
      expect([page.data[0].id, page.has_more]).toEqual([newer!.id, true]);
      const rest = await here.use('list_emails', { query: 'zebra', limit: 1, after: newer!.id });
      expect([rest.data[0].id, rest.has_more]).toEqual([oldest!.id, false]);
      expect((await here.use('list_emails', { query: 'zebra', last_event: 'bounced' })).data).toEqual([]);
      expect((await here.use('list_emails', { query: 'zebras' })).data).toEqual([]);
      // A newer mail is found together with the indexed ones.
      const [newest] = await keep(here, mailsOf(here, ['One more zebra']));
      const all = await here.use('list_emails', { query: 'zebra' });
      expect(all.data.map(({ id }: { id: string }) => id)).toEqual([newest!.id, newer!.id, oldest!.id]);
    });

    test('returns no mail of another organization', async () => {
      const here = place();
      await keep(here, mailsOf(here, ['A quagga', ...receipts(10)]));
      const other = await here.platform.addOrganization('Another');
      const there: Place = { ...here, organization: other.organization };
      await keep(
        there,
        mailsOf(
          there,
          Array.from({ length: 600 }, () => 'A quagga'),
        ),
      );
      await cover(here);
      expect(await indexed(here, 'emails', 'quagga')).toHaveLength(1);
      expect(await indexed(there, 'emails', 'quagga')).toHaveLength(100);
      expect((await here.use('list_emails', { query: 'quagga' })).data).toHaveLength(1);
    });
  });

  test.each([
    ['Straße nach Ürümqi', 'ÜRÜM'],
    ['Ελλάδα: Ο ΔΡΟΜΟΣ', 'ελλ'],
    ['新しいお知らせ', 'お知ら'],
    ['100 %_off \\ today', '%_off \\'],
    ['emoji 🦓🦓 here', '🦓🦓'],
  ])('the search finds %s in the index by %s', async (subject, query) => {
    const here = place();
    await keep(here, mailsOf(here, [subject, ...receipts(2)]));
    await cover(here);
    expect(await indexed(here, 'emails', query)).toHaveLength(1);
  });

  describe('a subscriber', () => {
    const named = async (here: Place, query: string) =>
      (await here.use('list_subscribers', { query })).data.map(({ email }: { email: string }) => email);

    test('is found by their current name and address', async () => {
      const here = place();
      await here.use('create_subscriber', { email: 'ada@acme.example', firstName: 'Augusta' });
      await here.use('create_subscriber', { email: 'bob@acme.example', firstName: 'Robert' });
      await cover(here);
      expect(await indexed(here, 'subscribers', 'augusta')).toHaveLength(1);
      await here.use('update_subscriber', { subscriber: 'ada@acme.example', firstName: 'Lovelace' });
      await here.use('save_subscribers', {
        subscribers: [{ email: 'bob@acme.example', firstName: 'Berta' }],
      });
      for (const name of ['lovelace', 'berta']) {
        expect(await indexed(here, 'subscribers', name)).not.toHaveLength(0);
      }
      await cover(here);
      for (const name of ['lovelace', 'berta']) {
        expect(await indexed(here, 'subscribers', name)).toHaveLength(1);
      }
      expect(await indexed(here, 'subscribers', 'augusta')).toEqual([]);
      expect(await indexed(here, 'subscribers', 'robert')).toEqual([]);
      expect(await named(here, 'lovelace')).toEqual(['ada@acme.example']);
      expect(await named(here, 'augusta')).toEqual([]);
    });

    test('leaves no index entry after the erasure, and neither do their mails', async () => {
      const here = place();
      for (const name of ['grace', 'alan']) {
        await here.use('create_subscriber', { email: `${name}@acme.example`, firstName: 'Turingson' });
        await here.use('send_email', {
          from: 'hello@acme.dev',
          to: `${name}@acme.example`,
          subject: `Welcome aboard, ${name}`,
          markdown: 'Hello',
        });
      }
      await cover(here);
      expect(await indexed(here, 'emails', 'welcome aboard')).toHaveLength(2);
      await here.use('update_subscriber', { subscriber: 'grace@acme.example', lastName: 'Twice' });
      await here.use('update_subscriber', { subscriber: 'grace@acme.example', lastName: 'Thrice' });
      await here.use('delete_subscriber', { subscriber: 'grace@acme.example' });
      await cover(here);
      expect(await indexed(here, 'subscribers', 'twice')).toEqual([]);
      expect(await indexed(here, 'subscribers', 'thrice')).toEqual([]);
      expect(await indexed(here, 'subscribers', 'turingson')).toHaveLength(1);
      expect(await indexed(here, 'emails', 'welcome aboard')).toHaveLength(1);
      expect(await indexed(here, 'emails', 'grace@')).toEqual([]);
      await here.use('delete_subscriber', { subscriber: 'alan@acme.example' });
      await cover(here);
      expect(await indexed(here, 'emails', 'welcome aboard')).toEqual([]);
      // On SQLite the index also drops the keys of erased subscribers.
      for (const name of ['ida', 'joan']) {
        await here.use('create_subscriber', { email: `${name}@acme.example`, firstName: `Dr ${name}` });
      }
      expect(await indexed(here, 'subscribers', 'dr joan')).toEqual([]);
      await cover(here);
      for (const name of ['ida', 'joan'])
        expect(await indexed(here, 'subscribers', `dr ${name}`)).toHaveLength(1);
      // The statistics of the index still match its content.
      await here.use('create_subscriber', { email: 'grace@acme.example', firstName: 'Hopper' });
      await cover(here);
      expect(await named(here, 'hopper')).toEqual(['grace@acme.example']);
    });
  });
});
