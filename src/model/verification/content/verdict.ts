import { z } from 'zod';
import { untrusted } from '../../text/untrusted.ts';
import type { BlockReason } from './block-reason.ts';
import { badgeDoc } from './guidance.ts';

const badgeSeverities = ['info', 'warn', 'block'] as const;

/** One finding about content. */
export const Badge = z.object({
  /** `phishing.lookalike_domain`; the documentation page has an entry of this name. */
  id: z.string(),
  /** The finding in words for the author; never contains untrusted text. */
  label: z.string(),
  severity: z.enum(badgeSeverities),
  /** The field it is about: `subject`, `content`, `fromName`, `abTest.variants[1].content`. */
  path: z.string().optional(),
  /**
   * For a badge about links, the host of the first such link in lower-case ASCII; the content's author chose it, so it
   * is untrusted. Left out where a link has no host that is short and plain.
   */
  host: untrusted(z.string(), 'dns').optional(),
  /** The start of the placeholder as written, or the part that is removed. */
  found: untrusted(z.string()).optional(),
  /** For placeholder badges: the suggested placeholder, with the author's default. */
  meant: untrusted(z.string()).optional(),
  /** For badges about removed parts: how often the part occurs. */
  count: z.number().int().optional(),
});
export type Badge = z.infer<typeof Badge>;

/** Returns the text that a badge is about, to show after its label: a host, a placeholder or a removed part. */
export function aboutBadge({ host, found }: Pick<Badge, 'host' | 'found'>): string | undefined {
  return host ?? found;
}

/** A verifier's verdict on one content. */
export type ContentVerdict = {
  verdict: 'pass' | 'block';
  /** Empty when it passes. */
  blockReasons: BlockReason[];
  /** Warnings about content that passes, and the reasons why other content is blocked. */
  badges: Badge[];
  /** Advice for the author in one or two sentences; empty if nothing needs to change. */
  guidance: string;
};

/** The result for content that cannot be judged whole. It may or may not be harmful. */
export type Unjudged = Omit<ContentVerdict, 'verdict' | 'blockReasons'> & {
  verdict: 'unjudged';
  blockReasons: [];
};

/** @param why names the badge: `system.content_too_large` */
export function unjudged(why: 'too_large' | 'unreadable'): Unjudged {
  const { id, title, guidance } = badgeDoc(`system.content_${why}`);
  const badges: Badge[] = [{ id, label: title, severity: 'block', path: 'content' }];
  return { verdict: 'unjudged', blockReasons: [], badges, guidance };
}

/** The input of a verifier: the content as a recipient sees it, and the claimed sender. Merge fields are not filled in any text. */
export type VerifiedContent = {
  from: { displayName: string | null /** Lower-case ASCII. */; domain: string; address: string };
  subject: string;
  preview: string | null;
  /**
   * The HTML as written, before sanitizing; for Markdown and Tiptap, the converted HTML. Empty for a mail without HTML.
   */
  html: string;
  /** The author's own text part; null if it is generated from the HTML. */
  text: string | null;
  /**
   * A campaign may be neither cold outreach nor phishing. A transactional mail goes to one person who may well expect
   * it, so only phishing is refused.
   */
  purpose: 'campaign' | 'transactional';
  /** The recipients' addresses, if they are known, because a mail may name its own recipient. */
  readers?: readonly string[];
};
