import type { Mailbox } from '../../model/address.ts';
import { formatMailbox } from '../../model/address.ts';
import { isSystemLink, listPlaceholders } from '../../model/content/merge-fields.ts';
import { Failure } from '../../model/failure.ts';
import { isoInstantOrNull } from '../../model/instant.ts';
import type { SendSource } from '../../model/sending/gates.ts';
import type { GuardRefusal } from '../../model/sending/recipient-guard.ts';
import {
  boundWarnings,
  type PreviewedSend,
  previewLimits,
  type SendPreview,
} from '../../model/sending/send-preview.ts';
import {
  countSkipped,
  createRetryTerms,
  nameSkipReason,
  type RetryTerms,
  type Skips,
  shownSkips,
} from '../../model/sending/skipped.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import { badgesIn, joinedRefusal } from '../../model/verification/content-refusal.ts';
import { mailsTo } from '../content/shown-mail.ts';
import { loadSample, otherTexts, shownSubjects, shownText } from '../content/shown-text.ts';
import type { Caller } from '../context/caller.ts';
import type { Scope } from '../context/scope.ts';
import type { Settings } from '../context/settings.ts';
import { type Draft, type Submission, shownReplyTo } from '../context/submission.ts';
import { type StorageRoom, storageRoom } from '../organizations/assert-storage.ts';
import { warningsOfSettings } from '../organizations/settings-warnings.ts';
import {
  decideSubmission,
  type Judged,
  type JudgingContext,
  judgeSubmission,
  reasonNotMailed,
} from './judge-submission.ts';
import { type GroupFacts, gatherFacts } from './send-facts.ts';

/** Previews use the verdict of the send, on facts read without locks. The gates decide again at acceptance. */

export type PreviewedMail = { draft: Draft; refusal: Failure | null };

type Plan = {
  tool: string;
  source: SendSource;
  mode: Submission<unknown>['mode'];
  mails: readonly PreviewedMail[];
  /** Unreadable mails of a permissive batch. */
  unreadable?: number;
  bulk: boolean;
  /** Everything that an approval covers, besides the delivery mode. */
  about: unknown;
};

export type Fates = {
  /** Addresses of mails that would leave; one per mail. */
  mailed: string[];
  skipped: Skips;
  deliveries: Set<'live' | 'test' | 'captured'>;
  /** Mails per placeholder without a value. */
  missing: Map<string, number>;
  /** Refusal of the whole send. */
  refusal: Failure | null;
};

const badgesShownMax = 20;
const refusedWithOthers = 'refused_with_the_others';

export async function previewMail(draft: Draft, look: () => Promise<Draft>): Promise<PreviewedMail> {
  try {
    return { draft: await look(), refusal: null };
  } catch (error) {
    return { draft, refusal: asContentRefusal(error) };
  }
}

/** Rethrows other errors. */
export function asContentRefusal(error: unknown): Failure {
  const names: readonly string[] = ['content_verification_failed', 'content_verification_unavailable'];
  if (error instanceof Failure && names.includes(error.failure)) return error;
  throw error;
}

/** Shows mails that the tool verified by `verifiedSend`, judged by `decideSubmission`, as in the send. */
export async function previewSend(scope: Scope, plan: Plan): Promise<PreviewedSend> {
  const { engine, caller } = scope;
  const { mode } = plan;
  const contentRefusals = plan.mails.flatMap(({ refusal }) => refusal ?? []);
  const drafts = plan.mails.flatMap(({ draft, refusal }) => (refusal === null ? [draft] : []));
  const fates = await judgeDrafts(scope, caller, plan.source, drafts, mode);
  for (const { failure } of contentRefusals) skip(fates, nameSkipReason(failure));
  if (plan.unreadable) skip(fates, 'invalid', plan.unreadable);
  // Content comes first, as in the send.
  const ofContent =
    mode === 'permissive' || contentRefusals.length === 0
      ? null
      : joinedRefusal([...new Set(contentRefusals)]);
  const refusal = ofContent ?? fates.refusal;
  if (refusal) dropMailed(fates, refusedWithOthers);
  const all = plan.mails.map(({ draft }) => draft);
  const mailed = new Set(fates.mailed);
  const first = drafts.find(({ to }) => mailed.has(to.address)) ?? drafts[0];
  const sample =
    first && !refusal
      ? await loadSample(scope, [sourceOf(first)], first.to, { given: first.values, isBulk: false })
      : null;
  const live = fates.deliveries.has('live');
  const replies = all.map((draft) => shownReplyTo(draft, caller.organization));
  const warnings = [
    ...severalToOne(fates),
    ...otherReplies(replies),
    ...otherTexts(drafts),
    ...warningsOfSettings(engine.settings, caller, live && all.some(linksToUs)),
    ...(live
      ? await unsignedDomains(
          scope,
          all.map(({ from }) => from),
        )
      : []),
    ...missingValues(fates),
  ];
  const preview = buildPreview({
    tool: plan.tool,
    from: all[0]?.from ?? null,
    replyTo: replies[0],
    ...(await shownSubjects(scope, all)),
    text: refusal ? null : await shownText(scope, first?.body, sample),
    textFor: sample?.address,
    fates: { skipped: fates.skipped, mailed: { length: peopleAmong(fates.mailed) } },
    atLeast: false,
    to: fates.mailed,
    delivery: combineDeliveries(fates, ambientDelivery(engine.settings, caller)),
    scheduledAt: null,
    badges: [...all.flatMap(({ badges }) => badges ?? []), ...contentRefusals.flatMap(badgesIn)],
    refusal,
    warnings,
  });
  return {
    preview,
    bulk: plan.bulk,
    about: approvedSubject(scope, plan.about),
    mails: mailsTo(scope, all),
    ...keepWholeList(fates.mailed),
    ...(refusal && { refusal }),
  };
}

/** Everything that an approval of a send covers: its content and recipients, and its delivery. */
export function approvedSubject(
  { engine, caller }: Pick<Scope, 'engine' | 'caller'>,
  about: unknown,
): unknown {
  return { of: about, delivery: ambientDelivery(engine.settings, caller) };
}

type Judging = Pick<Scope, 'engine' | 'store' | 'now'>;

/** The whole list, if the preview truncates it. */
export function keepWholeList(mailed: readonly string[]): Pick<PreviewedSend, 'list'> {
  return mailed.length > previewLimits.recipients ? { list: [...new Set(mailed)] } : {};
}

/**
 * Runs `decideSubmission`, as acceptance does, on facts read without locks. If that refuses the whole submission, its mails are
 * judged one by one to count the reasons.
 */
export async function judgeDrafts(
  { engine, store, now }: Judging,
  caller: Caller,
  source: SendSource,
  drafts: readonly Draft[],
  mode: Submission<unknown>['mode'] = 'permissive',
): Promise<Fates> {
  const fates = createFates();
  if (drafts.length === 0) return fates;
  const submission = { ...submissionToJudge(caller, source, now), drafts, mode };
  const { context, facts, room } = await gatherToJudge({ engine, store, now }, [submission]);
  const whole = decideSubmission(context, submission, { facts, room });
  const alone = { ...submission, mode: 'permissive' as const, caller: withoutCap(caller) };
  const judged = whole.kind === 'judged' ? whole : judgeSubmission(context, alone, facts);
  if (judged.kind === 'refused') throw judged.failure;
  noteFates(fates, drafts, judged, now);
  if (whole.kind === 'refused') {
    fates.refusal = whole.failure;
    const isAnothers = mode === 'strict' && judged.fates.some(({ kind }) => kind === 'refused');
    dropMailed(fates, isAnothers ? refusedWithOthers : nameSkipReason(whole.failure.failure));
  }
  return fates;
}

/** Judges each draft as its own submission, as acceptance does for mail that is submitted one by one. */
export async function judgeSeparately(
  { engine, store, now }: Judging,
  caller: Caller,
  source: SendSource,
  drafts: readonly Draft[],
): Promise<Fates> {
  const fates = createFates();
  if (drafts.length === 0) return fates;
  const submissions = drafts.map((draft) => ({
    ...submissionToJudge(caller, source, now),
    drafts: [draft],
    mode: 'permissive' as const,
  }));
  const { context, facts, room } = await gatherToJudge({ engine, store, now }, submissions);
  for (const submission of submissions) {
    const judged = decideSubmission(context, submission, { facts, room });
    if (judged.kind === 'judged') noteFates(fates, submission.drafts, judged, now);
    else skip(fates, nameSkipReason(judged.failure.failure));
  }
  return fates;
}

function createFates(): Fates {
  return { mailed: [], skipped: new Map(), deliveries: new Set(), missing: new Map(), refusal: null };
}

function submissionToJudge(caller: Caller, source: SendSource, now: number) {
  return { caller, source, now, memory: null, cause: null, answer: () => null };
}

async function gatherToJudge(
  { engine, store, now }: Judging,
  submissions: readonly Submission<unknown>[],
): Promise<{ context: JudgingContext; facts: GroupFacts; room: StorageRoom }> {
  return {
    context: { ids: engine.world.ids, settings: engine.settings },
    facts: await gatherFacts(store.queries, engine, submissions, now, 'look'),
    room: await storageRoom(store.queries, submissions),
  };
}

function noteFates(
  fates: Fates,
  drafts: readonly Draft[],
  judged: Extract<Judged, { kind: 'judged' }>,
  now: number,
): void {
  const accepted = judged.accepted.values();
  for (const [index, fate] of judged.fates.entries()) {
    const email = fate.kind === 'accepted' ? accepted.next().value!.email : null;
    const reason = reasonNotMailed(fate);
    if (reason !== null) {
      const terms = fate.kind === 'refused' ? restOfRefused(fate.failure, now) : null;
      countSkipped(fates.skipped, { reason, count: 1, ...terms });
      continue;
    }
    fates.mailed.push(drafts[index]!.to.address);
    fates.deliveries.add(email!.deliveryMode);
    for (const name of email!.mergeMissing ?? []) {
      fates.missing.set(name, (fates.missing.get(name) ?? 0) + 1);
    }
  }
}

function dropMailed(fates: Fates, reason: string): void {
  if (fates.mailed.length > 0) skip(fates, reason, fates.mailed.length);
  fates.mailed = [];
}

/** For mail that a cap delays instead of refusing. */
export function withoutCap(caller: Caller): Caller {
  return { ...caller, token: caller.token && { ...caller.token, sendCap: null } };
}

export function skip({ skipped }: Pick<Fates, 'skipped'>, reason: string, count = 1): void {
  countSkipped(skipped, { reason, count });
}

function restOfRefused({ failure, details, retryAfterSeconds = 0 }: Failure, now: number): RetryTerms | null {
  if (failure !== 'RECIPIENT_RATE_LIMITED') return null;
  return createRetryTerms({ ...(details as Pick<GuardRefusal, 'reason'>), retryAfterSeconds }, now);
}

function otherReplies(replies: readonly (string | undefined)[]): string[] {
  const different = new Set(replies).size;
  return different > 1 ? [`Replies go to ${different} different addresses: each mail has its own`] : [];
}

/** The delivery mode of the caller's mail, for any recipient. */
export function ambientDelivery(
  { delivery }: Pick<Settings, 'delivery'>,
  { organization, token }: Pick<Caller, 'organization' | 'token'>,
): 'live' | 'test' | 'captured' {
  if (token?.mode === 'test') return 'test';
  return delivery === 'capture' || !organization.sendingEnabled ? 'captured' : 'live';
}

export function combineDeliveries(
  { deliveries }: Pick<Fates, 'deliveries'>,
  ambient: ReturnType<typeof ambientDelivery>,
): SendPreview['delivery'] {
  if (deliveries.size > 1) return 'mixed';
  return [...deliveries][0] ?? ambient;
}

export async function unsignedDomains(
  { store }: Pick<Scope, 'store'>,
  senders: readonly Mailbox[],
): Promise<string[]> {
  const unsigned: string[] = [];
  for (const domain of new Set(senders.map(({ domain }) => domain))) {
    if (await store.domains.isVerified(domain)) continue;
    unsigned.push(`${domain} is not verified, so its mail may be treated as spam`);
  }
  return unsigned;
}

export function missingValues({ missing }: Pick<Fates, 'missing'>): string[] {
  return [...missing].map(([name, amount]) => `{{${name}}} has no value for ${amount} of them`);
}

/** Letter case does not distinguish people. */
function peopleAmong(addresses: readonly string[]): number {
  return new Set(addresses.map((address) => address.toLowerCase())).size;
}

/** Warns if one person gets several mails, because people are counted once. */
function severalToOne({ mailed }: Pick<Fates, 'mailed'>): string[] {
  const people = peopleAmong(mailed);
  if (people === mailed.length) return [];
  return [`${mailed.length} mails go to ${people === 1 ? 'one person' : `${people} people`}`];
}

function sourceOf({ body }: Pick<Draft, 'body'>): string | null {
  return body.kind === 'mime' ? null : body.source;
}

/** Links to this instance fail if readers cannot reach it. */
function linksToUs({ tracked, subject, body, placeholders }: Draft): boolean {
  if (tracked?.opens || tracked?.clicks) return true;
  const { names } = placeholders ?? listPlaceholders([subject, sourceOf({ body })]);
  return names.some(isSystemLink);
}

export function buildPreview(seen: {
  tool: string;
  from: Mailbox | null;
  replyTo?: string | undefined;
  subjects: readonly string[];
  subjectsMore?: number;
  text: string | null;
  textFor?: string | undefined;
  fates: Pick<Fates, 'skipped'> & { mailed: { length: number } };
  atLeast: boolean;
  to: readonly string[];
  delivery: SendPreview['delivery'];
  scheduledAt: number | null;
  badges: readonly Badge[];
  refusal: Failure | null;
  warnings: readonly string[];
  plan?: Pick<SendPreview, 'scheduled_local' | 'audience' | 'ab_test'>;
}): SendPreview {
  const { refusal } = seen;
  const refused = refusal ? [`The send would be refused: ${refusal.explanation ?? refusal.message}`] : [];
  const subjects = [...new Set(seen.subjects)];
  const subjectsMore = Math.max(0, subjects.length - previewLimits.subjects) + (seen.subjectsMore ?? 0);
  // A repeated warning is shown once.
  const badges = new Map(
    seen.badges.map(({ path: _, ...badge }) => [`${badge.id} ${badge.found ?? ''}`, badge]),
  );
  return {
    object: 'send_preview',
    tool: seen.tool,
    from: seen.from && formatMailbox(seen.from),
    ...(seen.replyTo !== undefined && { reply_to: seen.replyTo }),
    subjects: subjects.slice(0, previewLimits.subjects),
    ...(subjectsMore > 0 && { subjects_more: subjectsMore }),
    text: seen.text,
    ...(seen.text !== null && seen.textFor !== undefined && { text_for: seen.textFor }),
    recipients: seen.fates.mailed.length,
    at_least: seen.atLeast,
    to: seen.to.slice(0, previewLimits.recipients),
    skipped: shownSkips(seen.fates.skipped).slice(0, previewLimits.skipped),
    delivery: seen.delivery,
    scheduled_at: isoInstantOrNull(seen.scheduledAt),
    ...seen.plan,
    badges: [...badges.values()].slice(0, badgesShownMax),
    warnings: [...boundWarnings([...refused, ...seen.warnings])],
  };
}
