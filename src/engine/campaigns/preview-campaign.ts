import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mailbox } from '../../model/address.ts';
import {
  type ApprovedDelivery,
  type Audience,
  type CampaignRecord,
  isForAllActive,
} from '../../model/campaign/campaign.ts';
import { resolveSender } from '../../model/campaign/sender.ts';
import { resolveVariants } from '../../model/campaign/variants.ts';
import { footedBody } from '../../model/content/body.ts';
import { listPlaceholders } from '../../model/content/merge-fields.ts';
import type { Failure } from '../../model/failure.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { addSkips, nameSkipReason, type Skips } from '../../model/sending/skipped.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import { deliveriesLeft } from '../../store/campaign-deliveries.ts';
import { pageRowsMax } from '../../store/database.ts';
import { mailableLots } from '../../store/records/campaigns/mailable-recipients.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { isAgainstApproved } from '../approval/approved-delivery.ts';
import { type Drawing, sampleAudience } from '../approval/sample-audience.ts';
import {
  countedAlone,
  isJudged,
  judgedMax,
  noRecipientNow,
  viewAudience,
} from '../audience/count-audience.ts';
import { describeCampaignPlan } from '../audience/describe-campaign-plan.ts';
import { goneRefusal, resolveAudience } from '../audience/resolve-audience.ts';
import { otherTexts, sampleAmong, shownSubject, shownText } from '../content/shown-text.ts';
import type { Caller } from '../context/caller.ts';
import type { Scope } from '../context/scope.ts';
import { warningsOfSettings } from '../organizations/settings-warnings.ts';
import {
  ambientDelivery,
  asContentRefusal,
  buildPreview,
  combineDeliveries,
  type Fates,
  judgeDrafts,
  missingValues,
  skip,
  withoutCap,
} from '../sending/preview-send.ts';
import { listCampaignWarnings } from './answer-campaign.ts';
import { readRecipient } from './campaign-page.ts';
import { deliveryOnceResumed, setPausedFault } from './move-campaign.ts';
import {
  aboutCampaign,
  aboutSchedule,
  judgeReady,
  type ReadyCampaign,
  readyCampaign,
  type ScheduleRequest,
} from './schedule-campaign.ts';
import { campaignDrafts, campaignMails, describePace, lookAtMails } from './sending/campaign-mails.ts';

const heldBackMax = 10_000;
/** After this time the preview contains a partial result. */
const lookingMaxMs = 10_000;

const notAll = 'The audience was too large to count in time: the counts are lower bounds';

/**
 * Runs `readyCampaign` and `judgeReady`, as the send does, and judges each recipient by the gates. A recipient whose cooldown or
 * suppression ends by the time of the send counts as mailed.
 */
export async function previewSchedule(scope: Scope, request: ScheduleRequest): Promise<PreviewedSend> {
  const ready = await readyCampaign(scope, request);
  const gone = await goneRefusal(scope.store, ready.campaign.audience);
  if (gone) throw gone;
  return await previewReady(scope, 'send_campaign', ready);
}

/** The content of a SCHEDULED campaign was verified when it was scheduled, and cannot change. */
export async function previewReady(scope: Scope, tool: string, ready: ReadyCampaign): Promise<PreviewedSend> {
  const { engine, caller, store, signal, progress } = scope;
  const { campaign, from, at } = ready;
  const isDraft = campaign.status === 'DRAFT';
  const { badges, refusal } = isDraft
    ? await judgeReady(scope, ready).catch((error) => ({ badges: [], refusal: asContentRefusal(error) }))
    : { badges: campaign.badges, refusal: null };
  const terms = await resolveAudience(store, campaign.audience);
  const drawing = drawingFor(scope, campaign.id);
  const view = await viewAudience(engine, store, terms, at, { signal, progress }, judgedMax, drawing);
  const judged = isJudged(view);
  const emails = view.sample.map(({ email }) => email);
  const seen = judged ? await judgeEach(scope, caller, campaign, from, emails, at) : counted(view.count);
  addSkips(seen.skipped, view.skipped);
  const { postalAddress } = isDraft ? caller.organization : campaign;
  const { audience } = campaign;
  return {
    ...(await buildCampaignPreview(scope, caller, {
      tool,
      ready,
      audience,
      seen,
      atLeast: !view.complete,
      badges,
      refusal,
      postalAddress,
      people: emails,
      warnings: [
        ...(view.complete ? [] : [notAll]),
        ...(judged || !view.complete ? [] : [countedAlone]),
        ...(isForAllActive(audience) ? ['No audience is set: all ACTIVE subscribers will receive it'] : []),
        ...(await listCampaignWarnings(scope, { ...campaign, badges })),
      ],
    })),
    about: await aboutSchedule(scope, store, ready),
    reachable: view.count + view.suppressedForATime,
    people: view.complete && drawing ? drawing.people() : null,
  };
}

/**
 * Reads the waiting recipients as the send does (`readRecipient`), judges each by the gates, and counts the mails already made.
 * Null unless the campaign is paused.
 */
export async function previewResume(scope: Scope, campaignId: string): Promise<PreviewedSend | null> {
  const { engine, caller, store, now } = scope;
  const campaign = (await store.campaigns.byId(campaignId)) ?? scope.fail('not_found');
  const fault = setPausedFault(campaign, false);
  if (fault) throw fault;
  if (!campaign.paused) return null;
  const mails = await campaignMails(engine, store.organization, campaignId);
  const from = mails?.drafts?.[0]?.from ?? null;
  const progress = campaign.progress!;
  const drawing = drawingFor(scope, campaignId);
  const left = await findRemaining(scope, campaign, drawing);
  const sender = mails?.caller ?? caller;
  const seen =
    left.emails.length === left.count && from
      ? await judgeEach(scope, sender, campaign, from, left.emails, now)
      : counted(left.count);
  addSkips(seen.skipped, left.skipped);
  const heldBack = await deliveriesLeft(store.queries, store.organization, campaignId, heldBackMax);
  const atLeast = !left.complete || heldBack === heldBackMax;
  return {
    ...(await buildCampaignPreview(scope, sender, {
      tool: 'resume_campaign',
      ready: { campaign, from, at: null },
      audience: progress.audience,
      seen: { ...seen, mailed: { length: seen.mailed.length + heldBack } },
      atLeast,
      badges: [],
      refusal: null,
      postalAddress: campaign.postalAddress,
      people: left.emails,
      warnings: [
        ...warningsOfSettings(engine.settings, sender, true),
        ...(atLeast ? [notAll] : []),
        ...(progress.stage === 'gathering' ? ['The audience is still being recorded'] : []),
        ...problemOf(campaign, await deliveryOnceResumed(scope, store, campaign)),
      ],
    })),
    about: await aboutResume(scope, store, campaign),
    reachable: left.count + left.suppressedForATime + heldBack,
    people: left.complete && drawing ? drawing.people() : null,
  };
}

/** An approval clears a problem about people or delivery. */
function problemOf({ progress, approvedDelivery }: CampaignRecord, delivery: ApprovedDelivery): string[] {
  const { problem, stage } = progress!;
  if (problem === null) return [];
  const isMended = stage === 'gathered' || isAgainstApproved(approvedDelivery, delivery);
  return [isMended ? problem : `Sending cannot continue: ${problem}`];
}

export async function aboutResume(
  scope: Pick<Scope, 'engine' | 'caller'>,
  store: OrganizationStore,
  campaign: CampaignRecord,
): Promise<unknown> {
  const { defaultFrom, defaultReplyTo } = scope.caller.organization;
  const from = resolveSender(campaign, defaultFrom);
  return {
    of: from && (await aboutCampaign(store, campaign, { from, defaultReplyTo }, campaign.progress!.audience)),
    id: campaign.id,
    delivery: await deliveryOnceResumed(scope, store, campaign),
  };
}

/** Only MCP asks a person, so only MCP compares people. */
function drawingFor({ engine, caller }: Scope, campaignId: string): Drawing | null {
  return caller.door === 'mcp' ? sampleAudience(engine, campaignId) : null;
}

type Seen = Omit<Fates, 'mailed' | 'refusal'> & { mailed: { length: number } };

function counted(count: number): Seen {
  return {
    mailed: { length: count },
    skipped: new Map(),
    deliveries: new Set(),
    missing: new Map(),
  };
}

/** Limits over time, such as a token's cap, delay campaign mail and skip none. @param at epoch ms */
async function judgeEach(
  scope: Scope,
  sender: Caller,
  campaign: CampaignRecord,
  from: Mailbox,
  emails: readonly string[],
  at: number,
): Promise<Seen> {
  const [first] = campaignDrafts(campaign, from);
  // A recipient's variant is not known yet, so the fields of all variants count.
  const texts = resolveVariants(campaign).flatMap(({ subject, preview, body }) => [
    subject,
    preview,
    body?.source,
  ]);
  const placeholders = listPlaceholders(texts);
  const read = emails.map((email) => readRecipient({ email, status: 'ACTIVE' }));
  const drafts = read.flatMap((one) => ('to' in one ? [{ ...first!, placeholders, to: one.to }] : []));
  const fates = await judgeDrafts({ ...scope, now: at }, withoutCap(sender), 'campaign', drafts);
  for (const one of read) if ('reason' in one) skip(fates, one.reason);
  return fates;
}

async function buildCampaignPreview(
  scope: Scope,
  sender: Caller,
  plan: {
    tool: string;
    ready: { campaign: CampaignRecord; from: Mailbox | null; at: number | null; atOnce?: boolean };
    audience: Audience;
    seen: Seen;
    /** The time was too short for the whole audience. */
    atLeast: boolean;
    badges: readonly Badge[];
    refusal: Failure | null;
    postalAddress: string | null;
    /** The first one's values fill the text and subjects. */
    people: readonly string[];
    warnings: readonly string[];
  },
): Promise<Omit<PreviewedSend, 'about' | 'people'>> {
  const { tool, ready, seen, atLeast, badges, refusal, postalAddress, people, warnings } = plan;
  const { campaign, from } = ready;
  const mails = resolveVariants(campaign);
  const texts = mails.flatMap(({ subject, body }) => [subject, body?.source]);
  const sample = refusal ? null : await sampleAmong(scope, texts, people[0]);
  const body = mails[campaign.abTest?.winner ?? 0]?.body;
  const shown = from && lookAtMails(scope, { campaign, from, postalAddress }, people);
  const mailed = refusal ? { length: 0 } : seen.mailed;
  if (refusal && seen.mailed.length > 0) skip(seen, nameSkipReason(refusal.failure), seen.mailed.length);
  const preview = buildPreview({
    tool,
    from,
    replyTo: shown?.replyTo,
    subjects: mails.flatMap(({ subject }) => (subject === null ? [] : shownSubject(subject, sample))),
    text: refusal ? null : await shownText(scope, body && footedBody(body, postalAddress), sample),
    textFor: sample?.address,
    fates: { skipped: seen.skipped, mailed },
    atLeast,
    to: [],
    delivery: combineDeliveries(seen, ambientDelivery(scope.engine.settings, sender)),
    scheduledAt: ready.atOnce ? null : ready.at,
    badges,
    refusal,
    plan: await describeCampaignPlan(scope.store, ready, plan.audience),
    warnings: [
      ...otherTexts(mails),
      ...warnings,
      ...(mailed.length === 0 && !refusal ? [noRecipientNow] : []),
      ...describePace(campaign, sender),
      ...missingValues(seen),
    ],
  });
  return { preview, bulk: true, ...(shown && { mails: shown.mails }), ...(refusal && { refusal }) };
}

type Left = {
  count: number;
  emails: string[];
  skipped: Skips;
  /** Not enrolled yet, with a suppression that expires. */
  suppressedForATime: number;
  complete: boolean;
};

async function findRemaining(scope: Scope, campaign: CampaignRecord, drawing: Drawing | null): Promise<Left> {
  const { engine, store, now, signal } = scope;
  const { clock } = engine.world;
  const endsAt = clock.monotonic() + lookingMaxMs;
  const left: Left = {
    count: 0,
    emails: [],
    skipped: new Map(),
    suppressedForATime: 0,
    complete: true,
  };
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    signal.throwIfAborted();
    const page = await store.recipients.waiting(campaign.key, after, false, [], pageRowsMax);
    for (const row of page.rows) {
      const recipient = readRecipient(row);
      if ('reason' in recipient) skip(left, recipient.reason);
      else {
        left.count += 1;
        if (left.emails.length < judgedMax) left.emails.push(recipient.email);
      }
    }
    const range = { after, upTo: page.through };
    drawing?.add(await mailableLots(store, campaign.key, range, now, drawing.wanted()));
    after = page.through;
    if (after !== null && clock.monotonic() > endsAt) return { ...left, complete: false };
  }
  if (campaign.progress?.stage === 'gathering') await countUnwritten(scope, campaign, left, endsAt, drawing);
  return left;
}

async function countUnwritten(
  { engine, store, now, signal }: Scope,
  { progress }: CampaignRecord,
  left: Left,
  endsAt: number,
  drawing: Drawing | null,
): Promise<void> {
  const terms = await resolveAudience(store, progress!.audience);
  for (let after: number | null = progress!.gatheredThrough; after !== null; await nextTurn()) {
    signal.throwIfAborted();
    const { parts, next } = await store.audiences.slice(terms, now, after);
    for (const { status, suppressed, amount } of parts) {
      if (suppressed === 'for a time') left.suppressedForATime += amount;
      if (suppressed !== 'no') skip(left, 'suppressed', amount);
      else if (status === 'ACTIVE') left.count += amount;
    }
    drawing?.add(await store.audiences.lots(terms, now, { after, upTo: next }, drawing.wanted()));
    after = next;
    if (after !== null && engine.world.clock.monotonic() > endsAt) {
      left.complete = false;
      return;
    }
  }
}
