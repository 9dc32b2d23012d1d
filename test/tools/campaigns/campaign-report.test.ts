import { describe, expect, test } from 'vitest';
import type { CampaignCounted } from '../../../src/model/campaign/campaign.ts';
import { CampaignReport } from '../../../src/model/campaign/campaign-report.ts';
import { dayMs, hourMs, minuteMs } from '../../../src/model/instant.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const scanner = 'Mozilla/5.0 (compatible; Barracuda Sentinel; +https://barracuda.example)';

const followed = {
  fromEmail: 'news@acme.dev',
  subject: 'Our news, {{firstName|reader}}',
  markdown:
    'Hello {{firstName|there}}\n\n[Shop](https://shop.example/a) [Blog](https://blog.example/)\n\n[Leave]({{unsubscribeUrl}})',
};

type Reader = {
  open(agent?: string): Promise<unknown>;
  click(link: number): Promise<unknown>;
  leave(): Promise<unknown>;
};

/** Sends a campaign; returns functions that act as its recipients. */
async function sentTo(
  { use, platform }: Place,
  names: readonly string[],
  changes: object = {},
): Promise<{ id: string; readers: Record<string, Reader> }> {
  await use('add_domain', { name: 'acme.dev', open_tracking: true, click_tracking: true });
  for (const name of names) await use('create_subscriber', { email: `${name}@mailbox.dev` });
  const { id } = await use('create_campaign', { ...followed, ...changes });
  await use('send_campaign', { campaignId: id });
  const before = platform.mailbox.messages.length;
  await platform.deliver();
  await platform.clock.advance(2 * minuteMs);
  await platform.deliver();
  const visit = (path: string, method = 'GET', agent = firefox) =>
    platform.http(method, path, { token: null, headers: { 'user-agent': agent }, peer: '192.0.2.77' });
  const readers = platform.mailbox.messages.slice(before).map(({ to, html }) => {
    const paths = Array.from(
      html.matchAll(/(?:href|src)="http:\/\/posthouse\.example([^"]+)"/g),
      ([, path]) => path!,
    );
    const links = paths.filter((path) => path.startsWith('/c/'));
    const reader: Reader = {
      open: (agent) => visit(paths.find((path) => path.startsWith('/o/'))!, 'GET', agent),
      click: (link) => visit(links[link]!),
      leave: () => visit(paths.find((path) => path.startsWith('/u/'))!, 'POST'),
    };
    return [/([\w-]+)@/.exec(JSON.stringify(to))![1]!, reader] as const;
  });
  return { id, readers: Object.fromEntries(readers) };
}

const sumOf = (
  buckets: CampaignReport['series']['buckets'],
  what: 'sent' | 'opened' | 'clicked' | 'machineOpened',
) => buckets.reduce((sum, bucket) => sum + bucket[what], 0);

onBothDatabases((place) => {
  describe('the report of a campaign', () => {
    test('counts recipients, opens, clicks by link and unsubscribes', async () => {
      const here = place();
      const { id, readers } = await sentTo(here, ['ada', 'bob', 'cem', 'dag']);
      await readers.ada!.open();
      await readers.ada!.click(0);
      await here.platform.clock.advance(minuteMs);
      await readers.ada!.click(0);
      await here.platform.clock.advance(minuteMs);
      await readers.ada!.click(1);
      await here.platform.clock.advance(2 * hourMs);
      await readers.bob!.open();
      await readers.bob!.click(0);
      await readers.cem!.leave();
      const report = await here.use('get_campaign_report', { campaignId: id });
      expect(report).toMatchObject({
        object: 'campaign_report',
        campaignId: id,
        status: 'SENT',
        subject: 'Our news, {{firstName|reader}}',
        totals: { recipients: 4, sent: 4, opened: 2, clicked: 2, unsubscribed: 1, bounced: 0 },
        skipped: [],
        links: [
          { url: 'https://shop.example/a', people: 2, redirectedTo: null },
          { url: 'https://blog.example/', people: 1, redirectedTo: null },
        ],
        read: { recipients: 4, of: 4 },
      });
      expect(report.rates).toContainEqual({
        name: 'opened',
        rate: 0.5,
        count: 2,
        of: 'reached',
        denominator: 4,
      });
      expect(report.rates).toContainEqual({
        name: 'clicked_of_opened',
        rate: 1,
        count: 2,
        of: 'opened',
        denominator: 2,
      });
      // The simulated relay accepted it; no server has reported its delivery.
      expect(report.rates).toContainEqual({
        name: 'delivered',
        rate: null,
        count: 0,
        of: 'sent',
        denominator: 4,
      });
      expect(report.notes).toEqual([expect.stringMatching(/^No deliveries were reported/)]);
      const { buckets, bucketMinutes, from, until } = report.series;
      expect((['sent', 'opened', 'clicked'] as const).map((what) => sumOf(buckets, what))).toEqual([4, 2, 2]);
      expect(buckets.length).toBe((Date.parse(until) - Date.parse(from)) / (bucketMinutes * minuteMs));
      expect([buckets.at(0).sent, buckets.at(0).opened, buckets.at(-1).opened]).toEqual([4, 1, 1]);
    });

    test('counts the first open by a machine apart, and lists links without clicks', async () => {
      const here = place();
      const { id, readers } = await sentTo(here, ['ada', 'bob']);
      await readers.ada!.open(scanner);
      await here.platform.clock.advance(hourMs);
      await readers.ada!.open(scanner);
      await readers.bob!.open(scanner);
      await readers.bob!.open();
      const { series, links, totals } = await here.use('get_campaign_report', { campaignId: id });
      expect([sumOf(series.buckets, 'machineOpened'), totals.machine.opened]).toEqual([1, 1]);
      expect(sumOf(series.buckets, 'opened')).toBe(1);
      const first = (what: 'opened' | 'machineOpened') =>
        (series.buckets as CampaignReport['series']['buckets']).findIndex((bucket) => bucket[what] > 0);
      expect(first('machineOpened')).toBeLessThan(first('opened'));
      expect(links).toEqual([
        { url: 'https://blog.example/', people: 0, redirectedTo: null },
        { url: 'https://shop.example/a', people: 0, redirectedTo: null },
      ]);
    });

    test('breaks bounces down by class, and skipped recipients by reason', async () => {
      const here = place();
      const { use, platform } = here;
      for (const name of ['bounce+1', 'bounce+2', 'open', 'complaint', 'plain']) {
        await use('create_subscriber', { email: `${name}@example.com` });
      }
      await use('create_subscriber', { email: 'blocked@acme.dev' });
      await use('add_suppression', { email: 'blocked@acme.dev' });
      const { id } = await sentTo(here, []);
      const report = await use('get_campaign_report', { campaignId: id });
      expect(report.totals).toMatchObject({
        recipients: 6,
        sent: 5,
        delivered: 3,
        opened: 1,
        bounced: 2,
        complained: 1,
        skipped: 1,
      });
      expect(report.bounces).toEqual([
        { type: 'hard', kind: 'mailbox', count: 2, sample: '550 5.1.1 No such mailbox (simulated)' },
      ]);
      expect(report.skipped).toEqual([{ reason: 'suppressed', count: 1 }]);
      expect(report.rates).toContainEqual({
        name: 'delivered',
        rate: 0.6,
        count: 3,
        of: 'sent',
        denominator: 5,
      });
      expect(report.rates).toContainEqual({
        name: 'bounced',
        rate: 0.4,
        count: 2,
        of: 'attempted',
        denominator: 5,
      });
      expect(await platform.http('GET', '/api/v2/campaigns/cmp_x/report')).toMatchObject({ status: 404 });
    });

    test('compares the variants of an A/B test', async () => {
      const here = place();
      const names = ['ada', 'bob', 'cem', 'dag'];
      const abTest = {
        variants: [{ subject: 'First' }, { name: 'Second try', subject: 'Second' }],
        percent: 100,
        metric: 'opens',
        waitMinutes: 60,
      };
      const { id, readers } = await sentTo(here, names, { abTest });
      for (const name of names) await readers[name]!.open();
      const { variants, totals } = await here.use('get_campaign_report', { campaignId: id });
      expect(variants).toMatchObject([
        { variant: 0, subject: 'First', sent: 2, opened: 2, openRate: 1, clickRate: 0 },
        { variant: 1, name: 'Second try', subject: 'Second', sent: 2, opened: 2 },
      ]);
      expect(totals.opened).toBe(4);
    });

    test('says when the campaign has not started', async () => {
      const { use } = place();
      const { id } = await use('create_campaign', followed);
      const report = await use('get_campaign_report', { campaignId: id });
      expect(report).toMatchObject({
        startedAt: null,
        series: { from: null, buckets: [] },
        links: [],
        read: { recipients: 0, of: 0 },
        notes: ['Sending has not started, so there are no results yet'],
      });
      expect(report.rates.every(({ rate }: { rate: unknown }) => rate === null)).toBe(true);
    });

    test('shows the first week in at most 48 buckets when it is read weeks later', async () => {
      const here = place();
      const { id, readers } = await sentTo(here, ['ada', 'bob']);
      await readers.ada!.open();
      await here.platform.clock.advance(40 * dayMs);
      await readers.bob!.open();
      const { series, totals } = await here.use('get_campaign_report', { campaignId: id });
      expect(totals.opened).toBe(2);
      expect(sumOf(series.buckets, 'opened')).toBe(1);
      expect([series.bucketMinutes, series.buckets.length <= 48]).toEqual([240, true]);
    });

    test("exists only in the caller's organization and needs campaigns.read", async () => {
      const { use, refusal, platform } = place();
      const other = await platform.addOrganization('Another');
      const { output } = await platform.call('create_campaign', followed, {
        caller: platform.caller('tools', other.organization),
      });
      const { id: theirs } = output as { id: string };
      expect((await refusal('get_campaign_report', { campaignId: theirs })).failure).toBe('not_found');
      expect((await refusal('preview_campaign', { campaignId: theirs })).failure).toBe('not_found');
      const { id } = await use('create_campaign', followed);
      for (const tool of ['get_campaign_report', 'preview_campaign']) {
        expect((await refusal(tool, { campaignId: id }, ['emails.read'])).failure).toBe('restricted_api_key');
      }
    });

    test('of a large campaign is based on an even sample and says so', async () => {
      const { use, platform, organization } = place();
      const { id } = await use('create_campaign', followed);
      const { store } = platform.platform.engine;
      const key = (await store.forOrganization(organization.key).campaigns.keyOf(id))!;
      const lines = 260_000;
      const now = platform.clock.now();
      // Ids far from other tests' subscribers in the same tables.
      const first = 1_000_000_000 + key * 10_000_000;
      await store.database.transaction(async (queries) => {
        for (let from = 0; from < lines; from += 20_000) {
          const rows = Array.from({ length: 20_000 }, (_, index) => [
            key,
            first + from + index,
            1,
            now,
            (from + index) % 10 === 0 ? now : null,
          ]);
          await queries.insert(
            'INSERT INTO campaign_recipients (campaign, subscriber, state, changed_at, opened_at)',
            rows,
          );
        }
        await queries.run(
          "UPDATE campaigns SET status = 'SENT', started_at = $3, sent_at = $3 WHERE key = $1 AND organization = $2",
          [key, organization.key, now],
        );
        await store.forOrganization(organization.key).counts.changeAll(
          new Map<CampaignCounted, number>([
            [`${id as `cmp_${string}`} recipients`, lines],
            [`${id as `cmp_${string}`} opened`, lines / 10],
          ]),
        );
      });
      const report = CampaignReport.parse(await use('get_campaign_report', { campaignId: id }));
      expect(report.read).toEqual({ recipients: 100_000, of: lines });
      expect(report.totals.opened).toBe(lines / 10);
      expect(sumOf(report.series.buckets, 'opened')).toBe(10_000);
      expect(report.notes).toContainEqual(
        expect.stringMatching(/^Series, links and bounces cover 100000 of 260000/),
      );
      // A person waits for the page of the console.
      const caller = platform.caller('console', organization);
      const shown = await platform.call('get_campaign_report', { campaignId: id }, { caller });
      const sampled = CampaignReport.parse(shown.output);
      expect(sampled.read).toEqual({ recipients: 8_000, of: lines });
      expect(sumOf(sampled.series.buckets, 'opened')).toBe(800);
    });
  });
});
