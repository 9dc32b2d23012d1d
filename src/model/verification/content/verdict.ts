import { z } from 'zod';
import { untrusted } from '../../text/untrusted.ts';
import type { BlockReason } from './block-reason.ts';
import { badgeDoc } from './guidance.ts';

const badgeSeverities = ['info', 'warn', 'block'] as const;

export const Badge = z.object({
  /** Such as `phishing.lookalike_domain`; also the anchor on the documentation page. */
  id: z.string(),
  label: z.string(),
  severity: z.enum(badgeSeverities),
  path: z.string().optional(),
  /** Untrusted, because the author chose it; absent unless it is short and plain. */
  host: untrusted(z.string(), 'dns').optional(),
  found: untrusted(z.string()).optional(),
  /** Suggested placeholder, with the author's default. */
  meant: untrusted(z.string()).optional(),
  count: z.number().int().optional(),
});
export type Badge = z.infer<typeof Badge>;

export function aboutBadge({ host, found }: Pick<Badge, 'host' | 'found'>): string | undefined {
  return host ?? found;
}

export type ContentVerdict = {
  /** `review`: refused until a person releases exactly this content. */
  verdict: 'pass' | 'review' | 'block';
  /** For `review`, the suspected reasons. */
  blockReasons: BlockReason[];
  badges: Badge[];
  /** One or two sentences for the author; empty if nothing needs to change. */
  guidance: string;
};

/** Too large or unreadable for a verdict. */
export type Unjudged = Omit<ContentVerdict, 'verdict' | 'blockReasons'> & {
  verdict: 'unjudged';
  blockReasons: [];
};

/** @param why suffix of the badge id, such as `too_large` for `system.content_too_large` */
export function unjudged(why: 'too_large' | 'unreadable'): Unjudged {
  const { id, title, guidance } = badgeDoc(`system.content_${why}`);
  const badges: Badge[] = [{ id, label: title, severity: 'block', path: 'content' }];
  return { verdict: 'unjudged', blockReasons: [], badges, guidance };
}

/** Content as the recipient sees it, with merge fields unfilled, and the claimed sender. */
export type VerifiedContent = {
  from: { displayName: string | null /** Lower-case ASCII. */; domain: string; address: string };
  /** The address that replies go to, if it is not the sender's. */
  replyTo?: string | null | undefined;
  subject: string;
  preview: string | null;
  /** Unsanitized HTML, converted from Markdown or Tiptap if necessary. Empty for a mail without HTML. */
  html: string;
  /** The author's own text part; null if it is generated from the HTML. */
  text: string | null;
  /** A transactional mail goes to one person who may expect it, so it is refused only for phishing. */
  purpose: 'campaign' | 'transactional';
  /** Known recipients, because a mail may name its own recipient. */
  readers?: readonly string[];
};
