import { formatMailbox } from '../../model/address.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import {
  describeReason,
  describeRetryTerms,
  nameSkipReason,
  type Skipped,
  type Skips,
} from '../../model/sending/skipped.ts';
import type { SubscriberRecord, SubscriberSave } from '../../model/subscriber/subscriber.ts';
import { applySave, newSubscriber } from '../../model/subscriber/subscriber-change.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { describeSubject } from '../approval/asked-sentences.ts';
import { assertApprovedAsOne, type Permitted } from '../approval/permit-checks.ts';
import { shownMail } from '../content/shown-mail.ts';
import { otherTexts, shownText } from '../content/shown-text.ts';
import type { Scope } from '../context/scope.ts';
import { warningsOfSettings } from '../organizations/settings-warnings.ts';
import {
  ambientDelivery,
  buildPreview,
  combineDeliveries,
  judgeDrafts,
  keepWholeList,
  skip,
} from '../sending/preview-send.ts';
import { asker } from '../subscribers/opt-in-conditions.ts';
import { confirmationDraft, confirmationSender, confirmationTexts } from '../subscribers/opt-in-mail.ts';
import { wouldBeAsked } from '../subscribers/request-opt-in.ts';

/** Ignores refusals for tags or external ids, so fewer requests may be sent. */
export async function pendingAfter(
  { engine, caller, store, now }: Scope,
  saves: readonly SubscriberSave[],
): Promise<SubscriberRecord[]> {
  const { organization } = caller;
  const emails = [...new Set(saves.map(({ email }) => email))];
  const held = await store.subscribers.findAll(emails);
  const people = new Map(held.map((subscriber) => [subscriber.email, subscriber]));
  const saved = new Set<string>();
  const alone = new Map<string, SubscriberRecord>();
  const before = new Map(people);
  for (const save of saves) {
    const confirm = save.doubleOptIn ?? organization.doubleOptIn;
    const made = newSubscriber(engine.world.ids.id('sub'), save.email, save.source, confirm, now);
    const known = people.get(save.email) ?? made;
    const byItself = applySave(before.get(save.email) ?? made, save, [], confirm);
    if (byItself.ok && byItself.subscriber.status === 'PENDING') alone.set(save.email, byItself.subscriber);
    const next = applySave(known, save, [], confirm);
    people.set(save.email, next.ok ? next.subscriber : known);
    if (next.ok) saved.add(save.email);
  }
  // A token's cap is used up in the given order.
  return emails.flatMap((email) => {
    const folded = saved.has(email) ? people.get(email) : undefined;
    return [folded, alone.get(email)].find((one) => one?.status === 'PENDING') ?? [];
  });
}

/**
 * Null for no requests. They count even if they cannot be sent now, because they are retried for a day.
 * @param mode `strict`: one refusal refuses the write; `permissive`: the others are saved
 */
export async function previewOptInRequests(
  scope: Scope,
  tool: string,
  pending: readonly SubscriberRecord[],
  about: unknown,
  mode: 'strict' | 'permissive' = 'strict',
): Promise<PreviewedSend | null> {
  const { engine, caller } = scope;
  const { organization, requestId, token } = caller;
  const { asked, refused } = await wouldBeAsked(scope, pending);
  if (asked.length === 0 && refused.length === 0) return null;
  const refusal = mode === 'strict' ? (refused[0] ?? null) : null;
  const skipped: Skips = new Map();
  for (const { failure } of refused) skip({ skipped }, nameSkipReason(failure));
  const by = asker(organization, requestId, token);
  const from = confirmationSender(engine.settings, organization);
  const drafts = from === null ? [] : asked.map((one) => confirmationDraft(engine, organization, one));
  const fates = await judgeDrafts(scope, by, 'api', drafts);
  const delivery = ambientDelivery(engine.settings, by);
  const preview = buildPreview({
    tool,
    from,
    subjects: drafts.map(({ subject }) => subject),
    text: refusal ? null : await shownText(scope, drafts[0]?.body),
    // Other refusals are temporary, so these subscribers do not count as skipped.
    fates: { skipped, mailed: asked },
    atLeast: false,
    to: asked.map(({ email }) => email),
    delivery: combineDeliveries(fates, delivery),
    scheduledAt: null,
    badges: [],
    refusal,
    warnings: [
      'Double opt-in: each person gets an opt-in request by mail',
      ...footOf(organization),
      ...otherTexts(drafts.map(({ body }) => body)),
      ...warningsOfSettings(engine.settings, by, true),
      ...(from === null
        ? ['There is no sender address for opt-in requests yet: they may be sent later']
        : []),
      ...[...fates.skipped.values()].map(laterWarning),
    ],
  });
  const bulk = asked.length > 1;
  return {
    preview,
    bulk,
    about: aboutOptInRequests(scope, organization, about),
    mails: {
      count: drafts.length,
      show: async (index: number, signal: AbortSignal) => await shownMail(scope, drafts[index], signal),
    },
    ...keepWholeList(asked.map(({ email }) => email)),
    ...(refusal && { refusal }),
  };
}

/**
 * Call it in the transaction of the write. @throws Failure confirmation_required
 * @param change a change with an approval of its own, which may cover no request; then none is sent
 */
export async function assertOptInRequestsApproved(
  scope: Permitted & Pick<Scope, 'engine' | 'caller'>,
  { queries, organization: key }: OrganizationStore,
  about: unknown,
  change?: { input: unknown; sentences(): Promise<readonly string[] | null> },
): Promise<void> {
  await assertApprovedAsOne(scope, async () => {
    const organization = await new OrganizationRecords(queries).byKey(key);
    const requests = aboutOptInRequests(scope, organization ?? scope.caller.organization, about);
    const sentences = (await change?.sentences()) ?? null;
    if (!change || sentences === null) return [requests];
    return [requests, null].map((of) => describeSubject(of, change.input, sentences));
  });
}

/** The approval covers the mail in all languages. */
function aboutOptInRequests(
  { engine, caller }: Pick<Scope, 'engine' | 'caller'>,
  organization: OrganizationRecord,
  about: unknown,
): unknown {
  const from = confirmationSender(engine.settings, organization);
  return {
    of: about,
    from: from && formatMailbox(from),
    mails: confirmationTexts(organization),
    delivery: ambientDelivery(engine.settings, { organization, token: caller.token }),
  };
}

/** Shows the postal address in full, because the text preview may be truncated before it. */
function footOf({ postalAddress }: OrganizationRecord): string[] {
  if (postalAddress === null) return [];
  const line = postalAddress
    .trim()
    .replace(/\s*\r?\n\s*/gu, ', ')
    .replace(/[“”]/gu, "'");
  return [`The footer shows the postal address “${line}”`];
}

function laterWarning(skipped: Skipped): string {
  const why = [describeReason(skipped), describeRetryTerms(skipped)].filter(Boolean).join(': ');
  return `${skipped.count} opt-in requests would be refused now (${why}) and may be sent later`;
}
