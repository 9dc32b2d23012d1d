import { z } from 'zod';
import { Failure, failures } from '../failure.ts';
import { blockReasons } from './content/block-reason.ts';
import { badgeDoc } from './content/guidance.ts';
import { Badge, type ContentVerdict, type Unjudged } from './content/verdict.ts';
import { isPlaceholderBadge } from './placeholder-badges.ts';

export const verificationDocsPath = '/docs/content-verification';

export const ContentRefusal = z.object({
  blockReasons: z.array(z.enum(blockReasons)),
  badges: z.array(Badge),
  documentationUrl: z.string(),
  guidance: z.string(),
});
export type ContentRefusal = z.infer<typeof ContentRefusal>;

export const contentRefusalInList = { code: z.string(), ...ContentRefusal.shape };

/** @param at path of the mail in a batch request, such as `emails[3]` */
export function contentRefusal(verdict: ContentVerdict, baseUrl: string, at = ''): Failure {
  const isForeign = verdict.blockReasons.length === 0 && blockingIn(verdict.badges).some(isPlaceholderBadge);
  const sentence = isForeign ? foreignSentence : failures.content_verification_failed.sentence;
  return new Failure('content_verification_failed', {
    message: at === '' ? sentence : `${at}: ${sentence}`,
    fields: contentFields(verdict, baseUrl, at),
  });
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
  const all = refusals.map(({ fields }) => fields as ContentRefusal);
  return new Failure('content_verification_failed', {
    message: `${first.message} (${refusals.length} are refused for what they say)`,
    fields: {
      ...all[0]!,
      blockReasons: blockReasons.filter((reason) => all.some((one) => one.blockReasons.includes(reason))),
      badges: all.flatMap(({ badges }) => badges),
    } satisfies ContentRefusal,
    recipients: refusals.flatMap(({ recipients }) => recipients),
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

export function contentFields(
  { blockReasons, badges, guidance }: Pick<ContentVerdict, 'blockReasons' | 'badges' | 'guidance'>,
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
