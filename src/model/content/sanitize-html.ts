import { DomUtils, parseDocument, Tokenizer } from 'htmlparser2';
import { wordSet } from '../text/text.ts';
import { escapeHtml } from './escape-html.ts';
import { headElements, keptElements, officeElement, structureElements } from './removal/kept-elements.ts';
import { noteRemoved, noteRemovedFromHead } from './removal/removed-parts.ts';
import { headAttributes, safeAttributes, safeCss } from './safe-attributes.ts';
import { moveSlots, type SlotTable } from './slots.ts';
import { proseStyle } from './style/prose-style.ts';

/**
 * Sanitizes HTML so that it cannot run code, load a page, submit a form or affect its surroundings. Rebuilds
 * it from allowed elements, double-quoted attributes and escaped text, so that other parsers cannot interpret
 * malformed input differently. Balances elements and limits their depth. Runs in linear time.
 */

export type SafeHtml = {
  pieces: string[];
  whole: boolean;
  doctype: boolean;
  /** Index of the first piece inside the body; -1 without a body. */
  bodyAt: number;
  /** Contents of style elements; a whole document lists only those for every screen. */
  styles: string[];
  heading: string;
};

type SafetyOptions = {
  whole: boolean;
  slots: SlotTable;
  /** Applies our typography to elements without styles, as editors produce them. */
  prose?: boolean;
  lang: string;
};

/** Deeper elements lose their tags but keep their text. */
export const elementDepthMax = 128;
/** Limit for lists and quotes, each of which indents every line in it. */
const indentDepthMax = 20;
const headingCharactersMax = 200;

const emptyElements = wordSet('area br col hr img input link meta source wbr');

const endsBefore: Record<string, ReadonlySet<string>> = {
  li: wordSet('li p'),
  dt: wordSet('dt dd p'),
  dd: wordSet('dt dd p'),
  tr: wordSet('tr td th p'),
  td: wordSet('td th p'),
  th: wordSet('td th p'),
  thead: wordSet('thead tbody tfoot tr td th p colgroup caption'),
  tbody: wordSet('thead tbody tfoot tr td th p colgroup caption'),
  tfoot: wordSet('thead tbody tfoot tr td th p colgroup caption'),
  option: wordSet('option'),
  optgroup: wordSet('option optgroup'),
};
const endsParagraph =
  wordSet(`address article aside blockquote center details dir div dl fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul`);
const codeElements = ['code', 'pre', 'kbd', 'samp', 'tt'];
const foreignElements = wordSet('svg math');
const indenting = ['blockquote', 'ul', 'ol'];
const cells = wordSet('td th caption');
const tableParts = wordSet('table caption colgroup thead tbody tfoot tr td th');

const attributeName = /^[A-Za-z_][\w.:-]{0,63}$/;

const condition = '\\s{1,10}([\\w\\s()!&|.]{1,100})';
const commentCondition = new RegExp(`^\\[if${condition}\\]>`, 'i');
const declaredCondition = new RegExp(`^\\[(?:if${condition}|endif)\\]$`, 'i');
const conditionalEnd = '<![endif]';
/** Remains of a conditional comment, as other clients read it. */
const revealed = new Set(['', '<!', '<!--']);
const doctype = /^doctype [\w\s"'/:.-]{1,200}$/i;

export function sanitizeHtml(html: string, options: SafetyOptions): SafeHtml {
  const result: SafeHtml = { pieces: [], whole: false, doctype: false, bodyAt: -1, styles: [], heading: '' };
  new SafetyWriter(html, options, result, false).write();
  return result;
}

/** Decodes character references; text that looks like a tag stays text. */
export function withReferencesRead(text: string): string {
  if (!text.includes('&')) return text;
  return DomUtils.textContent(parseDocument(text.replaceAll('<', '&lt;')));
}

type OpenElement = {
  name: string;
  /** Only a table without attributes comes from an editor; others are layouts. */
  inPlainTable: boolean;
};

type Reader = ConstructorParameters<typeof Tokenizer>[1];

class SafetyWriter implements Reader {
  readonly #html: string;
  readonly #options: SafetyOptions;
  readonly #result: SafeHtml;
  /** Outlook's tables may begin in one comment and end in another, so tags are not balanced. */
  readonly #conditional: boolean;

  readonly #open: OpenElement[] = [];
  readonly #openCount = new Map<string, number>();
  #inHeading = false;

  #tag = '';
  #attributes = new Map<string, string>();
  #attribute = '';
  #value = '';

  #raw: 'style' | 'removed' | 'textarea' | null = null;
  /** Open elements that are removed together with their own vocabulary, which is not named. */
  #foreignDepth = 0;
  #style = '';
  #styleAttributes = new Map<string, string>();

  constructor(html: string, options: SafetyOptions, result: SafeHtml, conditional: boolean) {
    this.#html = html;
    this.#options = options;
    this.#result = result;
    this.#conditional = conditional;
  }

  write(): void {
    const tokenizer = new Tokenizer({ decodeEntities: true }, this);
    tokenizer.write(this.#html);
    tokenizer.end();
    if (this.#raw === 'style') this.#writeStyle();
    while (this.#open.length > 0) this.#close();
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end);
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end);
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (!attributeName.test(this.#attribute)) return;
    // Office attributes have a prefix and are case-sensitive.
    const name = this.#attribute.includes(':') ? this.#attribute : this.#attribute.toLowerCase();
    // Browsers use the first of two attributes with the same name.
    if (!this.#attributes.has(name)) this.#attributes.set(name, this.#value);
  }

  onopentagend(): void {
    this.#begin(false);
  }

  onselfclosingtag(): void {
    this.#begin(true);
  }

  onclosetag(start: number, end: number): void {
    const raw = this.#raw;
    this.#raw = null;
    if (raw === 'style') this.#writeStyle();
    else if (raw !== 'removed') this.#end(this.#html.slice(start, end));
  }

  ontext(start: number, end: number): void {
    const text = this.#html.slice(start, end);
    if (this.#raw === 'style') this.#style += text;
    // The tokenizer does not decode references in a textarea.
    else if (this.#raw === 'textarea') this.#put(text.replace(/[<>]/g, escapeHtml));
    else if (this.#raw === null) this.#putText(escapeText(this.#inCode(text)));
  }

  ontextentity(codePoint: number): void {
    if (this.#raw !== null) return;
    this.#putText(codePoint === noBreakSpace ? '&nbsp;' : escapeText(String.fromCodePoint(codePoint)));
  }

  #inCode(text: string): string {
    if (!text.includes(this.#options.slots.stem)) return text;
    const isCode = codeElements.some((name) => (this.#openCount.get(name) ?? 0) > 0);
    return isCode ? moveSlots(this.#options.slots, text, () => 'code') : text;
  }

  /** Keeps only conditional comments, which Outlook reads, with sanitized content. */
  oncomment(start: number, end: number, endOffset: number): void {
    if (this.#conditional) return;
    const comment = this.#html.slice(start, end - endOffset);
    if (comment.trim() === conditionalEnd) {
      this.#put(`<!--${conditionalEnd}-->`);
      return;
    }
    const begun = commentCondition.exec(comment);
    if (!begun) return;
    const rest = comment.slice(begun[0].length);
    if (revealed.has(rest.trim())) {
      this.#put(`<!--[if ${begun[1]}]><!-->`);
    } else if (rest.endsWith(conditionalEnd)) {
      this.#put(`<!--[if ${begun[1]}]>`);
      const inside = rest.slice(0, -conditionalEnd.length);
      new SafetyWriter(inside, this.#options, this.#result, true).write();
      this.#put(`${conditionalEnd}-->`);
    }
  }

  ondeclaration(start: number, end: number): void {
    const declaration = this.#html.slice(start, end);
    const first = this.#options.whole && !this.#result.doctype && !this.#result.whole;
    if (first && doctype.test(declaration)) this.#result.doctype = true;
    else if (!declaredCondition.test(declaration)) return;
    this.#put(`<!${declaration}>`);
  }

  oncdata(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #begin(selfClosing: boolean): void {
    const { whole, slots, prose } = this.#options;
    const office = officeElement.test(this.#tag);
    const name = office ? this.#tag : this.#tag.toLowerCase();
    if (name === 'script' || (name === 'title' && !whole)) {
      if (name === 'script') noteRemoved(slots.parts, '<script>');
      if (!selfClosing) this.#raw = 'removed';
    } else if (name === 'style') {
      if (!selfClosing) this.#beginStyle();
    } else if (structureElements.has(name)) {
      this.#beginStructure(name);
    } else if (headElements.has(name)) {
      const attributes = whole ? headAttributes(name, this.#attributes, slots) : null;
      if (attributes !== null) this.#beginElement(name, attributes, selfClosing, false);
      else noteRemovedFromHead(slots.parts, name, this.#attributes);
    } else if (office || this.#isKept(name)) {
      if (name === 'textarea' && !selfClosing) this.#raw = 'textarea';
      if (!this.#conditional) this.#endImplied(name);
      const inPlainTable =
        name === 'table' ? this.#attributes.size === 0 : (this.#open.at(-1)?.inPlainTable ?? false);
      const typography = prose && !this.#conditional ? proseStyle(name, inPlainTable) : '';
      const attributes = safeAttributes(name, this.#attributes, slots, typography);
      this.#beginElement(name, attributes, selfClosing, inPlainTable);
    } else if (name !== 'noscript') {
      if (this.#foreignDepth === 0) noteRemoved(slots.parts, `<${name}>`);
      if (foreignElements.has(name) && !selfClosing) this.#foreignDepth += 1;
    }
  }

  /** In comments for Outlook, `<noscript>` hides content from other programs. */
  #isKept(name: string): boolean {
    return keptElements.has(name) || (this.#conditional && name === 'noscript');
  }

  #beginElement(name: string, attributes: string, selfClosing: boolean, inPlainTable: boolean): void {
    const office = officeElement.test(name);
    const balanced = !this.#conditional && !emptyElements.has(name);
    if (balanced && this.#isTooDeep(name)) return;
    this.#put(`<${name}${attributes}${selfClosing && office && !balanced ? '/' : ''}>`);
    if (!balanced) return;
    this.#push(name, inPlainTable);
    if (isHeading(name) && this.#result.heading === '') this.#inHeading = true;
    // Only Office elements and raw-text elements can be self-closing.
    if (selfClosing && (office || name === 'textarea' || name === 'title')) this.#close();
  }

  #isTooDeep(name: string): boolean {
    if (this.#open.length >= elementDepthMax) return true;
    if (!indenting.includes(name)) return false;
    let indents = 0;
    for (const one of indenting) indents += this.#openCount.get(one) ?? 0;
    return indents >= indentDepthMax;
  }

  #beginStructure(name: string): void {
    if (name === 'html') this.#result.whole = true;
    if (!this.#options.whole || (!this.#conditional && this.#openCount.has(name))) return;
    if (name === 'html' && !this.#attributes.has('lang')) this.#attributes.set('lang', this.#options.lang);
    if (name === 'body' && !this.#conditional) {
      while (this.#open.length > 0 && this.#open.at(-1)!.name !== 'html') this.#close();
    }
    this.#put(`<${name}${safeAttributes(name, this.#attributes, this.#options.slots, '')}>`);
    if (this.#conditional) return;
    this.#push(name, false);
    if (name === 'body') this.#result.bodyAt = this.#result.pieces.length;
  }

  #end(tag: string): void {
    const name = officeElement.test(tag) ? tag : tag.toLowerCase();
    if (this.#foreignDepth > 0 && foreignElements.has(name)) this.#foreignDepth -= 1;
    if (this.#conditional) {
      this.#endConditional(name);
      return;
    }
    if ((this.#openCount.get(name) ?? 0) === 0) return;
    const partOfTable = tableParts.has(name);
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const inner = this.#open[at]!.name;
      if (inner === name) {
        while (this.#open.length > at) this.#close();
        return;
      }
      // End tags close nothing outside their cell or table.
      const wall = inner === 'table' || (!partOfTable && cells.has(inner));
      if (wall && !structureElements.has(name)) return;
    }
  }

  #endConditional(name: string): void {
    const known =
      this.#isKept(name) || officeElement.test(name) || (this.#options.whole && structureElements.has(name));
    if (known && !emptyElements.has(name)) this.#put(`</${name}>`);
  }

  #endImplied(name: string): void {
    const ended = endsBefore[name];
    if (ended) {
      while (this.#open.length > 0 && ended.has(this.#open.at(-1)!.name)) this.#close();
    } else if (endsParagraph.has(name) && this.#open.at(-1)?.name === 'p') {
      this.#close();
    }
  }

  #beginStyle(): void {
    this.#raw = 'style';
    this.#style = '';
    this.#styleAttributes = this.#attributes;
  }

  #writeStyle(): void {
    const { whole, slots } = this.#options;
    const css = safeCss(this.#style, slots);
    if (css.trim() === '') return;
    const media = this.#styleAttributes.get('media')?.trim() ?? '';
    const forSome = media !== '' && !everyScreen.test(media);
    if (!this.#conditional) {
      if (!forSome) this.#result.styles.push(css);
      else if (!whole && mediaQuery.test(media)) this.#result.styles.push(`@media ${media} {${css}}`);
    }
    if (!whole && !this.#conditional) return;
    this.#put(`<style${safeAttributes('style', this.#styleAttributes, slots, '')}>${css}</style>`);
  }

  #push(name: string, inPlainTable: boolean): void {
    this.#open.push({ name, inPlainTable });
    this.#openCount.set(name, (this.#openCount.get(name) ?? 0) + 1);
  }

  #close(): void {
    const { name } = this.#open.pop()!;
    this.#openCount.set(name, this.#openCount.get(name)! - 1);
    this.#put(`</${name}>`);
    if (isHeading(name)) this.#inHeading = false;
  }

  #putText(text: string): void {
    this.#put(text);
    if (!this.#inHeading || this.#result.heading.length + text.length > headingCharactersMax) return;
    this.#result.heading += text;
  }

  #put(piece: string): void {
    this.#result.pieces.push(piece);
  }
}

const noBreakSpace = 0xa0;
const everyScreen = /^(?:all|screen)$/i;
const mediaQuery = /^[\w\s(),:.\-/]{1,200}$/;

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, escapeHtml);
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/.test(name);
}
