import type { Body } from '../content/body.ts';
import { badgeDoc } from './content/guidance.ts';
import { htmlOfBody } from './content/html-of-body.ts';
import type { ContentVerdict, VerifiedContent } from './content/verdict.ts';

/** A content to be verified, with its body as its author wrote it; null where a plain part is all there is. */
export type UnreadContent = Omit<VerifiedContent, 'html'> & { body: Body | null };

type QuickLook = typeof import('./content/needs-verification.ts').needsVerification;
type WholeLook = typeof import('./content/verify-content.ts').verifyContent;
let quickLook: QuickLook | undefined;
let wholeLook: WholeLook | undefined;

/** The verdict of the built-in verifier. Its time grows with the body: `Rendering.verify` is for whoever has others to serve. */
export async function judgeContent({ body, ...content }: UnreadContent): Promise<ContentVerdict> {
  wholeLook ??= (await import('./content/verify-content.ts')).verifyContent;
  return wholeLook({ ...content, html: body === null ? '' : await htmlOfBody(body) });
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
  // The lexicons are read with the first mail: a start that has none to look at need not wait for them.
  quickLook ??= (await import('./content/needs-verification.ts')).needsVerification;
  if (body === null) return quickLook({ ...content, html: '' });
  const { kind, source } = body;
  if (kind === 'markdown' && !entwined.test(source)) {
    return quickLook({ ...content, html: '', text: source });
  }
  if (kind !== 'html' && source.length > turnedCharactersMax) return true;
  return quickLook({ ...content, html: await htmlOfBody(body) });
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
