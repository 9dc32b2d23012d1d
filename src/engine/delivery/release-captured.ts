import { type Mailbox, parseMailbox } from '../../model/address.ts';
import { wasEnded } from '../../model/campaign/lifecycle.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import { Failure } from '../../model/failure.ts';
import { addJobs } from '../../store/jobs.ts';
import { releaseMails } from '../../store/records/mail/email-status.ts';
import { saveGuards } from '../../store/records/permits/guards.ts';
import { saveSendCounts } from '../../store/records/permits/send-caps.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import type { Draft, Submission } from '../context/submission.ts';
import { recordEmailEvents } from '../ledger/record-email-events.ts';
import { judgeSubmission } from '../sending/judge-submission.ts';
import { gatherFacts } from '../sending/send-facts.ts';

export type Released = { email: EmailRecord; refused: Failure | null };

/** Captured mails pass today's gates and count against today's limits. @returns a result for each, in order */
export async function releaseCaptured(
  { caller, engine, now }: Pick<Scope, 'caller' | 'engine' | 'now'>,
  store: OrganizationStore,
  emails: readonly EmailRecord[],
): Promise<Released[]> {
  const { queries, organization } = store;
  const released: Released[] = [];
  const toJudge: { email: EmailRecord; draft: Draft; at: number }[] = [];
  for (const email of emails) {
    const draft = draftOf(email);
    const refused = await refusalOf(store, email, draft);
    released.push({ email, refused });
    if (refused === null) toJudge.push({ email, draft: draft!, at: released.length - 1 });
  }
  // Grouped by source, because the gates depend on it.
  const leaving: string[] = [];
  for (const [source, alike] of Map.groupBy(toJudge, ({ email }) => email.source)) {
    const submission: Submission<null> = {
      caller,
      source,
      now,
      memory: null,
      cause: null,
      mode: 'permissive',
      drafts: alike.map(({ draft }) => draft),
      answer: () => null,
    };
    const facts = await gatherFacts(queries, engine, [submission], now);
    const context = { ids: engine.world.ids, settings: engine.settings, secretBox: engine.secretBox };
    const judged = judgeSubmission(context, submission, facts);
    if (judged.kind === 'refused') {
      for (const { at } of alike) released[at]!.refused = judged.failure;
      continue;
    }
    for (const [index, fate] of judged.fates.entries()) {
      const { email, at } = alike[index]!;
      if (fate.kind === 'refused') released[at]!.refused = fate.failure;
      else if (fate.leaves) leaving.push(email.id);
      else released[at]!.refused = stopped(email);
    }
    await saveGuards(queries, facts.changedGuards(), now);
    await saveSendCounts(queries, facts.changedSendCounts());
  }
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

async function refusalOf(
  store: OrganizationStore,
  { id, body, campaignId }: EmailRecord,
  draft: Draft | null,
): Promise<Failure | null> {
  // The lock makes a concurrent second release see the first.
  await store.emails.hold(id);
  const still = await store.emails.byId(id);
  if (still?.deliveryMode !== 'captured') {
    return new Failure('conflict', { message: 'This email is no longer captured: it was released' });
  }
  if (body.kind === 'removed' || draft === null) {
    return new Failure('conflict', { message: 'The content of this email was removed; send it again' });
  }
  const campaign = campaignId === null ? undefined : await store.campaigns.headById(campaignId);
  if (!campaign || !wasEnded(campaign)) return null;
  return new Failure('conflict', {
    message: 'The campaign of this email was ended, so its mail is no longer sent',
  });
}

function stopped({ toKey }: EmailRecord): Failure {
  return new Failure('conflict', {
    message: 'This email stays captured: its recipient is suppressed, or sending is still off',
    recipients: [toKey],
  });
}

/** Rebuilds the draft; its fields are filled, so it has no placeholders. Null if an address was erased. */
function draftOf(email: EmailRecord): Draft | null {
  const from = mailboxOf(email.from);
  const to = mailboxOf(email.to);
  if (from === null || to === null) return null;
  return {
    from,
    to,
    replyTo: email.replyTo === null ? null : mailboxOf(email.replyTo),
    subject: email.subject,
    preview: email.preview,
    body: email.body,
    placeholders: { names: [], withoutDefault: [] },
    ...(email.campaignId !== null && { campaignId: email.campaignId }),
  };
}

function mailboxOf(text: string): Mailbox | null {
  const read = parseMailbox(text);
  return read.ok ? read.mailbox : null;
}
