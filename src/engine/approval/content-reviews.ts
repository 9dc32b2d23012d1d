import { type Mailbox, parseMailbox } from '../../model/address.ts';
import {
  type ApprovalRecord,
  approvalLimits,
  approvalStatus,
  approvalUrl,
  contentReview,
  undecided,
} from '../../model/approval/approval.ts';
import type { Body } from '../../model/content/body.ts';
import { escapeHtml } from '../../model/content/escape-html.ts';
import type { Failure } from '../../model/failure.ts';
import { dayMs } from '../../model/instant.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { emptySendPreview, type PreviewedSend } from '../../model/sending/send-preview.ts';
import { canonicalJson } from '../../model/text/canonical-json.ts';
import { quoted } from '../../model/text/quoted.ts';
import { clientName } from '../../model/text/text.ts';
import { needsReviewBadge } from '../../model/verification/content/guidance.ts';
import { aboutBadge, type ContentVerdict } from '../../model/verification/content/verdict.ts';
import { ContentInReview, contentRefusal } from '../../model/verification/content-refusal.ts';
import type { UnreadContent } from '../../model/verification/unread-content.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import { OrganizationStore } from '../../store/store.ts';
import { mailsAmong, type UnaddressedMail } from '../content/shown-mail.ts';
import { type Caller, callerByToken } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { announceAsked } from '../ledger/announce-changes.ts';
import { heldArguments, questionAbout, sealArguments } from './ask-person.ts';

/** A review asks a person to release content. The approval itself is the release; it runs no call. */

type Here = Pick<Engine, 'store' | 'world' | 'settings' | 'secretBox'>;

/** @param contents the contents with the verdict `review` @returns null for content that may be sent */
export async function refuseContent(
  engine: Here,
  organization: Pick<OrganizationRecord, 'key'>,
  verdict: ContentVerdict,
  contents: readonly UnreadContent[],
  at = '',
): Promise<Failure | null> {
  if (verdict.verdict === 'pass') return null;
  const refusal = contentRefusal(verdict, contents, engine.settings.baseUrl, at);
  return (await isReleased(engine, organization, refusal)) ? null : refusal;
}

/** Returns true if a person has released exactly the refused contents together. */
export async function isReleased(
  engine: Here,
  organization: Pick<OrganizationRecord, 'key'>,
  refusal: Failure,
): Promise<boolean> {
  if (!(refusal instanceof ContentInReview)) return false;
  const review = await findReview(engine, organization, refusal.contents);
  return review?.status === 'approved';
}

/** Returns the review of contents that is not expired. */
export async function findReview(
  engine: Pick<Engine, 'store' | 'world' | 'secretBox'>,
  organization: Pick<OrganizationRecord, 'key'>,
  contents: readonly UnreadContent[],
): Promise<ApprovalRecord | undefined> {
  return await questionAbout(engine, { organization }, markContents(engine, organization, contents));
}

/** Identifies contents of an organization, from any caller. */
function markContents(
  { secretBox }: Pick<Engine, 'secretBox'>,
  { key }: Pick<OrganizationRecord, 'key'>,
  contents: readonly UnreadContent[],
): string {
  // A release covers all recipients.
  const sent = contents.map(({ readers: _, ...content }) => content);
  return secretBox.mac('content of a review', canonicalJson([key, sent])).toString('base64url');
}

/** Requests the review of refused content. @returns the refusal with the link to the review, and the review if it is new */
export async function requestReview(
  engine: Here,
  caller: Caller,
  refusal: ContentInReview,
): Promise<{ refusal: ContentInReview; added: ApprovalRecord | null }> {
  const { fields, contents, recipients } = refusal;
  const { review, isNew } = await findOrAddReview(engine, caller, refusal);
  if (review === null) {
    const message = `${approvalLimits.reviewsMax} contents of this organization wait for a review. Decide them first`;
    return { refusal: new ContentInReview(contents, { message, fields, recipients }), added: null };
  }
  const url = approvalUrl(engine.settings.baseUrl, review.id);
  const how =
    review.status === 'declined'
      ? `A person declined to release this content: ${url}.`
      : `A person with the role approver can release it at ${url}.`;
  const guidance = `${how} ${fields.guidance}`.trim();
  const linked = { ...fields, guidance, review: { id: review.id, url } };
  const { message } = refusal;
  return {
    refusal: new ContentInReview(contents, { message, fields: linked, recipients }),
    added: isNew ? review : null,
  };
}

async function findOrAddReview(
  engine: Here,
  { organization, token, grant, client, person }: Caller,
  { contents, fields: { badges } }: ContentInReview,
): Promise<{ review: ApprovalRecord | null; isNew: boolean }> {
  const { world, settings } = engine;
  const now = world.clock.now();
  const id = world.ids.id('apr');
  const callMark = markContents(engine, organization, contents);
  const name = contents[0]?.subject;
  const sealed = sealArguments(engine, { ...(name && { name }), contents });
  return await engine.store.database.transaction(async (queries) => {
    // The lock keeps concurrent identical calls from creating two reviews, and the limit exact.
    await new OrganizationRecords(queries).hold(organization.key);
    const here = new OrganizationStore(queries, organization.key);
    const known = await here.approvals.ofCall(callMark);
    if (known && approvalStatus(known, now) !== 'expired') return { review: known, isNew: false };
    const { reviewsMax } = approvalLimits;
    if ((await here.approvals.countPendingFor(contentReview.tool, now, reviewsMax)) >= reviewsMax)
      return { review: null, isNew: false };
    await here.approvals.add({
      id,
      ...undecided,
      tool: contentReview.tool,
      callMark,
      token: token && { key: token.key, id: token.id, name: token.name },
      grant: grant ?? null,
      client: clientName(person?.name ?? client),
      arguments: sealed,
      about: callMark,
      recipients: null,
      people: null,
      shown: {
        preview: emptySendPreview(contentReview.tool, {
          delivery: 'live',
          warnings: describeReview(contents, badges),
        }),
        isChange: true,
      },
      askedAt: now,
      expiresAt: now + approvalLimits.openMs,
    });
    const review = (await here.approvals.byId(id))!;
    await announceAsked(here, review, settings.baseUrl);
    return { review, isNew: true };
  });
}

const findingsMax = 20;

function describeReview(
  contents: readonly UnreadContent[],
  badges: ContentInReview['fields']['badges'],
): string[] {
  const findings = new Set(
    badges
      .filter(({ id }) => id !== needsReviewBadge)
      .map((badge) => {
        const about = aboutBadge(badge);
        return `Finding: ${badge.label}${about === undefined ? '' : ` (${quoted(about)})`}`;
      }),
  );
  const redirected = contents.flatMap(({ redirected: links = [] }) => links);
  return [
    `For ${approvalLimits.keptMs / dayMs} days, the organization can send exactly this content. Nothing is sent now`,
    ...[...findings].slice(0, findingsMax),
    ...redirected
      .slice(0, findingsMax)
      .map(({ from, to }) => `The link ${quoted(from)} leads to ${quoted(to)}`),
  ];
}

/** Shows the contents of a review with open merge fields. */
export function previewReview(
  engine: Engine,
  organization: OrganizationRecord,
  question: ApprovalRecord,
): PreviewedSend {
  const { contents } = heldArguments(engine, question) as { contents: readonly UnreadContent[] };
  const scope = {
    engine: engine as Engine & { store: never },
    store: engine.store.forOrganization(organization.key),
    caller: callerByToken(organization, undefined, question.id),
  };
  const note = 'Merge fields show their defaults.';
  return {
    preview: question.shown.preview,
    isChange: true,
    bulk: true,
    about: null,
    mails: mailsAmong(scope, contents.map(asMail), [], note),
  };
}

function asMail({ from, replyTo, subject, preview, body, text, given }: UnreadContent): UnaddressedMail {
  const read = parseMailbox(from.address);
  const reply = replyTo ? parseMailbox(replyTo) : null;
  if (!read.ok) throw new Error('the sender of a verified mail cannot be parsed');
  const sender: Mailbox = { ...read.mailbox, displayName: from.displayName };
  const plain: Body = { kind: 'html', source: `<pre>${escapeHtml(text ?? '')}</pre>` };
  return {
    from: sender,
    replyTo: reply?.ok ? reply.mailbox : null,
    subject,
    preview,
    body: body ?? plain,
    ...(given && { values: given }),
  };
}
