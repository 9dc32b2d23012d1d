import type { Body } from '../content/body.ts';
import { type RedirectedLink, withAllRedirectedLinks } from '../content/redirected-links.ts';
import { mayLoseParts } from '../content/removal/may-lose-parts.ts';
import { type OnLoop, runStep } from '../content/run-within-limit.ts';
import { authoringBadges, withAuthoringBadges } from './authoring-badges.ts';
import { type ContentVerdict, type Unjudged, unjudged, type VerifiedContent } from './content/verdict.ts';
import { holdsForeignPlaceholder } from './placeholder-badges.ts';
import { htmlOfBody } from './reading/html-of-body.ts';

/** Content to be verified, with its body as its author wrote it; null where there is only a text part. */
export type UnreadContent = Omit<VerifiedContent, 'html'> & {
  body: Body | null;
  /** A campaign's corrected links; left out for none. */
  redirected?: readonly RedirectedLink[];
  /** Set for a message that is sent unchanged, which has no placeholders. */
  verbatim?: true;
};

type QuickLook = typeof import('./content/needs-verification.ts').needsVerification;
type WholeLook = typeof import('./content/verify-content.ts');
let quickLook: QuickLook | undefined;
let wholeLook: WholeLook | undefined;

/**
 * The verdict of the built-in verifier. Its time grows with the body, so servers call `Rendering.verify` instead.
 *
 * @throws TookTooLong
 */
export async function judgeContent(
  { body, redirected = [], verbatim, ...content }: UnreadContent,
  on: OnLoop | null = null,
): Promise<ContentVerdict | Unjudged> {
  wholeLook ??= await import('./content/verify-content.ts');
  const { verifyContent } = wholeLook;
  const html = body === null ? '' : await htmlOfBody(body, on);
  const judged = runStep(on, () =>
    verifyContent({ ...content, html: withAllRedirectedLinks(html, redirected) }),
  );
  return verbatim ? judged : withAuthoringBadges(judged, await authoringBadges({ ...content, body }, on));
}

/** Characters of one piece: a tenth of the largest body, so that no honest piece takes long. */
const pieceCharacters = 250_000;
/** The overlap of two pieces, so that a lure on the border is whole in one of them. */
const sharedCharacters = 10_000;
/** Enough for the largest body that a tool accepts. */
const piecesMax = 12;
/** Characters of content that is judged in pieces. */
export const judgedCharactersMax = piecesMax * (pieceCharacters - sharedCharacters);

/** The judgement on one piece of content, and the number of pieces. */
export type JudgedPiece = { judged: ContentVerdict | Unjudged; pieces: number };

/**
 * Judges one piece of a transactional mail that is too large to be judged whole. If a piece has a finding that does not
 * block it, the mail stays unjudged, because a lure may be spread over several pieces.
 */
export async function judgePiece(
  { body, text, ...content }: UnreadContent,
  index: number,
): Promise<JudgedPiece> {
  wholeLook ??= await import('./content/verify-content.ts');
  const { verifyContent, withoutControls } = wholeLook;
  const html = body === null ? '' : await htmlOfBody(body);
  const all = [
    ...piecesOf(withoutControls(html)).map((piece) => ({ html: piece, text: null })),
    ...piecesOf(withoutControls(text ?? '')).map((piece) => ({ html: '', text: piece })),
  ];
  const pieces = all.length;
  const piece = all[index] ?? { html: '', text: null };
  if (pieces > piecesMax) return { judged: unjudged('too_large'), pieces };
  const judged = verifyContent({ ...content, ...piece });
  const isClean = judged.verdict === 'block' || judged.badges.length === 0;
  return { judged: isClean ? judged : unjudged('too_large'), pieces };
}

/** Whether a quick look clears every piece of a mail of any size, so that none could be blocked or get a warning. */
export async function isClearInPieces({ html, text, ...content }: VerifiedContent): Promise<boolean> {
  quickLook ??= (await import('./content/needs-verification.ts')).needsVerification;
  const clears = quickLook;
  const pieces = [
    ...piecesOf(html, quickCharacters).map((piece) => ({ html: piece, text: null })),
    ...piecesOf(text ?? '', quickCharacters).map((piece) => ({ html: '', text: piece })),
  ];
  return pieces.every((piece) => !clears({ ...content, ...piece }));
}

/** Less than the quick look leaves to a full verification. */
const quickCharacters = 150_000;

/** A source in pieces that begin at a tag, if there is one nearby. */
function piecesOf(source: string, characters = pieceCharacters): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < source.length; ) {
    const end = from + characters;
    pieces.push(source.slice(from, end));
    if (end >= source.length) break;
    const shared = end - sharedCharacters;
    const tag = source.indexOf('<', shared);
    from = tag === -1 || tag >= end ? shared : tag;
  }
  return pieces;
}

/** A longer source is converted to HTML off the event loop. */
const turnedCharactersMax = 8_000;

/**
 * Markdown whose words or links change when parsed: HTML, escapes, markup inside words, links to something other than a
 * page, reference links.
 */
const entwined =
  /[<\\`]|[\p{L}\p{N}][*_~]+[\p{L}\p{N}]|\]\(\s*(?!https?:\/\/)|\][[:]|[\p{L}\p{N})*_~]\[|\)[\p{L}\p{N}*_~]/u;

/** A quick look at a transactional mail: false means that no verdict could block it or warn about it. */
export async function mayBeNoticed({ body, verbatim, ...content }: UnreadContent): Promise<boolean> {
  if (!verbatim && holdsForeignPlaceholder({ ...content, body })) return true;
  // Loaded with the first mail, because a start without mail need not wait for the lexicons.
  quickLook ??= (await import('./content/needs-verification.ts')).needsVerification;
  if (body === null) return quickLook({ ...content, html: '' });
  const { kind, source } = body;
  if (kind === 'markdown' && !entwined.test(source)) {
    return quickLook({ ...content, html: '', text: source });
  }
  if (kind !== 'html' && source.length > turnedCharactersMax) return true;
  // The conversion of Tiptap leaves out parts that the HTML no longer shows.
  if (kind === 'tiptap' && mayLoseParts(body)) return true;
  return quickLook({ ...content, html: await htmlOfBody(body) }, !verbatim);
}
