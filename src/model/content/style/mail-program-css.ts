import { isFontImport } from './font-stylesheets.ts';

/**
 * Finds rules that only match after a mail program changes the document, which the inliner loses: Outlook.com
 * adds `[data-ogsc]` in dark mode, Gmail inserts a `<u>` before the body, iOS turns dates into links.
 */

const hooks = [
  String.raw`\[data-(?:ogs[bc]|oga[bc]|outlook-cycle)`,
  String.raw`\[(?:x-apple-|href\^=["']?x-apple-|owa\b|office365|lang~=|style\*=|class[\^*~]=["']?x_)`,
  String.raw`(?:^|[\s>+~*])u\s{0,9}[+~]`,
  String.raw`#(?:outlook|MessageViewBody|MessageWebViewDiv)\b`,
  String.raw`\.(?:ExternalClass|ReadMsgBody|yshortcuts|moz-text-html|aolReplacedBody|Mso\w|apple-?links?|i[im](?![\w-]))`,
];
/** States and generated content, which no style attribute can express. */
const states =
  ':(?:root|checked|target|focus-within|focus-visible|:?before|:?after|:-webkit-|:-moz-|-moz-|-ms-|-webkit-)';
const hooked = new RegExp(hooks.join('|'), 'i');
const stays = new RegExp([...hooks, states].join('|'), 'i');
/** The inliner keeps a rule only if its first selector has such a pseudo-class. */
const interaction = /:(?:hover|active|focus|visited|link)\b/i;

/** At-rules that the inliner loses. It keeps `@media`, `@font-face`, `@keyframes`, `@layer` and `@container`. */
const conditionalRule = /^@(?:supports|-moz-document|-ms-viewport|viewport|page)\b/i;
/** @returns rules to keep in a `<style>` element, imports first; empty if there are none */
export function mailProgramRules(styles: readonly string[]): string {
  const imports: string[] = [];
  const rules: string[] = [];
  for (const { prelude, block } of styles.flatMap((css) => [...statementsOf(css)])) {
    if (block === null) {
      if (isFontImport(`${prelude};`)) imports.push(`${prelude};`);
    } else if (prelude.startsWith('@')) {
      if (conditionalRule.test(prelude)) rules.push(`${prelude} ${block}`);
    } else {
      const kept = keptSelectors(selectorsOf(prelude));
      if (kept.length > 0) rules.push(`${kept.join(', ')} ${block}`);
    }
  }
  return [...imports, ...rules].join('\n');
}

function keptSelectors(selectors: readonly string[]): string[] {
  if (interaction.test(selectors[0]!)) return [];
  return selectors.filter((selector) => stays.test(selector) || interaction.test(selector));
}

/** Anchored, because an unanchored search takes quadratic time. */
const upToLastPart = /^.*[\s>+~]/s;

/** Returns the last part of a mail program's selector, such as `.x` of `u + .body .x`; null for others. */
export function selectedInMailProgram(selector: string): string | null {
  return hooked.test(selector) ? selector.replace(upToLastPart, '') : null;
}

/** @property prelude without comments @property block with its braces; null for a statement such as `@import` */
type Statement = { prelude: string; block: string | null };

/** Splits a stylesheet in one pass. An unclosed block ends with the text. */
function* statementsOf(css: string): Generator<Statement> {
  let prelude = '';
  let from = 0;
  let depth = 0;
  let blockAt = 0;
  for (let at = 0; at < css.length; at += 1) {
    const character = css[at];
    if (character === '\\') at += 1;
    else if (character === '"' || character === "'") at = endOfString(css, at);
    else if (character === '(' && depth === 0 && unquotedUrl.test(css.slice(Math.max(0, at - 3), at + 2))) {
      const end = css.indexOf(')', at);
      at = end === -1 ? css.length : end;
    } else if (character === '/' && css[at + 1] === '*') {
      const end = css.indexOf('*/', at + 2);
      const next = end === -1 ? css.length : end + 2;
      if (depth === 0) {
        prelude += css.slice(from, at);
        from = next;
      }
      at = next - 1;
    } else if (character === '{') {
      if (depth === 0) {
        prelude += css.slice(from, at);
        blockAt = at;
      }
      depth += 1;
    } else if (character === '}') {
      if (depth === 0) {
        // A stray brace ends the text before it.
        prelude = '';
        from = at + 1;
        continue;
      }
      depth -= 1;
      if (depth > 0) continue;
      yield { prelude: prelude.trim(), block: css.slice(blockAt, at + 1) };
      prelude = '';
      from = at + 1;
    } else if (character === ';' && depth === 0) {
      yield { prelude: (prelude + css.slice(from, at)).trim(), block: null };
      prelude = '';
      from = at + 1;
    }
  }
  if (depth > 0) yield { prelude: prelude.trim(), block: css.slice(blockAt) + '}'.repeat(depth) };
}

const unquotedUrl = /^url\([^"'\s]$/i;

/** Returns the index of the closing quote, or of the line end that cuts the string short. */
function endOfString(css: string, begin: number): number {
  const quote = css[begin];
  for (let at = begin + 1; at < css.length; at += 1) {
    const character = css[at];
    if (character === '\\') at += 1;
    else if (character === quote || character === '\n') return at;
  }
  return css.length;
}

function selectorsOf(prelude: string): string[] {
  const selectors: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= prelude.length; at += 1) {
    const character = prelude[at];
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === undefined || (character === ',' && depth <= 0)) {
      selectors.push(prelude.slice(from, at).trim());
      from = at + 1;
    }
  }
  return selectors;
}
