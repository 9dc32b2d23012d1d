import type { Body } from '../model/content/body.ts';
import type { RawMessage } from '../model/message/raw-message.ts';

/** Decides which content is small enough to be rendered, parsed and checked on the event loop. */

/** Longer sources are rendered in a child process. Most mail is shorter, and the transfer to the child would take longer than rendering it. */
export const inPlaceCharactersMax = 16_000;
/** The limit for a source with a stylesheet, whose rules are tried on every element. */
const inPlaceWithStyleCharactersMax = 4_000;
/** The limit on elements, lines of Markdown, addresses and links, because each is processed separately and may take only two or three characters. */
export const inPlacePiecesMax = 1_000;
/** The limit on emphasis marks in Markdown. Unmatched marks take quadratic time, some milliseconds at this number. */
const inPlaceEmphasisMax = 500;
/** A message with more lines or octets is parsed in a child process. */
export const inPlaceLinesMax = 500;

/** Whether content is small enough for this process. Judges the text part `plain` like HTML. */
export function isInPlace(body: Body | null, plain: string | null = null): boolean {
  const { kind, source } = body ?? { kind: 'html', source: '' };
  const text = plain ?? '';
  const characters = source.length + text.length;
  if (characters > inPlaceCharactersMax) return false;
  if (characters > inPlaceWithStyleCharactersMax && stylesheet.test(source)) return false;
  const pieces = amountOf(kind === 'html' ? htmlPieces : markdownPieces, source) + amountOf(htmlPieces, text);
  if (pieces > inPlacePiecesMax) return false;
  if (kind !== 'markdown' || source.length <= inPlaceEmphasisMax) return true;
  return amountOf(emphasis, source) <= inPlaceEmphasisMax;
}

function amountOf(pieces: RegExp, text: string): number {
  return text.match(pieces)?.length ?? 0;
}

const stylesheet = /<style/i;
const htmlPieces = /[<@]|:\/\//g;
const markdownPieces = /[<@[|`]|\n+|:\/\//g;
const emphasis = /[*_~]/g;

/** Parts consist of lines, so checking the lines is enough. */
export function isReadInPlace({ header, body }: RawMessage): boolean {
  if (header.length + body.length > inPlaceCharactersMax) return false;
  const lineEnds = header.split('\n').length + body.split('\n').length;
  return lineEnds <= inPlaceLinesMax;
}
