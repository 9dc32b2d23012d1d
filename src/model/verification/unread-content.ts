import type { Body } from '../content/body.ts';
import { badgeDoc } from './content/guidance.ts';
import { htmlOfBody } from './content/html-of-body.ts';
import { needsVerification } from './content/needs-verification.ts';
import type { ContentVerdict, VerifiedContent } from './content/verdict.ts';
import { verifyContent } from './content/verify-content.ts';

/** A content to be verified, with its body as its author wrote it; null where a plain part is all there is. */
export type UnreadContent = Omit<VerifiedContent, 'html'> & { body: Body | null };

/** The verdict of the built-in verifier. Its time grows with the body: `Rendering.verify` is for whoever has others to serve. */
export async function judgeContent({ body, ...content }: UnreadContent): Promise<ContentVerdict> {
  return verifyContent({ ...content, html: body === null ? '' : await htmlOfBody(body) });
}

/** A source of more characters is turned into HTML where nobody waits for it. */
const turnedCharactersMax = 8_000;

/**
 * Markdown of which the parser would make other words or other links than stand there: HTML, escapes, marks inside of
 * words, links to something else than a page, links defined elsewhere.
 */
const entwined =
  /[<\\`]|[\p{L}\p{N}][*_~]+[\p{L}\p{N}]|\]\(\s*(?!https?:\/\/)|\][[:]|[\p{L}\p{N})*_~]\[|\)[\p{L}\p{N}*_~]/u;

/** A quick look at a transactional mail: false means that no verdict could block it or warn about it. */
export async function mayBeNoticed({ body, ...content }: UnreadContent): Promise<boolean> {
  if (body === null) return needsVerification({ ...content, html: '' });
  const { kind, source } = body;
  if (kind === 'markdown' && !entwined.test(source)) {
    return needsVerification({ ...content, html: '', text: source });
  }
  if (kind !== 'html' && source.length > turnedCharactersMax) return true;
  return needsVerification({ ...content, html: await htmlOfBody(body) });
}

/** The verdict on what cannot be looked into: what nobody has seen is not sent. */
export function unseenVerdict(why: 'unreadable' | 'too_large'): ContentVerdict {
  const { id, title, guidance } = badgeDoc(`system.content_${why}`);
  return {
    verdict: 'block',
    blockReasons: ['PHISHING'],
    badges: [{ id, label: title, severity: 'block', path: 'content' }],
    guidance,
  };
}
