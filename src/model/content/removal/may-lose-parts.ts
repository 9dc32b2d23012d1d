import type { Body } from '../body.ts';
import { withoutImports } from '../style/font-stylesheets.ts';
import { removedFromTiptap } from '../tiptap.ts';
import { headElements, keptElements, structureElements } from './kept-elements.ts';

const named = [...keptElements, ...structureElements, ...headElements, 'noscript', 'xml', '[vow]:[a-z]+'];
const scheme = '(?!https?:|mailto:|tel:|cid:|data:image/)[a-z][a-z\\d+.-]*:';
const valueField = '\\{\\{(?!\\{?\\s*[a-z]+Url\\s*[|}])';

/** A single pattern, because several take twice the time. */
const removable = new RegExp(
  [
    `<(?!(?:${named.join('|')})(?=[\\s/>]))(?:[a-z]|\\{\\{)`,
    `(?:href|src|background|poster|cite)\\s*=\\s*["']?\\s*(?:${scheme}|${valueField})`,
    '[\\s"\'/]on[a-z]{3,30}\\s*=',
    '<link\\s[^<>]*stylesheet|<meta\\s[^<>]*refresh|<form\\s[^<>]*action|formaction',
  ].join('|'),
  'i',
);
const activeCss = ['@import', 'expression(', 'behavior:', '-moz-binding'];
const markdownLink = new RegExp(`\\](?:\\(|:)\\s*<?(?:${scheme}|${valueField})`, 'i');
const tiptapLink = new RegExp(`"href":"${valueField}`, 'i');

export function isRemovableTag(tag: string): boolean {
  return removable.test(tag) || activeCss.some((word) => tag.includes(word));
}

export function losesRules(css: string): boolean {
  if (/expression\s*\(|-moz-binding|[^-\w]behavior\s*:/i.test(css)) return true;
  let loses = false;
  const { rest } = withoutImports(css, () => {
    loses = true;
  });
  return loses || /@import/i.test(rest);
}

/** Returns whether sending might strip content that a badge reports. Takes four microseconds per thousand characters. */
export function mayLoseParts({ kind, source }: Body): boolean {
  if (kind === 'tiptap') return tiptapLink.test(source) || removedFromTiptap(source).size > 0;
  if (removable.test(source) || activeCss.some((word) => source.includes(word))) return true;
  return kind === 'markdown' && markdownLink.test(source);
}
