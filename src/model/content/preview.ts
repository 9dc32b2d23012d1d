import { escapeHtml } from './escape-html.ts';

/**
 * Preview text: what an inbox shows after the subject. It is the first text of the body, and hidden.
 *
 * An inbox shows about this many characters; a shorter preview is padded with blanks, so that the visible text does not
 * run on after it.
 */
const inboxCharacters = 150;
/** The joiner keeps clients from collapsing the blanks. */
const blank = '&zwnj;&nbsp;';

/** All ways of hiding a block that clients support; Outlook needs its own. */
const hidden =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';

/**
 * The hidden block that goes right after `<body>`; empty for an empty preview.
 * @param preview plain text with its merge fields already filled; it is not parsed again
 */
export function hiddenPreview(preview: string | null): string {
  const text = preview?.toWellFormed().trim() ?? '';
  if (text === '') return '';
  const blanks = Math.max(0, inboxCharacters - text.length);
  return `<div style="${hidden}">${escapeHtml(text)}${blank.repeat(blanks)}</div>`;
}
