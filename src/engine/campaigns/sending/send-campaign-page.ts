import { type AbTest, countedAs } from '../../../model/campaign/campaign.ts';
import { nextStage } from '../../../model/campaign/lifecycle.ts';
import { countsChanged, nothingHappened } from '../../../model/campaign/mail-counts.ts';
import { Failure } from '../../../model/failure.ts';
import { hourMs, minuteMs, secondMs } from '../../../model/instant.ts';
import { type Job, requeueJob } from '../../../store/jobs.ts';
import {
  type CampaignProgressRow,
  fullDomains,
  nextPace,
  readPaces,
  savePaces,
  saveProgress,
} from '../../../store/records/campaigns/campaign-progress.ts';
import type { WaitingRecipient } from '../../../store/records/campaigns/recipients.ts';
import type { OrganizationStore } from '../../../store/store.ts';
import { assertApprovedDelivery, BecameLive } from '../../approval/approved-delivery.ts';
import type { Engine } from '../../context/scope.ts';
import type { Fate } from '../../context/submission.ts';
import { type CampaignChange, countCampaign, leavingNow } from '../../ledger/count-campaign.ts';
import { reasonNotMailed } from '../../sending/judge-submission.ts';
import { type CampaignPage, pacesAfter, pageMails, sortPage } from '../campaign-page.ts';
import {
  assertUnchanged,
  ChangedByAssistant,
  pauseBecauseChanged,
  pauseBecauseLive,
} from '../check-approved-delivery.ts';
import type { CampaignMails } from './campaign-mails.ts';
import { continueStep, endStep, holdForStep, runStageStep, type Step, Superseded } from './campaign-step.ts';

/** More would delay the organization's receipts, and with active neighbors keep the event loop busy. */
const leavingMax = { alone: 1_000, beside: 100 };
/** Each look at the mails that leave costs two commits, and a thousand mails leave in more than 200 ms. */
const leavingWaitMs = { alone: 200, beside: 50 };
/** Interval between rounds over recipients left waiting. */
const roundMs = 30 * secondMs;
/** Maximum wait for a cap, because the cap may be raised meanwhile. */
const capWaitLongestMs = 5 * minuteMs;
const senderWaitFirstMs = 5 * secondMs;
const senderWaitLongestMs = 5 * minuteMs;

type SendingScene = {
  engine: Engine;
  job: Job;
  mails: CampaignMails;
  standing: CampaignProgressRow;
  /** Next allowed send by recipient domain, epoch ms; empty without that throttle. */
  paces: ReadonlyMap<string, number>;
};

/** The sender may not send at all, so the page rolls back. */
class SenderRefused extends Error {}

/** Lines, mails and counts are one transaction, so that a crash never sends two mails or none. */
export async function sendPage(
  around: Omit<SendingScene, 'paces'>,
  from: number,
): Promise<{ step: Step; through: number }> {
  const { engine, job, mails, standing } = around;
  const now = engine.world.clock.now();
  const store = engine.store.forOrganization(job.organization);
  const { key, id } = standing;
  const isAlone = engine.activeOrganizations.isAlone(job.organization);
  const limit = pageMails(mails, isAlone);
  const company = isAlone ? 'alone' : 'beside';
  if ((await leavingNow(store, id)) + limit > leavingMax[company]) {
    return { step: { kind: 'wait', until: now + leavingWaitMs[company] }, through: from };
  }
  const { abTest, throttle } = mails.campaign;
  const winner = abTest?.winner ?? null;
  const tested = abTest !== null && winner === null;
  const full = throttle?.perDomain ? await fullDomains(store, key, now) : [];
  const { rows, through } = await store.recipients.waiting(key, from, tested, full, limit);
  if (rows.length === 0) {
    if (through !== null) return { step: continueStep, through };
    return await endRound(around, tested, now);
  }
  const paces = throttle?.perDomain ? await readPaces(store, key, domainsOf(rows)) : new Map();
  const scene = { ...around, paces };
  const page = sortPage(mails, rows, through, winner, paces, now);
  try {
    const step = page.mails.length === 0 ? await passOver(scene, page, now) : await submit(scene, page, now);
    return { step, through: step.kind === 'on' ? (through ?? rows.at(-1)!.subscriber) : from };
  } catch (error) {
    if (error instanceof SenderRefused) return { step: waitForSender(error.message, now), through: from };
    if (error instanceof ChangedByAssistant) {
      return { step: await pauseBecauseChanged(engine, job, error), through: from };
    }
    if (error instanceof BecameLive) return { step: await pauseBecauseLive(engine, job), through: from };
    if (!(error instanceof Superseded)) throw error;
    return { step: continueStep, through: from };
  }
}

/** A sender's fault must not skip recipients; they wait until it is corrected. */
function waitForSender(problem: string, now: number): Step {
  return { kind: 'wait', until: now + senderWaitFirstMs, growsToMs: senderWaitLongestMs, problem };
}

async function passOver({ engine, job }: SendingScene, page: CampaignPage, now: number): Promise<Step> {
  if (page.passed.length === 0) return continueStep;
  await engine.store.database.transaction(async (queries) => {
    const { store, standing } = await holdForStep(queries, job, 'sending');
    await settle(store, standing, page, [], now);
  });
  return continueStep;
}

async function submit(scene: SendingScene, page: CampaignPage, now: number): Promise<Step> {
  const { engine, job, mails, paces } = scene;
  const { drafts: said } = mails;
  if (said === null) throw new SenderRefused('It no longer has a sender: set fromEmail or default_from');
  const drafts = page.mails.map(({ variant, to }) => ({ ...said[variant ?? 0]!, to }));
  const { perHour, perDomain } = mails.campaign.throttle ?? { perHour: null, perDomain: null };
  try {
    return await engine.accept.submit<Step>({
      caller: mails.caller,
      source: 'campaign',
      now,
      memory: null,
      cause: mails.campaign.cause,
      drafts,
      mode: 'permissive',
      async alongside(queries, fates) {
        const { store, standing, progress } = await holdForStep(queries, job, 'sending');
        assertSenderAllowed(fates);
        assertApprovedDelivery(standing.approvedDelivery, fates);
        await assertSameAddresses(store, page);
        await assertUnchanged(store, standing, page.mails);
        if (perDomain !== null) {
          await savePaces(store, standing.key, pacesAfter(page.mails, perDomain, paces, now));
        }
        if (perHour !== null) {
          // Stored with the page, so that a crash does not bring the next page forward.
          const through = page.through ?? page.mails.at(-1)!.subscriber;
          await saveProgress(store, standing.key, { ...progress, sentThrough: through, problem: null });
          const nextAt = now + Math.ceil((acceptedOf(fates) * hourMs) / perHour);
          if (!(await requeueJob(queries, job, nextAt, job.createdAt))) throw new Superseded();
        }
        await settle(store, standing, page, fates, now);
      },
      answer: () => (perHour === null ? continueStep : endStep),
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.failure !== 'rate_limit_exceeded') throw error;
    return await whenCapped(scene, page, error, now);
  }
}

/** Halves a page that exceeds the token's cap, down to one mail, before waiting. */
async function whenCapped(
  scene: SendingScene,
  page: CampaignPage,
  failure: Failure,
  now: number,
): Promise<Step> {
  if (page.mails.length === 1) {
    const waitMs = Math.min((failure.retryAfterSeconds ?? 1) * secondMs, capWaitLongestMs);
    return { kind: 'wait', until: now + waitMs };
  }
  const half = Math.floor(page.mails.length / 2);
  const mails = page.mails.slice(0, half);
  const through = mails.at(-1)!.subscriber;
  const passed = page.passed.filter(({ subscriber }) => subscriber < through);
  const step = await submit(scene, { ...page, mails, passed, through }, now);
  return step.kind === 'on' ? { kind: 'wait', until: now } : step;
}

/** @throws SenderRefused when a gate refused the sender, not a recipient */
function assertSenderAllowed(fates: readonly Fate[]): void {
  for (const fate of fates) {
    if (fate.kind !== 'refused') continue;
    const { failure, message, details } = fate.failure;
    // Only a refusal about recipients names them; otherwise the token is bound to another domain.
    const named = typeof details === 'object' && details !== null && 'allowed_recipients' in details;
    const boundElsewhere = failure === 'restricted_api_key' && !named;
    if (failure === 'domain_not_verified' || boundElsewhere) throw new SenderRefused(message);
  }
}

/** An address may have moved to another subscriber meanwhile. @throws Superseded */
async function assertSameAddresses(
  { recipients }: OrganizationStore,
  { mails }: CampaignPage,
): Promise<void> {
  if ((await recipients.stillAt(mails)) < mails.length) throw new Superseded();
}

function acceptedOf(fates: readonly Fate[]): number {
  return fates.filter(({ kind }) => kind === 'accepted').length;
}

/** Writes and counts each recipient's result. @throws Superseded when one no longer waits */
async function settle(
  store: OrganizationStore,
  { key, id }: CampaignProgressRow,
  page: CampaignPage,
  fates: readonly Fate[],
  now: number,
): Promise<void> {
  const accepted: { subscriber: number; emailId: string; variant: number | null }[] = [];
  const passed = [...page.passed];
  const changes: CampaignChange[] = [];
  const counted = (variant: number | null, counts: CampaignChange['counts']) =>
    changes.push({ campaignId: id, variant, counts });
  for (const [index, { subscriber, variant }] of page.mails.entries()) {
    const fate = fates[index]!;
    const reason = reasonNotMailed(fate);
    if (reason !== null) passed.push({ subscriber, variant, reason });
    else if (fate.kind === 'accepted') {
      accepted.push({ subscriber, variant, emailId: fate.id });
      const { attempted: _, ...played } = countsChanged(nothingHappened, fate.events);
      counted(variant, { ...played, leaving: fate.leaves ? 1 : 0 });
    }
  }
  for (const { variant } of passed) counted(variant, { skipped: 1 });
  const written =
    (await byVariant(accepted, (rows, variant) => store.recipients.accept(key, rows, variant, now))) +
    (await byVariant(passed, (rows, variant) => store.recipients.passOver(key, rows, variant, now)));
  if (written < accepted.length + passed.length) throw new Superseded();
  for (const [variant, amount] of amountsByVariant([...accepted, ...passed])) {
    if (variant === null) continue;
    // Recipients count in the campaign at enrollment, and move to their variant once it is chosen.
    changes.push(
      { campaignId: id, variant, counts: { recipients: amount } },
      { campaignId: id, variant: null, counts: { recipients: -amount } },
    );
  }
  await countCampaign(store, changes);
}

async function byVariant<Row extends { variant: number | null }>(
  rows: readonly Row[],
  write: (rows: readonly Row[], variant: number | null) => Promise<number>,
): Promise<number> {
  let written = 0;
  for (const variant of new Set(rows.map((row) => row.variant))) {
    written += await write(
      rows.filter((row) => row.variant === variant),
      variant,
    );
  }
  return written;
}

function amountsByVariant(rows: readonly { variant: number | null }[]): Map<number | null, number> {
  const amounts = new Map<number | null, number>();
  for (const { variant } of rows) amounts.set(variant, (amounts.get(variant) ?? 0) + 1);
  return amounts;
}

function domainsOf(rows: readonly WaitingRecipient[]): string[] {
  return [
    ...new Set(
      rows.flatMap(({ email }) => (email === null ? [] : [email.slice(email.lastIndexOf('@') + 1)])),
    ),
  ];
}

/** Starts another round for recipients left waiting, or the next stage. */
async function endRound(
  { engine, job, mails, standing }: Omit<SendingScene, 'paces'>,
  tested: boolean,
  now: number,
): Promise<{ step: Step; through: number }> {
  const store = engine.store.forOrganization(job.organization);
  if (await store.recipients.someWait(standing.key, tested)) {
    if (!mails.campaign.throttle?.perDomain) return { step: continueStep, through: 0 };
    const next = (await nextPace(store, standing.key, now)) ?? now;
    return { step: { kind: 'wait', until: Math.max(next, now + roundMs) }, through: 0 };
  }
  const { abTest } = mails.campaign;
  const step = await runStageStep(engine, job, 'sending', async (held) => {
    // A test of the whole audience leaves no recipient for a winner.
    const chooses = tested && (await held.store.recipients.someWait(held.standing.key, false));
    await saveProgress(held.store, held.standing.key, {
      ...held.progress,
      stage: nextStage(held.progress.stage, chooses ? 'test_sent' : 'all_mailed'),
      ...(chooses && { chooseAt: now + (await testMs(held.store, standing.id, abTest!)) }),
      sentThrough: 0,
      problem: null,
    });
    return continueStep;
  });
  return { step, through: 0 };
}

/** Zero if chance left a variant without recipients. */
async function testMs(
  store: OrganizationStore,
  id: string,
  { variants, waitMinutes }: AbTest,
): Promise<number> {
  const tested = await store.counts.readAll(
    variants.map((_, variant) => countedAs(id, 'recipients', variant)),
  );
  return tested.size === 0 ? 0 : waitMinutes * minuteMs;
}
