import { z } from 'zod';
import { untrusted } from '../../text/untrusted.ts';
import type { BlockReason } from './block-reason.ts';
import { badgeDoc } from './guidance.ts';

const badgeSeverities = ['info', 'warn', 'block'] as const;

/** One thing that was noticed about a content. */
export const Badge = z.object({
  /** `phishing.lookalike_domain`; the documentation page has an entry of this name. */
  id: z.string(),
  /** What was noticed, in words for the author; never a text that somebody else wrote. */
  label: z.string(),
  severity: z.enum(badgeSeverities),
  /** Which field it is about: `subject`, `content`, `fromName`, `abTest.variants[1].content`. */
  path: z.string().optional(),
  /**
   * For a badge about links, the host of the first such link in lower-case ASCII; the content's author chose it, so it
   * is untrusted. Left out where a link has no host that is short and plain.
   */
  host: untrusted(z.string(), 'dns').optional(),
});
export type Badge = z.infer<typeof Badge>;

/** What a verifier says about one content. */
export type ContentVerdict = {
  verdict: 'pass' | 'block';
  /** Empty when it passes. */
  blockReasons: BlockReason[];
  /** Warnings of a content that passes, and what a content that does not is blocked for. */
  badges: Badge[];
  /** What to change, in one or two sentences; empty when there is nothing to say. */
  guidance: string;
};

/** What there is instead of a verdict on a content that cannot be judged whole: nobody knows whether it may be sent. */
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

/** What is verified: what a recipient would see of it, and who says they sent it. Merge fields stand open in all texts. */
export type VerifiedContent = {
  from: { displayName: string | null /** Lower-case ASCII. */; domain: string; address: string };
  subject: string;
  preview: string | null;
  /**
   * The HTML as it was written, before anything was taken out of it; of Markdown and Tiptap, what they were turned into.
   * Empty when there is none.
   */
  html: string;
  /** A plain part that its author wrote beside the HTML, or alone; null where ours is made from the HTML. */
  text: string | null;
  /**
   * A campaign may be neither cold e-mail nor phishing. A transactional mail goes to one person who may well expect it:
   * of it only phishing is refused.
   */
  purpose: 'campaign' | 'transactional';
  /** The addresses that it goes to, where they are known: a mail may name its own reader. */
  readers?: readonly string[];
};
