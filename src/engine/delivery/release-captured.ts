import { readStoredMailbox } from '../../model/address.ts';
import { wasEnded } from '../../model/campaign/lifecycle.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { Failure } from '../../model/failure.ts';
import { nameSkipReason } from '../../model/sending/skipped.ts';
import { addJobs } from '../../store/jobs.ts';
import type { PageRequest } from '../../store/page.ts';
import { releaseMails } from '../../store/records/mail/email-status.ts';
import { saveGuards } from '../../store/records/permits/guards.ts';
import { saveSendCounts } from '../../store/records/permits/send-caps.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import type { Draft, Fate, Submission } from '../context/submission.ts';
import { recordEmailEvents } from '../ledger/record-email-events.ts';
import { type Judged, judgeSubmission, reasonNotMailed } from '../sending/judge-submission.ts';
import { type GroupFacts, gatherFacts } from '../sending/send-facts.ts';

type Outcome = { refused: null; reason: null } | Refused;
/** `reason`: as a preview counts it. */
type Refused = { refused: Failure; reason: string };
export type Released = { email: EmailRecord } & Outcome;

/** @throws Failure conflict while sending is off; restricted_api_key for a token with sending limits */
export function assertMayRelease({ caller: { organization, token }, engine }: Scope): void {
  if (!organization.sendingEnabled || engine.settings.delivery === 'capture') {
    throw new Failure('conflict', {
      message: 'Sending is still off: captured mail can be released after the operator turns it on',
    });
  }
  if (token === null) return;
  const { mode, domainId, allowedRecipients, sendCap } = token;
  if (mode === 'test' || domainId !== null || allowedRecipients !== null || sendCap !== null) {
    throw new Failure('restricted_api_key', {
      message: 'A token with sending limits cannot resend mail that another token sent',
    });
  }
}

/** Newest first; `next` is the cursor. */
export async function capturedPage(
  { store }: Pick<Scope, 'store'>,
  campaignId: string | undefined,
  request: PageRequest,
): Promise<{ emails: EmailRecord[]; next: string | null }> {
  // `unsent` has an index, which skips live mail.
  const page = await store.emails.page({ deliveryMode: 'captured', unsent: true, campaignId }, request);
  const emails: EmailRecord[] = [];
  for (const { id } of page.rows) {
    const email = await store.emails.byId(id);
    if (email) emails.push(email);
  }
  return { emails, next: page.hasMore ? (page.rows.at(-1)?.id ?? null) : null };
}

/** Captured mails pass today's gates and count against today's limits. @returns a result for each, in order */
export async function releaseCaptured(
  scope: Pick<Scope, 'caller' | 'engine' | 'now'>,
  store: OrganizationStore,
  emails: readonly EmailRecord[],
): Promise<Released[]> {
  const { now } = scope;
  const { queries, organization } = store;
  const { released, facts } = await judgeCaptured(scope, store, emails, 'hold');
  await saveGuards(queries, facts.changedGuards(), now);
  await saveSendCounts(queries, facts.changedSendCounts());
  const leaving = released.flatMap(({ email: { id }, refused }) => (refused === null ? [id] : []));
  await releaseMails(queries, organization, leaving);
  const jobs = leaving.map((subject) => ({
    organization,
    kind: 'deliver_email' as const,
    subject,
    runAt: now,
  }));
  await addJobs(queries, jobs, now);
  const details = { released: true };
  for (const id of leaving)
    await recordEmailEvents(store, id, [{ type: 'queued', at: now, machine: false, details }]);
  return released;
}

/**
 * Decides which mails a release sends, without writing. @param reading `hold` locks the mails and limits; `look` is for previews
 */
export async function judgeCaptured(
  { caller, engine, now }: Pick<Scope, 'caller' | 'engine' | 'now'>,
  store: OrganizationStore,
  emails: readonly EmailRecord[],
  reading: 'hold' | 'look',
): Promise<{ released: Released[]; facts: GroupFacts }> {
  const released: Released[] = [];
  const toJudge: { index: number; email: EmailRecord; draft: Draft }[] = [];
  for (const [index, email] of emails.entries()) {
    const draft = draftOf(email);
    const outcome = await findHindrance(store, email, draft, reading);
    released.push({ email, ...outcome });
    if (outcome.refused === null) toJudge.push({ index, email, draft: draft! });
  }
  // Grouped by source, because the gates depend on it.
  const groups = [...Map.groupBy(toJudge, ({ email }) => email.source)].map(([source, alike]) => ({
    alike,
    submission: {
      caller,
      source,
      now,
      memory: null,
      cause: null,
      mode: 'permissive',
      drafts: alike.map(({ draft }) => draft),
      answer: () => null,
    } satisfies Submission<null>,
  }));
  const submissions = groups.map(({ submission }) => submission);
  const facts = await gatherFacts(store.queries, engine, submissions, now, reading);
  const context = { ids: engine.world.ids, settings: engine.settings };
  for (const { alike, submission } of groups) {
    const judged = judgeSubmission(context, submission, facts);
    for (const [place, { index, email }] of alike.entries()) {
      const fate = judged.kind === 'refused' ? judged : judged.fates[place]!;
      released[index] = { email, ...decideOutcome(fate, email) };
    }
  }
  return { released, facts };
}

async function findHindrance(
  store: OrganizationStore,
  { id, body, campaignId }: EmailRecord,
  draft: Draft | null,
  reading: 'hold' | 'look',
): Promise<Outcome> {
  const refusal = (reason: string, message: string): Refused => ({
    refused: new Failure('conflict', { message }),
    reason,
  });
  // The lock makes a concurrent second release see the first.
  if (reading === 'hold') await store.emails.hold(id);
  const still = await store.emails.byId(id);
  if (still?.deliveryMode !== 'captured') {
    return refusal('released', 'This email is no longer captured: it was released');
  }
  if (body.kind === 'removed' || draft === null) {
    return refusal('content_removed', 'The content of this email was removed; send it again');
  }
  const campaign = campaignId === null ? undefined : await store.campaigns.headById(campaignId);
  if (!campaign || !wasEnded(campaign)) return leaving;
  return refusal('campaign_ended', 'The campaign of this email was ended, so its mail is no longer sent');
}

const leaving = { refused: null, reason: null } as const;

function decideOutcome(fate: Fate | Extract<Judged, { kind: 'refused' }>, email: EmailRecord): Outcome {
  if (fate.kind === 'refused') {
    return { refused: fate.failure, reason: nameSkipReason(fate.failure.failure) };
  }
  if (fate.leaves) return leaving;
  // An accepted mail that neither leaves nor is suppressed goes to a fixture, because sending is on.
  return { refused: stopped(email), reason: reasonNotMailed(fate) ?? 'fixture' };
}

function stopped({ toKey }: EmailRecord): Failure {
  return new Failure('conflict', {
    message: 'This email stays captured: its recipient is suppressed, or sending is still off',
    recipients: [toKey],
  });
}

/** Rebuilds the draft; its fields are filled, so it has no placeholders. Null if an address was erased. */
function draftOf(email: EmailRecord): Draft | null {
  const from = readStoredMailbox(email.from);
  const to = readStoredMailbox(email.to);
  if (from === null || to === null) return null;
  return {
    from,
    to,
    replyTo: readStoredMailbox(email.replyTo),
    subject: email.subject,
    preview: email.preview,
    body: email.body,
    placeholders: { names: [], withoutDefault: [] },
    ...(email.campaignId !== null && { campaignId: email.campaignId }),
    // The gates stop bulk mail to people who unsubscribed.
    ...(email.transactional && { transactional: true }),
    ...(email.automatic && { automatic: true }),
  };
}
