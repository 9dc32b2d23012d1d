import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CampaignRecord, countedAs } from '../../model/campaign/campaign.ts';
import {
  type CampaignReport,
  calculateRates,
  countReached,
  partOfWhole,
  reportLimits,
  type SeriesSpan,
  seriesSpan,
} from '../../model/campaign/campaign-report.ts';
import { wasEnded } from '../../model/campaign/lifecycle.ts';
import type { CampaignLink, LinkRedirect } from '../../model/campaign/link-redirect.ts';
import { campaignEnded } from '../../model/campaign/recipient.ts';
import { resolveVariants } from '../../model/campaign/variants.ts';
import { wereCaptured } from '../../model/email/captured.ts';
import type { Tracked } from '../../model/email/tracked.ts';
import { isoInstant, isoInstantOrNull, minuteMs } from '../../model/instant.ts';
import { keptLink } from '../../model/tracking/visit.ts';
import {
  bounceKinds,
  clickedLinks,
  ledgerEnds,
  machineOpens,
  reportSlice,
  type UnsentCounts,
} from '../../store/records/campaigns/campaign-report.ts';
import { listLinkRedirects } from '../../store/records/mail/link-redirects.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { answerCampaign } from './answer-campaign.ts';
import { findTracking, listTrackedLinks } from './redirect-link.ts';

/** A larger campaign is sampled evenly. A person waits for the page of the console, so it reads fewer rows. */
const readLinesMax = 100_000;
const readLinesAtConsoleMax = 8_000;
const stretches = 20;
/** Rows per statement. */
const sliceLinesMax = 5_000;
/** After this time each of the two walks returns a partial result. */
const readingMaxMs = 4_000;
/** Limit of distinct links and reasons while summing up. */
const kindsKeptMax = 1_000;

/** Uses existing counters and bounded reads. */
export async function reportCampaign(scope: Scope, campaign: CampaignRecord): Promise<CampaignReport> {
  const { store, now } = scope;
  const shown = await answerCampaign(store, campaign);
  const { stats } = shown;
  const attempted = await store.counts.read(countedAs(campaign.id, 'attempted'));
  const overAt = campaign.sentAt ?? campaign.progress?.endedAt ?? null;
  const span = campaign.startedAt === null ? null : seriesSpan(campaign.startedAt, overAt, now);
  const reading = span === null ? nothingRead : await readLines(scope, campaign.key, span, stats);
  const tracked = await findTracking(scope, campaign);
  const redirects = await listLinkRedirects(store, campaign.id);
  const written = tracked.clicks ? await listTrackedLinks(scope, campaign, redirects) : [];
  const skipping =
    stats.skipped === 0 ? nothingSkipped : await readSkipped(scope, campaign.key, stats.skipped);
  return {
    object: 'campaign_report',
    campaignId: campaign.id,
    name: campaign.name,
    subject: resolveVariants(campaign)[0]?.subject ?? null,
    status: campaign.status,
    paused: campaign.paused,
    startedAt: isoInstantOrNull(campaign.startedAt),
    sentAt: isoInstantOrNull(campaign.sentAt),
    totals: stats,
    skipped: skipping.reasons,
    rates: calculateRates(stats, attempted),
    series: seriesAnswer(span, reading.buckets),
    links: linksAnswer(reading.links, redirects, written),
    bounces: [...reading.bounces.values()]
      .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
      .slice(0, reportLimits.bounces),
    variants: variantsOf(campaign, shown),
    read: { recipients: reading.lines, of: stats.recipients },
    notes: notesOf(campaign, tracked, shown.problem, stats, reading, skipping),
  };
}

type Bucket = { sent: number; opened: number; clicked: number; machineOpened: number };
type Bounce = CampaignReport['bounces'][number];
type Reading = {
  lines: number;
  whole: boolean;
  buckets: Bucket[];
  links: Map<string, number>;
  bounces: Map<string, Bounce>;
  stayed: UnsentCounts;
};

type Skipping = { reasons: CampaignReport['skipped']; complete: boolean };

const nothingRead: Reading = {
  lines: 0,
  whole: true,
  buckets: [],
  links: new Map(),
  bounces: new Map(),
  stayed: { captured: 0, test: 0 },
};
const nothingSkipped: Skipping = { reasons: [], complete: true };

async function readLines(
  { engine, store, signal, caller }: Scope,
  campaign: number,
  span: SeriesSpan,
  { recipients, clicked, bounced, machine }: CampaignReport['totals'],
): Promise<Reading> {
  const { clock } = engine.world;
  const endsAt = clock.monotonic() + readingMaxMs;
  const reading: Reading = { ...emptyReading(span) };
  const ends = await ledgerEnds(store, campaign);
  if (!ends) return reading;
  const linesMax = caller.door === 'console' ? readLinesAtConsoleMax : readLinesMax;
  const sampled = recipients > linesMax;
  const sliceLines = sampled ? linesMax / stretches : sliceLinesMax;
  const stride = (ends.last - ends.first + 1) / stretches;
  let after = ends.first - 1;
  for (let stretch = 0; after < ends.last; stretch += 1, await nextTurn()) {
    if (sampled) {
      if (stretch === stretches) break;
      after = Math.max(after, ends.first - 1 + Math.floor(stretch * stride));
    }
    if (signal.aborted || clock.monotonic() > endsAt) break;
    const { lines, through, counts, stayed } = await reportSlice(
      store,
      campaign,
      { after, lines: sliceLines },
      span,
    );
    if (lines === 0) {
      after = ends.last;
      break;
    }
    reading.lines += lines;
    reading.stayed.captured += stayed.captured;
    reading.stayed.test += stayed.test;
    for (const { what, bucket, amount } of counts) reading.buckets[bucket]![what] += amount;
    if (machine.opened > 0) {
      const opens = await machineOpens(store, campaign, after, through, span);
      for (const { bucket, amount } of opens) reading.buckets[bucket]!.machineOpened += amount;
    }
    if (clicked > 0) await readLinks(store, campaign, after, through, reading);
    if (bounced > 0) await readBounces(store, campaign, after, through, reading);
    after = through;
  }
  return { ...reading, whole: !sampled && after >= ends.last };
}

function emptyReading({ from, until, bucketMs }: SeriesSpan): Reading {
  const buckets = Array.from({ length: Math.round((until - from) / bucketMs) }, () => ({
    sent: 0,
    opened: 0,
    clicked: 0,
    machineOpened: 0,
  }));
  return { ...nothingRead, buckets, links: new Map(), bounces: new Map(), stayed: { captured: 0, test: 0 } };
}

async function readLinks(
  store: OrganizationStore,
  campaign: number,
  after: number,
  through: number,
  { links }: Reading,
): Promise<void> {
  for (const { link, people } of await clickedLinks(store, campaign, after, through)) {
    if (link === null || (!links.has(link) && links.size >= kindsKeptMax)) continue;
    links.set(link, (links.get(link) ?? 0) + people);
  }
}

async function readBounces(
  store: OrganizationStore,
  campaign: number,
  after: number,
  through: number,
  { bounces }: Reading,
): Promise<void> {
  for (const { type, kind, count, sample } of await bounceKinds(store, campaign, after, through)) {
    const name = `${type} ${kind}`;
    const known = bounces.get(name);
    if (known) known.count += count;
    else if (bounces.size < kindsKeptMax) {
      bounces.set(name, { type: type ?? 'unknown', kind: kind ?? 'unknown', count, sample });
    }
  }
}

/** Returns the most clicked links, then links without clicks, and all corrected links with their targets. */
function linksAnswer(
  followed: ReadonlyMap<string, number>,
  redirects: readonly LinkRedirect[],
  written: readonly CampaignLink[],
): CampaignReport['links'] {
  const leads = new Map(redirects.map(({ source, target }) => [keptLink(source), target]));
  const most = new Map(mostly(followed, reportLimits.links));
  for (const { source } of written) {
    const url = keptLink(source);
    if (most.size < reportLimits.links && !most.has(url)) most.set(url, followed.get(url) ?? 0);
  }
  for (const url of leads.keys()) most.set(url, followed.get(url) ?? 0);
  return mostly(most, most.size).map(([url, people]) => ({
    url,
    people,
    redirectedTo: leads.get(url) ?? null,
  }));
}

async function readSkipped(
  { engine, store, signal }: Scope,
  campaign: number,
  skipped: number,
): Promise<Skipping> {
  const { clock } = engine.world;
  const endsAt = clock.monotonic() + readingMaxMs;
  const reasons = new Map<string, number>();
  let seen = 0;
  let after: number | null = 0;
  for (; after !== null && seen < skipped; await nextTurn()) {
    if (signal.aborted || clock.monotonic() > endsAt) break;
    const { parts, next }: Awaited<ReturnType<typeof store.recipients.skippedSlice>> =
      await store.recipients.skippedSlice(campaign, after);
    for (const { reason, amount } of parts) {
      seen += amount;
      reasons.set(reason, (reasons.get(reason) ?? 0) + amount);
    }
    after = next;
  }
  const complete = after === null || seen >= skipped;
  // Suppressed or canceled after acceptance.
  if (complete && seen < skipped) reasons.set('after_acceptance', skipped - seen);
  return { reasons: mostly(reasons, reasons.size).map(([reason, count]) => ({ reason, count })), complete };
}

function seriesAnswer(span: SeriesSpan | null, buckets: readonly Bucket[]): CampaignReport['series'] {
  if (span === null) return { from: null, until: null, bucketMinutes: 0, buckets: [] };
  const { from, until, bucketMs } = span;
  return {
    from: isoInstant(from),
    until: isoInstant(until),
    bucketMinutes: bucketMs / minuteMs,
    buckets: buckets.map((bucket, index) => ({ from: isoInstant(from + index * bucketMs), ...bucket })),
  };
}

function variantsOf(
  campaign: CampaignRecord,
  { abTest }: Awaited<ReturnType<typeof answerCampaign>>,
): CampaignReport['variants'] {
  if (abTest === null) return [];
  return resolveVariants(campaign).map(({ subject }, variant) => {
    const { name, stats } = abTest.variants[variant]!;
    const { sent, delivered, opened, clicked } = stats;
    const reached = countReached(stats);
    return {
      variant,
      name,
      subject,
      sent,
      delivered,
      opened,
      clicked,
      openRate: partOfWhole(opened, reached),
      clickRate: partOfWhole(clicked, reached),
      winner: abTest.winner === variant,
    };
  });
}

function notesOf(
  campaign: CampaignRecord,
  tracked: Tracked,
  problem: string | null,
  { recipients, sent, delivered, opened, clicked, machine }: CampaignReport['totals'],
  reading: Reading,
  skipping: Skipping,
): string[] {
  const { status, startedAt, abTest, paused } = campaign;
  if (startedAt === null) return ['Sending has not started, so there are no results yet'];
  const notes: string[] = [];
  if (status === 'SENDING')
    notes.push(
      paused
        ? 'It is paused: some recipients have not received it yet'
        : 'It is still being sent: all numbers will increase',
    );
  if (status === 'SENDING' && problem !== null) notes.push(`Sending cannot continue: ${problem}`);
  if (wasEnded(campaign)) {
    const left = skipping.reasons.find(({ reason }) => reason === campaignEnded)?.count ?? 0;
    notes.push(`It was ended early: ${left} recipients did not receive it`);
  }
  const { captured, test } = reading.stayed;
  if (captured > 0) notes.push(wereCaptured(captured));
  if (test > 0)
    notes.push(`${test.toLocaleString('en')} of its mails had mode test: their delivery was simulated`);
  if (!reading.whole) {
    notes.push(
      `Series, links and bounces cover ${reading.lines} of ${recipients} recipients: proportions are reliable, totals are not`,
    );
  }
  if (!skipping.complete) notes.push('The skipped recipients could not all be counted in time');
  if (sent > 0 && delivered === 0) {
    notes.push(
      'No deliveries were reported, which is common with a relay, so open rates are based on sent mail',
    );
  }
  if (!tracked.opens) notes.push('Open tracking was off, so opens were not counted');
  if (!tracked.clicks) notes.push('Click tracking was off, so clicks were not counted');
  if (machine.opened + machine.clicked > opened + clicked) {
    notes.push('Most opens and clicks came from machines; the rates exclude them');
  }
  if (abTest !== null && abTest.winner === null) notes.push('The A/B test has no winner yet');
  return notes;
}

function mostly(amounts: ReadonlyMap<string, number>, max: number): [string, number][] {
  return [...amounts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, max);
}
