import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Mailbox, parseMailbox } from '../../model/address.ts';
import { type ApprovedDelivery, type CampaignRecord, isForAllActive } from '../../model/campaign/campaign.ts';
import { resolveSender } from '../../model/campaign/sender.ts';
import { resolveVariants } from '../../model/campaign/variants.ts';
import { footedBody } from '../../model/content/body.ts';
import { listPlaceholders } from '../../model/content/merge-fields.ts';
import { Failure } from '../../model/failure.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { addSkips, type Skips } from '../../model/sending/skipped.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import { contentRefusal } from '../../model/verification/content-refusal.ts';
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
import { describeCampaignPlan, type PlanDescription } from '../audience/describe-campaign-plan.ts';
import { goneRefusal, resolveAudience } from '../audience/resolve-audience.ts';
import { otherTexts, type Sample, sampleAmong, shownSubject, shownText } from '../content/shown-text.ts';
import type { Caller } from '../context/caller.ts';
import type { Scope } from '../context/scope.ts';
import type { Draft } from '../context/submission.ts';
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
import { isEmptyAudience, refusesEmptyAudience } from './is-empty-audience.ts';
import { deliveryOnceResumed, setPausedFault } from './move-campaign.ts';
import {
  aboutCampaign,
  aboutSchedule,
  type ReadyCampaign,
  readyCampaign,
  type ScheduleRequest,
} from './schedule-campaign.ts';
import { campaignMails, describePace, lookAtMails } from './sending/campaign-mails.ts';
import { verifyCampaign } from './verify-campaign.ts';

const heldBackMax = 10_000;
/** After this time the preview contains a partial result. */
const lookingMaxMs = 10_000;

const notAll = 'The audience was too large to count in time: the counts are lower bounds';

/** A recipient whose cooldown or suppression ends by the time of the send counts as mailed. */
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
    ? await lookBeforeSend(scope, ready)
    : { badges: campaign.badges, refusal: null };
  const terms = await resolveAudience(store, campaign.audience);
  const drawing = drawingFor(scope, campaign.id);
  const view = await viewAudience(engine, store, terms, at, { signal, progress }, judgedMax, drawing);
  const judged = isJudged(view);
  const emails = view.sample.map(({ email }) => email);
  const seen = judged ? await judgeEach(scope, caller, campaign, from, emails, at) : counted(view.count);
  addSkips(seen.skipped, view.skipped);
  const body = resolveVariants(campaign)[0]?.body;
  const { postalAddress } = isDraft ? caller.organization : campaign;
  const sample = refusal ? null : await sampleAmong(scope, textsOf(campaign), view.sample[0]?.email);
  const text = refusal ? null : await shownText(scope, body && footedBody(body, postalAddress), sample);
  return {
    ...whole(
      scope,
      caller,
      {
        tool,
        ready,
        text,
        sample,
        seen,
        atLeast: !view.complete,
        badges,
        refusal,
        words: await describeCampaignPlan(store, ready, campaign.audience),
        postalAddress,
        people: emails,
      },
      [
        ...(view.complete ? [] : [notAll]),
        ...(judged || !view.complete ? [] : [countedAlone]),
        ...(isForAllActive(campaign.audience)
          ? ['No audience is set: all ACTIVE subscribers will receive it']
          : []),
        ...(await listCampaignWarnings(scope, { ...campaign, badges })),
      ],
    ),
    about: await aboutSchedule(scope, store, ready),
    reachable: view.count + view.suppressedForATime,
    people: view.complete && drawing ? drawing.people() : null,
  };
}

/** Previews a resume: waiting recipients, and mails already made. Null unless the campaign is paused. */
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
  const mailed = { length: seen.mailed.length + heldBack };
  const ready = { campaign, from, at: null };
  const body = resolveVariants(campaign)[campaign.abTest?.winner ?? 0]?.body;
  const sample = await sampleAmong(scope, textsOf(campaign), left.emails[0]);
  const atLeast = !left.complete || heldBack === heldBackMax;
  const plan = {
    tool: 'resume_campaign',
    ready,
    text: await shownText(scope, body && footedBody(body, campaign.postalAddress), sample),
    sample,
    seen: { ...seen, mailed },
    atLeast,
    badges: [],
    refusal: null,
    words: await describeCampaignPlan(store, ready, progress.audience),
    postalAddress: campaign.postalAddress,
    people: left.emails,
  };
  const warnings = [
    ...warningsOfSettings(engine.settings, sender, true),
    ...(atLeast ? [notAll] : []),
    ...(progress.stage === 'gathering' ? ['The audience is still being recorded'] : []),
    ...problemOf(campaign, await deliveryOnceResumed(scope, store, campaign)),
  ];
  return {
    ...whole(scope, sender, plan, warnings),
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

function textsOf(campaign: CampaignRecord): (string | null | undefined)[] {
  return resolveVariants(campaign).flatMap(({ subject, body }) => [subject, body?.source]);
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
  const mails = resolveVariants(campaign);
  const shared: Omit<Draft, 'to'> = {
    from,
    replyTo: null,
    subject: mails[0]?.subject ?? '',
    preview: mails[0]?.preview ?? null,
    body: { kind: 'shared', source: '' },
    placeholders: listPlaceholders(
      mails.flatMap(({ subject, preview, body }) => [subject, preview, body?.source]),
    ),
  };
  const unreadable: Pick<Fates, 'skipped'> = { skipped: new Map() };
  const drafts = emails.flatMap((email): Draft[] => {
    const read = parseMailbox(email);
    if (read.ok) return [{ ...shared, to: read.mailbox }];
    skip(unreadable, 'invalid_address');
    return [];
  });
  const fates = await judgeDrafts({ ...scope, now: at }, withoutCap(sender), 'campaign', drafts);
  addSkips(fates.skipped, unreadable.skipped);
  return fates;
}

function whole(
  scope: Scope,
  sender: Caller,
  plan: {
    tool: string;
    ready: { campaign: CampaignRecord; from: Mailbox | null; at: number | null; atOnce?: boolean };
    text: string | null;
    sample: Sample | null;
    seen: Seen;
    /** The time was too short for the whole audience. */
    atLeast: boolean;
    badges: readonly Badge[];
    refusal: Failure | null;
    words: PlanDescription;
    postalAddress: string | null;
    people: readonly string[];
  },
  warnings: readonly string[],
): Omit<PreviewedSend, 'about' | 'people'> {
  const { tool, ready, text, sample, seen, atLeast, badges, refusal, words, postalAddress, people } = plan;
  const { campaign, from } = ready;
  const mails = resolveVariants(campaign);
  const shown = from && lookAtMails(scope, { campaign, from, postalAddress }, people);
  const mailed = refusal ? { length: 0 } : seen.mailed;
  if (refusal && seen.mailed.length > 0)
    skip(
      seen,
      refusal.failure === 'content_verification_failed' ? 'content_blocked' : 'content_not_verified',
      seen.mailed.length,
    );
  const preview = buildPreview({
    tool,
    from,
    replyTo: shown?.replyTo,
    subjects: mails.flatMap(({ subject }) => (subject === null ? [] : shownSubject(subject, sample))),
    text,
    textFor: sample?.address,
    fates: { skipped: seen.skipped, mailed },
    atLeast,
    to: [],
    delivery: combineDeliveries(seen, ambientDelivery(scope.engine.settings, sender)),
    scheduledAt: ready.atOnce ? null : ready.at,
    badges,
    refusal,
    plan: words,
    warnings: [
      ...otherTexts(mails.map(({ body }) => body)),
      ...warnings,
      ...(mailed.length === 0 && !refusal ? [noRecipientNow] : []),
      ...describePace(campaign, sender),
      ...missingValues(seen),
    ],
  });
  return { preview, bulk: true, ...(shown && { mails: shown.mails }), ...(refusal && { refusal }) };
}

async function lookBeforeSend(
  scope: Scope,
  { campaign, at }: ReadyCampaign,
): Promise<{ badges: readonly Badge[]; refusal: Failure | null }> {
  const { engine, caller, store } = scope;
  const { audience } = campaign;
  const isEmpty = refusesEmptyAudience(caller) && (await isEmptyAudience(scope, store, audience, at));
  try {
    const verdict = await verifyCampaign(engine, caller.organization, campaign, scope);
    const refusal = isEmpty ? new Failure('audience_empty') : null;
    if (verdict.verdict === 'pass') return { badges: verdict.badges, refusal };
    return { badges: verdict.badges, refusal: contentRefusal(verdict, engine.settings.baseUrl) };
  } catch (error) {
    return { badges: [], refusal: asContentRefusal(error) };
  }
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
    for (const { email, status } of page.rows) {
      if (email === null || status === null) skip(left, 'erased');
      else if (status !== 'ACTIVE') skip(left, status.toLowerCase());
      else {
        left.count += 1;
        if (left.emails.length < judgedMax) left.emails.push(email);
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
