import { readHtml } from './reading/read-html.ts';

const clickable = /[\p{L}\p{N}\p{So}\p{Extended_Pictographic}]/gu;

/** Returns whether every reader sees the URL, as the exact target of a visible link or as text. */
export function showsLink(html: string, address: string): boolean {
  if (!html.includes(address)) return false;
  const { text, links } = readHtml(html, 'every_client');
  if (standsAlone(text, address)) return true;
  // Links are ordered by start, so nested links do not search the same text again.
  let next = -1;
  return links.some(({ target, from, to, image, hidden }) => {
    if (hidden || target !== address) return false;
    if (next < from) next = nextClickable(text, from);
    return image || next < to;
  });
}

/** Returns infinity if there is none. */
function nextClickable(text: string, from: number): number {
  clickable.lastIndex = from;
  return clickable.exec(text)?.index ?? Number.POSITIVE_INFINITY;
}

/** Excludes occurrences inside another URL. */
function standsAlone(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const end = at + address.length;
    if (
      !/[^\s(<["':,]$/.test(text.slice(Math.max(0, at - 1), at)) &&
      !/^[\w/?#&=%@-]/.test(text.slice(end, end + 1))
    )
      return true;
  }
  return false;
}
