import { formatMailbox } from '../../model/address.ts';
import type { Failure } from '../../model/failure.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PreviewedSend, SendPreview } from '../../model/sending/send-preview.ts';
import {
  describeReason,
  describeRetryTerms,
  nameSkipReason,
  type Skipped,
  type Skips,
} from '../../model/sending/skipped.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { describeSubject } from '../approval/asked-sentences.ts';
import { assertApprovedAsOne, type Permitted } from '../approval/permit-checks.ts';
import { mailsAmong, mailsTo } from '../content/shown-mail.ts';
import { otherTexts, shownText } from '../content/shown-text.ts';
import type { Scope } from '../context/scope.ts';
import type { Draft } from '../context/submission.ts';
import { warningsOfSettings } from '../organizations/settings-warnings.ts';
import { asker } from '../subscribers/opt-in-conditions.ts';
import { confirmationDraft, confirmationSender, confirmationTexts } from '../subscribers/opt-in-mail.ts';
import { judgeOptInRequests } from '../subscribers/request-opt-in.ts';
import {
  ambientDelivery,
  buildPreview,
  combineDeliveries,
  judgeSeparately,
  keepWholeList,
  skip,
} from './preview-send.ts';

/**
 * Returns null for no requests. Blocked requests count, because they are retried for a day. In `strict` mode,
 * one refusal refuses the write.
 */
export async function previewOptInRequests(
  scope: Scope,
  tool: string,
  saved: readonly SubscriberRecord[],
  about: unknown,
  mode: 'strict' | 'permissive' = 'strict',
): Promise<PreviewedSend | null> {
  const { engine, caller } = scope;
  if (!saved.some(({ status }) => status === 'PENDING')) return null;
  const { asked, refused } = await judgeOptInRequests(scope, saved, 'look');
  if (asked.length === 0 && refused.length === 0) return null;
  const skipped: Skips = new Map();
  for (const { failure } of refused) skip({ skipped }, nameSkipReason(failure));
  const by = asker(caller.organization, caller.requestId, caller.token);
  const fates = await judgeSeparately(scope, by, 'api', draftsTo(scope, asked));
  return await previewRequests(scope, tool, about, {
    asked,
    people: asked,
    skipped,
    delivery: combineDeliveries(fates, ambientDelivery(engine.settings, by)),
    refusal: mode === 'strict' ? (refused[0] ?? null) : null,
    notes: ['Double opt-in: each person gets an opt-in request by mail'],
    // Other refusals are temporary, so these subscribers do not count as skipped.
    later: [...fates.skipped.values()].map(laterWarning),
  });
}

type People = readonly Pick<SubscriberRecord, 'email' | 'locale'>[];

/** @param people all who are asked; empty if only their number is known */
export async function previewRequests(
  scope: Scope,
  tool: string,
  about: unknown,
  requests: {
    asked: { length: number };
    people: People;
    skipped?: Skips;
    delivery: SendPreview['delivery'];
    refusal?: Failure | null;
    notes: readonly string[];
    later?: readonly string[];
  },
): Promise<PreviewedSend> {
  const { engine, caller } = scope;
  const { asked, people, skipped = new Map(), delivery, refusal = null, notes, later = [] } = requests;
  const { organization } = caller;
  const from = confirmationSender(engine.settings, organization);
  const drafts = draftsTo(scope, people);
  const shown = people.length > 0 ? drafts : draftsTo(scope, [{ email: exampleReader, locale: null }]);
  const to = people.map(({ email }) => email);
  const preview = buildPreview({
    tool,
    from,
    subjects: shown.map(({ subject }) => subject),
    text: refusal ? null : await shownText(scope, shown[0]?.body),
    fates: { skipped, mailed: asked },
    atLeast: false,
    to,
    delivery,
    scheduledAt: null,
    badges: [],
    refusal,
    warnings: [
      ...notes,
      ...footOf(organization),
      ...otherTexts(drafts),
      ...warningsOfSettings(engine.settings, caller, true),
      ...(from === null
        ? ['There is no sender address for opt-in requests yet: they may be sent later']
        : []),
      ...later,
    ],
  });
  return {
    preview,
    bulk: asked.length > 1,
    about: aboutOptInRequests(scope, organization, about),
    mails:
      people.length > 0 ? mailsTo(scope, drafts) : mailsAmong(scope, shown, [], 'In the default language.'),
    ...keepWholeList(to),
    ...(refusal && { refusal }),
  };
}

/** An address that receives no mail. */
const exampleReader = 'reader@example.com';

/** Empty without a sender. */
function draftsTo({ engine, caller: { organization } }: Scope, people: People): Draft[] {
  if (confirmationSender(engine.settings, organization) === null) return [];
  return people.map((one) => confirmationDraft(engine, organization, one));
}

/**
 * Call it in the transaction of the write. `change` has its own approval, and an approval that covers no
 * request sends none. @throws Failure confirmation_required
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
    mails: confirmationTexts(organization, engine.settings),
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
  const requests = skipped.count === 1 ? 'opt-in request' : 'opt-in requests';
  return `${skipped.count} ${requests} would be refused now (${why}) and may be sent later`;
}
