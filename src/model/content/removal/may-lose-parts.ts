import type { Body } from '../body.ts';
import { removedFromTiptap } from '../tiptap.ts';
import { headElements, keptElements, structureElements } from './kept-elements.ts';

const named = [...keptElements, ...structureElements, ...headElements, 'noscript', 'xml', '[vow]:[a-z]+'];
const scheme = '(?!https?:|mailto:|tel:|cid:|data:image/)[a-z][a-z\\d+.-]*:';
/** Matches a merge field other than our links. */
const valueField = '\\{\\{(?!\\{?\\s*[a-z]+Url\\s*[|}])';

/** Elements and attributes that are removed. One pattern, because several take twice the time. */
const removable = new RegExp(
  [
    `<(?!(?:${named.join('|')})(?=[\\s/>]))[a-z]`,
    `(?:href|src|background|poster|cite)\\s*=\\s*["']?\\s*(?:${scheme}|${valueField})`,
    '[\\s"\'/]on[a-z]{3,30}\\s*=',
    '<link\\s[^<>]*stylesheet|<meta\\s[^<>]*refresh|<form\\s[^<>]*action|formaction',
  ].join('|'),
  'i',
);
const activeCss = ['@import', 'expression(', 'behavior:', '-moz-binding'];
const markdownLink = new RegExp(`\\](?:\\(|:)\\s*<?(?:${scheme}|${valueField})`, 'i');
const tiptapLink = new RegExp(`"href":"${valueField}`, 'i');

/** A cheap test: false if sending would remove nothing that a badge names, unless its author hid it. Takes microseconds. */
export function mayLoseParts({ kind, source }: Body): boolean {
  if (kind === 'tiptap') return tiptapLink.test(source) || removedFromTiptap(source).size > 0;
  if (removable.test(source) || activeCss.some((word) => source.includes(word))) return true;
  return kind === 'markdown' && markdownLink.test(source);
}
