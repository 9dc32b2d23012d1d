import type { Body } from '../content/body.ts';
import { type RedirectedLink, withAllRedirectedLinks } from '../content/links/redirected-links.ts';
import type { MergeFields } from '../content/merge-fields.ts';
import { mayLoseParts } from '../content/removal/may-lose-parts.ts';
import { type OnLoop, runStep } from '../content/run-within-limit.ts';
import { authoringBadges, withAuthoringBadges } from './authoring-badges.ts';
import { type ContentVerdict, type Unjudged, unjudged, type VerifiedContent } from './content/verdict.ts';
import { countGivenCharacters, withGivenValues } from './given-values.ts';
import { holdsForeignPlaceholder } from './placeholder-badges.ts';
import { htmlOfBody, htmlOfFooter } from './reading/html-of-body.ts';

/** The body as its author wrote it; null for a mail with only a text part. */
export type UnreadContent = Omit<VerifiedContent, 'html'> & {
  body: Body | null;
  redirected?: readonly RedirectedLink[];
  /** Values of placeholders that the sender gives with the mail. */
  given?: MergeFields | undefined;
  /** Set for a message that is sent unchanged, without merge fields. */
  verbatim?: true;
};

type QuickLook = typeof import('./content/needs-verification.ts').needsVerification;
type WholeLook = typeof import('./content/verify-content.ts');
let quickLook: QuickLook | undefined;
let wholeLook: WholeLook | undefined;

export async function judgeContent(
  { body, redirected = [], verbatim, given, ...content }: UnreadContent,
  on: OnLoop | null = null,
): Promise<ContentVerdict | Unjudged> {
  wholeLook ??= await import('./content/verify-content.ts');
  const { verifyContent } = wholeLook;
  const html = body === null ? '' : await htmlOfBody(body, on);
  const judge = (whole: string): ContentVerdict | Unjudged =>
    runStep(on, () =>
      verifyContent(withGivenValues({ ...content, html: withAllRedirectedLinks(whole, redirected) }, given)),
    );
  const bare = judge(html);
  // The footer must neither soften the verdict nor hide a lure.
  const judged = body?.postalAddress === undefined ? bare : worse(bare, judge(html + htmlOfFooter(body)));
  return verbatim ? judged : withAuthoringBadges(judged, await authoringBadges({ ...content, body }, on));
}

const severities = ['pass', 'review', 'block', 'unjudged'] as const;

function worse<Judged extends ContentVerdict | Unjudged>(bare: Judged, whole: Judged): Judged {
  return severities.indexOf(whole.verdict) > severities.indexOf(bare.verdict) ? whole : bare;
}

/** Limits a piece to a tenth of the largest body, so that no honest piece takes long. */
const pieceCharacters = 250_000;
/** Pieces overlap, so that a lure on the border is complete in a piece. */
const sharedCharacters = 10_000;
const piecesMax = 12;
export const judgedCharactersMax = piecesMax * (pieceCharacters - sharedCharacters);

export type JudgedPiece = { judged: ContentVerdict | Unjudged; pieces: number };

/** If a piece has a non-blocking finding, the mail stays unjudged, because a lure may span several pieces. */
export async function judgePiece(
  { body, text: written, given, ...unfilled }: UnreadContent,
  index: number,
): Promise<JudgedPiece> {
  wholeLook ??= await import('./content/verify-content.ts');
  const { verifyContent, withoutControls } = wholeLook;
  const { html, text, ...content } = withGivenValues(
    { ...unfilled, html: body === null ? '' : await htmlOfBody(body), text: written },
    given,
  );
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

/** Returns whether every piece passes the quick look, so that none could be blocked or get a warning. */
export async function isClearInPieces({ html, text, ...content }: VerifiedContent): Promise<boolean> {
  quickLook ??= (await import('./content/needs-verification.ts')).needsVerification;
  const clears = quickLook;
  const pieces = [
    ...piecesOf(html, quickCharacters).map((piece) => ({ html: piece, text: null })),
    ...piecesOf(text ?? '', quickCharacters).map((piece) => ({ html: '', text: piece })),
  ];
  return pieces.every((piece) => !clears({ ...content, ...piece }));
}

/** Below the length that the quick look leaves to full verification. */
const quickCharacters = 150_000;

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

/** Longer sources are converted to HTML off the event loop. */
const turnedCharactersMax = 8_000;

/** Markdown whose words or links change in conversion. */
const entwined =
  /[<\\`]|[\p{L}\p{N}][*_~]+[\p{L}\p{N}]|\]\(\s*(?!https?:\/\/)|\][[:]|[\p{L}\p{N})*_~]\[|\)[\p{L}\p{N}*_~]/u;

/** Returns false only if no verdict could block the transactional mail or warn about it. */
export async function mayBeNoticed({ body, verbatim, given, ...content }: UnreadContent): Promise<boolean> {
  if (!verbatim && holdsForeignPlaceholder({ ...content, body })) return true;
  // Loads with the first mail, because a start without mail need not wait for the lexicons.
  quickLook ??= (await import('./content/needs-verification.ts')).needsVerification;
  if (body === null) return quickLook({ ...content, html: '' });
  const { kind, source } = body;
  // Repeated placeholders may turn short content into megabytes, which a child process judges.
  if (countGivenCharacters(source, given) > quickCharacters) return true;
  if (kind === 'markdown' && !entwined.test(source)) {
    const filled = withGivenValues({ ...content, html: '', text: source }, given);
    if (!entwined.test(filled.text ?? '')) return quickLook(filled);
  }
  if (kind !== 'html' && source.length > turnedCharactersMax) return true;
  // The Tiptap conversion drops parts that its HTML no longer shows.
  if (kind === 'tiptap' && mayLoseParts(body)) return true;
  return quickLook(withGivenValues({ ...content, html: await htmlOfBody(body) }, given), !verbatim);
}
