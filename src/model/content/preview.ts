import { escapeHtml } from './escape-html.ts';

/** Shorter previews are padded with blanks to this length, otherwise the visible text would follow directly. */
const inboxCharacters = 150;
/** The joiner keeps clients from collapsing the blanks. */
const blank = '&zwnj;&nbsp;';

const hidden =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';

/** @param preview plain text with its merge fields filled; it is not parsed again */
export function hiddenPreview(preview: string | null): string {
  const text = preview?.toWellFormed().trim() ?? '';
  if (text === '') return '';
  const blanks = Math.max(0, inboxCharacters - text.length);
  return `<div style="${hidden}">${escapeHtml(text)}${blank.repeat(blanks)}</div>`;
}
