import { Tokenizer } from 'htmlparser2';
import { escapeHtml } from './escape-html.ts';
import { isMailLink, isSafeImage, isSafeLink } from './link-target.ts';
import { isLinkField, type ValuePlace } from './merge-fields.ts';
import { proseStyle } from './prose-style.ts';
import { moveSlots, type SlotTable } from './slots.ts';

/**
 * The safety pass: HTML in, HTML out, with nothing in it that runs, loads a page, submits a form or leaves the mail.
 *
 * The input is read token by token and everything that goes out is written anew: only elements of the list below,
 * attributes in double quotes, text escaped. So it does not matter how broken the input is or how somebody else
 * would have read it; there is no second reading of what we wrote. Elements are balanced and bounded in depth, which
 * is what the parsers after this one need in order not to overflow the stack. Linear in the input.
 */

/** What the pass found, in pieces, so that the document around a fragment can be built of them. */
export type SafeHtml = {
  pieces: string[];
  /** Whether there was an `<html>`: then the pieces are a whole document. */
  whole: boolean;
  doctype: boolean;
  /** Index of the first piece inside the body; -1 without one. */
  bodyAt: number;
  /** Contents of the style elements: of a fragment they are not among the pieces. */
  styles: string[];
  /** Escaped text of the first heading. */
  heading: string;
};

export type SafetyOptions = {
  /** Keep `<html>`, `<head>`, `<body>` and what belongs into the head. */
  whole: boolean;
  slots: SlotTable;
  /** Give the bare elements that an editor makes our typography. */
  prose?: boolean;
  /** The language of a document that does not name one. */
  lang: string;
};

/** Elements inside one another; what is deeper loses its tags and keeps its text. */
export const elementDepthMax = 128;
/** A cell cannot reach over more columns or rows than this. */
const spanMax = 100;
const headingCharactersMax = 200;

const words = (text: string): Set<string> => new Set(text.split(/\s+/));

const elements = words(`a abbr acronym address area article aside audio b bdi bdo big blockquote br button caption
  center cite code col colgroup data dd del details dfn dir div dl dt em fieldset figcaption figure font footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main map mark menu meter nav ol optgroup
  option output p picture pre progress q rp rt ruby s samp search section select small source span strike strong sub
  summary sup table tbody td textarea tfoot th thead time tr tt u ul var video wbr`);
const structure = words('html head body');
const headElements = words('title meta link style');
/** Their contents are no text of the mail. */
const removedWithContents = words('script title');
const emptyElements = words('area br col hr img input link meta source wbr');
/** Office's elements, which mean something to Outlook alone, and whose names keep their case. */
const officeElement = /^(?:[vow]:[A-Za-z]+|xml)$/i;

/** Which open elements, when innermost, end where these begin. */
const endsBefore: Record<string, Set<string>> = {
  li: words('li p'),
  dt: words('dt dd p'),
  dd: words('dt dd p'),
  tr: words('tr td th p'),
  td: words('td th p'),
  th: words('td th p'),
  thead: words('thead tbody tfoot tr td th p colgroup caption'),
  tbody: words('thead tbody tfoot tr td th p colgroup caption'),
  tfoot: words('thead tbody tfoot tr td th p colgroup caption'),
  option: words('option'),
  optgroup: words('option optgroup'),
};
const endsParagraph = words(`address article aside blockquote center details dir div dl fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul`);
const tableParts = words('table caption colgroup thead tbody tfoot tr td th');

const removedAttributes = words(`srcdoc action formaction ping data codebase classid archive manifest profile icon
  dynsrc lowsrc longdesc nonce integrity is slot`);
const linkAttributes = words('href xlink:href cite');
const imageAttributes = words('src background poster');
const attributeName = /^[A-Za-z_][\w.:-]{0,63}$/;

const commentCondition = /^\[if\s+([\w\s()!&|.]{1,100})\]>/i;
const conditionalEnd = '<![endif]';
/** What could do something in the clients of old; a stylesheet with any of it is left out. */
const harmfulCss = /expression\s*\(|(?:java|vb)script\s*:|-moz-binding|(?:^|[^-\w])behavior\s*:|@import/i;
/** Web fonts are often brought in by an import; from the web alone. */
const harmlessRules = /@import\s{1,9}(?:url\(\s{0,9})?["']?https:\/\/[^;]{1,999};/gi;

/** Reads a fragment or a document and gives it back safe. */
export function safetyPass(html: string, options: SafetyOptions): SafeHtml {
  const result: SafeHtml = { pieces: [], whole: false, doctype: false, bodyAt: -1, styles: [], heading: '' };
  write(html, options, result, false);
  return result;
}

/** The text of a piece of HTML that has no elements, only character references. */
export function textOfHtml(html: string): string {
  if (!/[&<]/.test(html)) return html;
  let text = '';
  read(html, {
    ontext: (start, end) => {
      text += html.slice(start, end);
    },
    ontextentity: (codePoint) => {
      text += String.fromCodePoint(codePoint);
    },
  });
  return text;
}

type Reader = ConstructorParameters<typeof Tokenizer>[1];

function read(html: string, callbacks: Partial<Reader>): void {
  const ignored = (): void => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onattribdata: ignored,
      onattribend: ignored,
      onattribentity: ignored,
      onattribname: ignored,
      oncdata: ignored,
      onclosetag: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onend: ignored,
      onopentagend: ignored,
      onopentagname: ignored,
      onprocessinginstruction: ignored,
      onselfclosingtag: ignored,
      ontext: ignored,
      ontextentity: ignored,
      ...callbacks,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

/** @param conditional inside a comment for Outlook: its tables begin in one and end in another, so not balanced */
function write(html: string, options: SafetyOptions, result: SafeHtml, conditional: boolean): void {
  const { whole, slots, prose, lang } = options;
  const { pieces } = result;
  const open: string[] = [];
  /** Of each open table whether it is an editor's: one with attributes is somebody's layout. */
  const plainTables: boolean[] = [];
  const openCount = new Map<string, number>();
  let tag = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  /** The element whose contents the tokenizer reads as raw text. */
  let raw: 'style' | 'removed' | 'textarea' | null = null;
  let inHeading = false;

  const text = (piece: string): void => {
    pieces.push(piece);
    if (inHeading && result.heading.length < headingCharactersMax) result.heading += piece;
  };

  const close = (): void => {
    const name = open.pop()!;
    openCount.set(name, openCount.get(name)! - 1);
    pieces.push(`</${name}>`);
    if (name === 'table') plainTables.pop();
    if (isHeading(name)) inHeading = false;
  };

  const endImplied = (name: string): void => {
    const ended = endsBefore[name];
    if (ended) {
      while (open.length > 0 && ended.has(open.at(-1)!)) close();
    } else if (endsParagraph.has(name) && open.at(-1) === 'p') {
      close();
    }
  };

  const begin = (selfClosing: boolean): void => {
    const office = officeElement.test(tag);
    const name = office ? tag : tag.toLowerCase();
    if (removedWithContents.has(name) && !(name === 'title' && whole)) {
      if (!selfClosing) raw = 'removed';
      return;
    }
    if (name === 'style') return beginStyle(selfClosing);
    if (name === 'textarea' && !selfClosing) raw = 'textarea';
    if (structure.has(name)) return beginStructure(name);
    const inHead = headElements.has(name);
    if (inHead ? !whole : !office && !elements.has(name)) return;
    if (name === 'table') plainTables.push(attributes.size === 0);
    const typography = prose && !conditional ? proseStyle(name, plainTables.at(-1) ?? false) : '';
    const kept = inHead
      ? headAttributes(name, attributes, slots)
      : safeAttributes(name, attributes, slots, typography);
    if (kept === null) return;
    if (emptyElements.has(name)) {
      pieces.push(`<${name}${kept}>`);
      return;
    }
    if (conditional) {
      pieces.push(`<${name}${kept}${selfClosing && office ? '/' : ''}>`);
      return;
    }
    endImplied(name);
    if (open.length >= elementDepthMax) return;
    pieces.push(`<${name}${kept}>`);
    open.push(name);
    openCount.set(name, (openCount.get(name) ?? 0) + 1);
    if (isHeading(name) && result.heading === '') inHeading = true;
    // Only Office's elements and those that hold raw text can be empty by a slash.
    if (selfClosing && (office || name === 'textarea' || name === 'title')) close();
  };

  const beginStructure = (name: string): void => {
    if (name === 'html') result.whole = true;
    if (!whole || (!conditional && openCount.has(name))) return;
    if (name === 'html' && !attributes.has('lang')) attributes.set('lang', lang);
    if (!conditional && name === 'body') while (open.length > 0 && open.at(-1) !== 'html') close();
    pieces.push(`<${name}${safeAttributes(name, attributes, slots, '')}>`);
    if (conditional) return;
    open.push(name);
    openCount.set(name, 1);
    if (name === 'body') result.bodyAt = pieces.length;
  };

  let style = '';
  const beginStyle = (selfClosing: boolean): void => {
    if (selfClosing) return;
    raw = 'style';
    style = '';
  };
  const endStyle = (): void => {
    const css = safeCss(style, slots);
    if (css.trim() === '') return;
    if (!conditional) result.styles.push(css);
    if (whole || conditional) {
      pieces.push(`<style${safeAttributes('style', styleAttributes, slots, '')}>${css}</style>`);
    }
  };
  let styleAttributes = new Map<string, string>();

  const end = (name: string): void => {
    if (raw !== null) {
      const ended = raw;
      raw = null;
      if (ended === 'style') return endStyle();
      if (ended === 'removed') return;
    }
    const office = officeElement.test(name);
    const wanted = office ? name : name.toLowerCase();
    if (conditional) {
      const kept = office || (whole && structure.has(wanted)) || (elements.has(wanted) && !emptyElements.has(wanted));
      if (kept) pieces.push(`</${wanted}>`);
      return;
    }
    if ((openCount.get(wanted) ?? 0) === 0) return;
    const acrossCells = tableParts.has(wanted) || structure.has(wanted);
    for (let at = open.length - 1; at >= 0; at -= 1) {
      const one = open[at]!;
      if (one === wanted) {
        while (open.length > at) close();
        break;
      }
      // An end tag inside a cell belongs to nothing outside of it.
      if (one === 'table' || (!acrossCells && (one === 'td' || one === 'th' || one === 'caption'))) {
        if (!structure.has(wanted)) return;
      }
    }
  };

  read(html, {
    ontext(start, stop) {
      const piece = html.slice(start, stop);
      if (raw === 'removed') return;
      if (raw === 'style') style += piece;
      // The tokenizer leaves the references of a textarea as they are; so do we.
      else if (raw === 'textarea') pieces.push(piece.replace(/[<>]/g, escapeHtml));
      else text(escapeText(piece));
    },
    ontextentity(codePoint) {
      if (raw !== null) return;
      text(codePoint === 0xa0 ? '&nbsp;' : escapeText(String.fromCodePoint(codePoint)));
    },
    onopentagname(start, stop) {
      tag = html.slice(start, stop);
      attributes = new Map();
    },
    onattribname(start, stop) {
      attribute = html.slice(start, stop);
      value = '';
    },
    onattribdata(start, stop) {
      value += html.slice(start, stop);
    },
    onattribentity(codePoint) {
      value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      if (!attributeName.test(attribute)) return;
      const name = attribute.includes(':') ? attribute : attribute.toLowerCase();
      // Of two attributes of one name a browser takes the first.
      if (!attributes.has(name)) attributes.set(name, value);
    },
    onopentagend() {
      if (tag.toLowerCase() === 'style') styleAttributes = attributes;
      begin(false);
    },
    onselfclosingtag() {
      begin(true);
    },
    onclosetag(start, stop) {
      end(html.slice(start, stop));
    },
    oncomment(start, stop, offset) {
      if (!conditional) comment(html.slice(start, stop - offset), options, result);
    },
    ondeclaration(start, stop) {
      declaration(html.slice(start, stop), options, result);
    },
  });
  if (raw === 'style') endStyle();
  while (open.length > 0) close();
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, escapeHtml);
}

/**
 * Comments are for Outlook or for nobody: only the conditional ones go out, those that other clients do not read
 * with their contents made safe like the rest.
 */
function comment(contents: string, options: SafetyOptions, result: SafeHtml): void {
  const { pieces } = result;
  if (contents.trim() === conditionalEnd) {
    pieces.push('<!--<![endif]-->');
    return;
  }
  const begun = commentCondition.exec(contents);
  if (!begun) return;
  const condition = begun[1]!;
  const rest = contents.slice(begun[0].length);
  if (/^\s*(?:<!(?:--)?)?\s*$/.test(rest)) {
    pieces.push(`<!--[if ${condition}]><!-->`);
  } else if (rest.endsWith(conditionalEnd)) {
    pieces.push(`<!--[if ${condition}]>`);
    write(rest.slice(0, -conditionalEnd.length), options, result, true);
    pieces.push(`${conditionalEnd}-->`);
  }
}

function declaration(contents: string, { whole }: SafetyOptions, result: SafeHtml): void {
  if (/^!\[(?:if\s+[\w\s()!&|.]{1,100}|endif)\]$/i.test(contents)) {
    result.pieces.push(`<${contents}>`);
  } else if (whole && !result.doctype && !result.whole && /^!doctype [\w\s"'/:.-]{1,200}$/i.test(contents)) {
    result.doctype = true;
    result.pieces.push(`<${contents}>`);
  }
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/.test(name);
}

/** The attributes of an element as they are written out, each preceded by a blank. */
function safeAttributes(
  element: string,
  attributes: ReadonlyMap<string, string>,
  slots: SlotTable,
  typography: string,
): string {
  let written = '';
  if (typography !== '' && !attributes.has('style')) written += ` style="${escapeHtml(typography)}"`;
  for (const [name, value] of attributes) {
    let safe = safeAttribute(element, name.toLowerCase(), value, slots);
    if (safe === null) continue;
    // The author's own style comes last and wins.
    if (name === 'style' && typography !== '') safe = `${typography};${safe}`;
    written += ` ${name}="${escapeHtml(safe)}"`;
  }
  return written;
}

/** The value an attribute goes out with, or null when it does not. */
function safeAttribute(element: string, name: string, value: string, slots: SlotTable): string | null {
  if (name.startsWith('on') || removedAttributes.has(name) || name.includes(slots.stem)) return null;
  if (linkAttributes.has(name)) return safeTarget(value, slots, isSafeLink);
  if (imageAttributes.has(name)) {
    const embedded = element === 'img' || name === 'background';
    return safeTarget(value, slots, (start, goesOn) => isSafeImage(start, { embedded, goesOn }));
  }
  switch (name) {
    case 'srcset':
      return isSafeSourceSet(value, slots) ? value : null;
    case 'style':
      return harmfulCss.test(plainCss(value)) ? null : cssSlots(value, slots);
    case 'usemap':
      return value.startsWith('#') ? value : null;
    case 'colspan':
    case 'rowspan':
      return String(Math.min(spanMax, Math.max(1, Number.parseInt(value, 10) || 1)));
    default:
      return value;
  }
}

/** A URL with its slots moved to where their values are percent-encoded; null when it may not lead there. */
function safeTarget(
  value: string,
  slots: SlotTable,
  isSafe: (start: string, goesOn: boolean) => boolean,
): string | null {
  if (!value.includes(slots.stem)) return isSafe(value, false) ? value : null;
  slots.pattern.lastIndex = 0;
  const first = slots.pattern.exec(value);
  if (!first) return isSafe(value, false) ? value : null;
  const start = value.slice(0, first.index);
  const own = start === '' && isLinkField(slots.placeholders[Number(first[1])]?.name ?? '');
  // A link that begins with a slot is the platform's own, or it is no link. What follows must not turn into a
  // scheme when the value is missing.
  if (own ? !/^(?:[/?#&]|$)/.test(value.slice(first[0].length)) : !isSafe(start, true)) return null;
  const part: ValuePlace = isMailLink(start) ? 'mailboxPart' : 'urlPart';
  return moveSlots(slots, value, (at) => (own && at === 0 ? 'wholeLink' : part));
}

/** Several sources with their widths: every word of it that could be a URL has to be on the web. */
function isSafeSourceSet(value: string, slots: SlotTable): boolean {
  if (value.includes(slots.stem)) return false;
  return value.split(/[\s,]+/).every((word) => !word.includes(':') || /^https?:/i.test(word));
}

/** Of the head only what describes the mail: no refresh, no base, no other character set than the mail's own. */
function headAttributes(
  name: string,
  attributes: ReadonlyMap<string, string>,
  slots: SlotTable,
): string | null {
  const get = (key: string): string => attributes.get(key)?.trim().toLowerCase() ?? '';
  if ([...attributes].some((pair) => pair.some((word) => word.includes(slots.stem)))) return null;
  const plain = (): string =>
    [...attributes]
      .filter(([key]) => !key.startsWith('on') && key !== 'ping')
      .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
      .join('');
  switch (name) {
    case 'title':
      return '';
    case 'meta': {
      if (attributes.has('charset')) return ' charset="utf-8"';
      const header = get('http-equiv');
      if (header === 'content-type') return ' http-equiv="Content-Type" content="text/html; charset=utf-8"';
      if (header === 'x-ua-compatible' || header === 'content-language') return plain();
      return header === '' && attributes.has('name') ? plain() : null;
    }
    case 'link':
      return get('rel') === 'stylesheet' && /^https?:\/\//.test(get('href')) ? plain() : null;
    default:
      return null;
  }
}

function safeCss(css: string, slots: SlotTable): string {
  if (harmfulCss.test(plainCss(css).replace(harmlessRules, ' '))) return '';
  // Neither the element nor a comment around it may end inside.
  return cssSlots(css.replace(/<!--|--!?>/g, ' ').replace(/<[/!]/g, '< '), slots);
}

/** CSS as its reader sees it: without comments and escapes. */
function plainCss(css: string): string {
  const outside: string[] = [];
  for (let at = 0; at !== -1; ) {
    const begin = css.indexOf('/*', at);
    outside.push(begin === -1 ? css.slice(at) : css.slice(at, begin));
    const end = begin === -1 ? -1 : css.indexOf('*/', begin + 2);
    at = end === -1 ? -1 : end + 2;
  }
  return outside.join('').replace(/\\(?:([0-9a-fA-F]{1,6})\s?|([\s\S]))/g, (_, hex?: string, character?: string) => {
    return hex === undefined ? character! : characterOf(Number.parseInt(hex, 16));
  });
}

function characterOf(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}

function cssSlots(css: string, slots: SlotTable): string {
  return moveSlots(slots, css, () => 'css');
}
