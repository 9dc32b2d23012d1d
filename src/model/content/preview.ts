import { escapeHtml } from './escape-html.ts';

/**
 * Preview text: what an inbox shows after the subject. It is the first text of the body, and hidden.
 *
 * An inbox shows about this many characters; a shorter preview is followed by blanks up to it, so that the
 * beginning of the visible text does not run on after it.
 */
const inboxCharacters = 150;
/** The joiner keeps clients from folding the blanks into one. */
const blank = '&zwnj;&nbsp;';

/** All ways to hide a block that clients know; Outlook needs its own. */
const hidden =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';

/**
 * The hidden block that goes right after `<body>`; nothing for an empty preview.
 * @param preview plain text with its merge fields filled, as the subject has: it is not looked at again
 */
export function hiddenPreview(preview: string | null): string {
  const text = preview?.toWellFormed().trim() ?? '';
  if (text === '') return '';
  const blanks = Math.max(0, inboxCharacters - text.length);
  return `<div style="${hidden}">${escapeHtml(text)}${blank.repeat(blanks)}</div>`;
}
