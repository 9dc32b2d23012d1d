import { z } from 'zod';
import { Failure, type FailureDetails, failures } from '../failure.ts';
import { blockReasons } from './content/block-reason.ts';
import { badgeDoc, needsReviewBadge } from './content/guidance.ts';
import { Badge, type ContentVerdict, type Unjudged } from './content/verdict.ts';
import { isPlaceholderBadge } from './placeholder-badges.ts';
import type { UnreadContent } from './unread-content.ts';

export const verificationDocsPath = '/docs/content-verification';

export const ContentRefusal = z.object({
  blockReasons: z.array(z.enum(blockReasons)),
  badges: z.array(Badge),
  documentationUrl: z.string(),
  guidance: z.string(),
});
export type ContentRefusal = z.infer<typeof ContentRefusal>;

/** The request that asks a person to release the content. */
const ReviewLink = z.object({ id: z.string(), url: z.string() });
export type ReviewLink = z.infer<typeof ReviewLink>;

/** Fields of a refusal. `review` is present with the code `CONTENT_REVIEW`. */
export const RefusedContent = ContentRefusal.extend({ review: ReviewLink.optional() });
export type RefusedContent = z.infer<typeof RefusedContent>;

export const contentRefusalInList = { code: z.string(), ...RefusedContent.shape };

/** Content of one call that a person can release together. `invoke` requests the review and adds its link. */
export class ContentInReview extends Failure {
  declare readonly fields: RefusedContent;
  readonly contents: readonly UnreadContent[];

  constructor(contents: readonly UnreadContent[], details: FailureDetails & { fields: RefusedContent }) {
    super('content_verification_failed', { message: reviewSentence, ...details, code: 'CONTENT_REVIEW' });
    this.contents = contents;
  }
}

const reviewSentence =
  'The content resembles cold email or phishing. It can be sent after a person has reviewed and released it';

export const reviewBadge: Badge = {
  id: needsReviewBadge,
  label: badgeDoc(needsReviewBadge).title,
  severity: 'warn',
  path: 'content',
};

/** For released content. */
export function withoutReview(badges: readonly Badge[]): Badge[] {
  return badges.filter(({ id }) => id !== needsReviewBadge);
}

/** @param at path of the mail in a batch request, such as `emails[3]` */
export function contentRefusal(
  verdict: ContentVerdict,
  contents: readonly UnreadContent[],
  baseUrl: string,
  at = '',
): Failure {
  const fields = contentFields(verdict, baseUrl, at);
  const messageAt = (sentence: string): string => (at === '' ? sentence : `${at}: ${sentence}`);
  if (verdict.verdict === 'review')
    return new ContentInReview(contents, { message: messageAt(reviewSentence), fields });
  const isForeign = verdict.blockReasons.length === 0 && blockingIn(verdict.badges).some(isPlaceholderBadge);
  const sentence = isForeign ? foreignSentence : failures.content_verification_failed.sentence;
  return new Failure('content_verification_failed', { message: messageAt(sentence), fields });
}

const foreignSentence =
  'The content contains placeholders of another system, which recipients would see; the badges list them';

function blockingIn(badges: readonly Badge[]): Badge[] {
  return badges.filter(({ severity }) => severity === 'block');
}

export function refusalsOfBadges(badges: readonly Badge[]): Failure[] {
  const blocking = blockingIn(badges);
  const policy = blocking.some((badge) => !isPlaceholderBadge(badge));
  const unjudged = isUnjudged(badges) ? { message: unjudgedSentence } : {};
  return [
    ...(policy ? [new Failure('content_verification_failed', unjudged)] : []),
    ...(blocking.some(isPlaceholderBadge)
      ? [new Failure('content_verification_failed', { message: foreignSentence })]
      : []),
  ];
}

/** Merges content refusals into a single failure. A `content_verification_unavailable` failure takes precedence. */
export function joinedRefusal(refusals: readonly Failure[]): Failure {
  const unknown = refusals.find(({ failure }) => failure !== 'content_verification_failed');
  const first = unknown ?? refusals[0]!;
  if (unknown || refusals.length === 1) return first;
  const inReview = refusals.filter((refusal) => refusal instanceof ContentInReview);
  const all = refusals.map(({ fields }) => fields as ContentRefusal);
  const fields = {
    ...all[0]!,
    blockReasons: blockReasons.filter((reason) => all.some((one) => one.blockReasons.includes(reason))),
    badges: all.flatMap(({ badges }) => badges),
  } satisfies ContentRefusal;
  const recipients = refusals.flatMap((refusal) => refusal.recipients);
  if (inReview.length === refusals.length) {
    const contents = inReview.flatMap((refusal) => refusal.contents);
    return new ContentInReview(contents, { message: first.message, fields, recipients });
  }
  const blocked = refusals.find((refusal) => !(refusal instanceof ContentInReview))!;
  return new Failure('content_verification_failed', {
    message: `${blocked.message} (${refusals.length} are refused for what they say)`,
    fields,
    recipients,
  });
}

export const unavailableBadge: Badge = {
  id: 'system.verification_unavailable',
  label: badgeDoc('system.verification_unavailable').title,
  severity: 'block',
};

const notNow = {
  blockReasons: [],
  badges: [unavailableBadge],
  guidance: badgeDoc(unavailableBadge.id).guidance,
};

/** @param about content that can never be verified in full; omit for a temporary problem */
export function verificationUnavailable(baseUrl: string, about?: Unjudged): Failure {
  return new Failure('content_verification_unavailable', {
    ...(about && { message: unjudgedSentence }),
    fields: contentFields(about ?? notNow, baseUrl),
  });
}

/** Replaces the sentence that asks for a retry, which would fail again. */
export const unjudgedSentence = 'The content cannot be verified completely, so it is not sent';

export function isUnjudged(badges: readonly Badge[]): boolean {
  return badges.some(({ id, severity }) => severity === 'block' && id.startsWith('system.content_'));
}

export function badgesIn({ fields }: Pick<Failure, 'fields'>): readonly Badge[] {
  return (fields as Partial<ContentRefusal> | undefined)?.badges ?? [];
}

type Judgement = Pick<ContentVerdict, 'blockReasons' | 'badges' | 'guidance'>;

export function contentFields(
  { blockReasons, badges, guidance }: Judgement,
  baseUrl: string,
  at = '',
): ContentRefusal {
  return {
    blockReasons,
    badges: at === '' ? badges : badges.map((badge) => badgeAt(badge, at)),
    documentationUrl: documentationUrl(badges, baseUrl),
    guidance,
  };
}

function badgeAt(badge: Badge, at: string): Badge {
  return { ...badge, path: badge.path === undefined ? at : `${at}.${badge.path}` };
}

function documentationUrl(badges: readonly Badge[], baseUrl: string): string {
  const badge = badges.find(({ severity }) => severity === 'block') ?? badges[0];
  return `${baseUrl}${verificationDocsPath}${badge ? `#${encodeURIComponent(badge.id)}` : ''}`;
}
