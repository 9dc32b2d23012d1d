import { isLinkField, replacePlaceholders } from '../../content/merge-fields.ts';
import { isKnownField } from '../../content/template/meant-field.ts';
import type { SeenHtml } from './seen-html.ts';

/** A mail with this many words has content of its own. */
const ownWordsMin = 8;
const nameFields: ReadonlySet<string> = new Set(['firstName', 'lastName', 'name', 'email']);
/** Counts single letters in scripts without spaces. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}]+/gu;

/** Recipients' values were never verified. Defaults do not count as words if values replace them. */
export function isPlaceholderText({ text, links }: Pick<SeenHtml, 'text' | 'links'>): boolean {
  if (!text.includes('{{')) return false;
  let words = 0;
  let hasValueAlone = false;
  for (const line of withoutPlatformLinks(text, links).split('\n')) {
    let isValue = false;
    const own = replacePlaceholders(line, ({ name, fallback }) => {
      // The values of a workflow's template are defaults of such fields.
      if (fallback !== '' && neverHasValue(name)) return fallback;
      isValue ||= !nameFields.has(name) && !isLinkField(name);
      return ' ';
    });
    const ownWords = own.match(word)?.length ?? 0;
    words += ownWords;
    if (words >= ownWordsMin) return false;
    hasValueAlone ||= isValue && ownWords === 0;
  }
  return hasValueAlone;
}

function neverHasValue(name: string): boolean {
  return !isKnownField(name) && !name.startsWith('trigger.');
}

const platformLink = /^\{\{\{?\s*[A-Za-z]\w*Url\b/;

function withoutPlatformLinks(text: string, links: SeenHtml['links']): string {
  let left = '';
  let at = 0;
  for (const { target, from, to } of links) {
    if (from < at || !platformLink.test(target)) continue;
    left += text.slice(at, from);
    at = to;
  }
  return left + text.slice(at);
}
