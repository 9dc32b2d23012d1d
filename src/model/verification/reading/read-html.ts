import { Tokenizer } from 'htmlparser2';
import {
  extractStyles,
  generatedText,
  hiddenNames,
  isHardlySeen,
  parseAppearance,
  plainColor,
} from './css-hiding.ts';
import type { HtmlLink, SeenHtml } from './seen-html.ts';

/** Reads content that any client may show, or only content that every client shows on every screen. */
type Reading = 'any_client' | 'every_client';

export function readHtml(html: string, reading: Reading = 'any_client'): SeenHtml {
  const styles = extractStyles(html);
  const reader = new HtmlReader(html, hiddenNames(styles, reading === 'every_client'), {
    forEveryClient: reading === 'every_client',
    // Stylesheet backgrounds are not tracked, so the page may have any colour.
    page: styles.includes('background') ? undefined : white,
    inComment: false,
  });
  reader.read();
  const seen = reader.seen();
  return { ...seen, text: `${seen.text}\n${generatedText(styles)}` };
}

const white = '#ffffff';

type Open = {
  name: string;
  hidden: boolean;
  tiny: boolean;
  reversed: boolean;
  color: string | undefined;
  background: string | undefined;
  link: HtmlLink | null;
};

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr bgsound basefont frame'.split(' '),
);
const inlineElements = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr nobr blink data o:p'.split(
    ' ',
  ),
);
/** Browsers display text inside `<head>`, so it is not listed. */
const unseenElements = new Set(['title', 'template', 'noembed', 'noframes', 'xml']);
const conditional = /^\[if\s[^\]]{0,100}\]>/i;
const conditionalEnd = /<!\[endif\]$/i;
const letterAtEnd = /[\p{L}\p{N}]$/u;
const letterAtStart = /^[\p{L}\p{N}]/u;
/** Open elements kept. The outermost decide on hiding, so the innermost are dropped. */
const openMax = 10_000;
const sourcesMax = 100;
const cutsMax = 1_000;
const inboxCharacters = 250;
const turnedCharactersMax = 2_000;

class HtmlReader {
  readonly #html: string;
  readonly #hiddenNames: ReadonlySet<string>;
  readonly #inComment: boolean;
  readonly #forEveryClient: boolean;
  readonly #page: string | undefined;
  #text: string[] = [];
  #length = 0;
  #shownCharacters = 0;
  #hidden: string[] = [];
  /** Whether hidden text directly follows a visible letter. */
  #hiddenAfterLetter = false;
  #lastPiece = '';
  readonly #open: Open[] = [];
  readonly #openCount = new Map<string, number>();
  readonly #seen: Omit<SeenHtml, 'text' | 'hidden' | 'alternatives'> = {
    preheader: '',
    describeHidden: 0,
    cuts: [],
    turned: '',
    links: [],
    images: 0,
    sources: [],
    forms: 0,
    fields: 0,
    passwordFields: 0,
    scripts: 0,
    base: null,
    loaded: [],
  };
  readonly #alternatives: string[] = [];
  #tag = '';
  #attributes = new Map<string, string>();
  #attribute = '';
  #value = '';
  #raw = false;

  constructor(
    html: string,
    hidden: ReadonlySet<string>,
    {
      forEveryClient,
      page,
      inComment,
    }: { forEveryClient: boolean; page: string | undefined; inComment: boolean },
  ) {
    this.#html = html;
    this.#hiddenNames = hidden;
    this.#inComment = inComment;
    this.#forEveryClient = forEveryClient;
    this.#page = forEveryClient ? page : undefined;
  }

  read(): void {
    const tokenizer = new Tokenizer({ decodeEntities: true }, this);
    tokenizer.write(this.#html);
    tokenizer.end();
    while (this.#open.length > 0) this.#close();
  }

  seen(): SeenHtml {
    return {
      ...this.#seen,
      text: this.#text.join(''),
      hidden: this.#hidden.join(''),
      alternatives: this.#alternatives.join(' '),
    };
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
  }

  onopentagend(): void {
    this.#begin(false);
  }

  onselfclosingtag(): void {
    this.#begin(true);
  }

  onclosetag(start: number, end: number): void {
    this.#raw = false;
    const name = this.#html.slice(start, end).toLowerCase();
    if (!inlineElements.has(name)) this.#put('\n');
    if ((this.#openCount.get(name) ?? 0) === 0) return;
    while (this.#open.length > 0) {
      const inner = this.#open.at(-1)!.name;
      this.#close();
      if (inner === name) return;
    }
  }

  ontext(start: number, end: number): void {
    if (!this.#raw) this.#put(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    if (!this.#raw) this.#put(String.fromCodePoint(codePoint));
  }

  /** Some clients display comments for Outlook. */
  oncomment(start: number, end: number, endOffset: number): void {
    if (this.#inComment || this.#forEveryClient) return;
    const comment = this.#html.slice(start, end - endOffset);
    const begun = conditional.exec(comment);
    if (!begun) return;
    const inside = comment.slice(begun[0].length).replace(conditionalEnd, '');
    const reader = new HtmlReader(inside, this.#hiddenNames, {
      forEveryClient: false,
      page: undefined,
      inComment: true,
    });
    reader.read();
    this.#take(reader.seen());
  }

  oncdata(start: number, end: number): void {
    this.ontext(start, end);
  }
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #begin(selfClosing: boolean): void {
    const name = this.#tag;
    const attribute = (key: string): string => this.#attributes.get(key) ?? '';
    if (name === 'style' || name === 'script') {
      if (name === 'script') this.#seen.scripts += 1;
      this.#raw = !selfClosing;
      return;
    }
    const open = this.#opened(name, attribute);
    if (!inlineElements.has(name)) this.#put('\n');
    this.#note(name, attribute, open);
    if (voidElements.has(name) || (selfClosing && name.includes(':'))) return;
    if (this.#open.length >= openMax) return;
    this.#open.push(open);
    this.#openCount.set(name, (this.#openCount.get(name) ?? 0) + 1);
  }

  #opened(name: string, attribute: (key: string) => string): Open {
    const outer = this.#open.at(-1);
    const own = parseAppearance(attribute('style'));
    const color = own.color ?? plainColor(attribute('color')) ?? outer?.color;
    const hasPicture = attribute('background') !== '' || attribute('style').includes('background-image');
    const picture = hasPicture ? 'a picture' : undefined;
    const background =
      picture ??
      own.background ??
      plainColor(attribute('bgcolor')) ??
      (outer ? outer.background : this.#page);
    const named =
      this.#hiddenNames.size > 0 &&
      `${attribute('class')} ${attribute('id')}`.split(/\s+/).some((each) => this.#hiddenNames.has(each));
    const isFoldedUp = name === 'details' && !this.#attributes.has('open');
    const hidden =
      (outer?.hidden ?? false) ||
      own.hidden ||
      named ||
      this.#attributes.has('hidden') ||
      (this.#forEveryClient && (this.#hiddenNames.has(`<${name}`) || isFoldedUp)) ||
      unseenElements.has(name);
    const turned = name === 'bdo' ? /^rtl$/i.test(attribute('dir').trim()) : own.reversed;
    return {
      name,
      hidden,
      tiny: own.tiny ?? outer?.tiny ?? false,
      reversed: turned || (outer?.reversed ?? false),
      color,
      background,
      link: null,
    };
  }

  #note(name: string, attribute: (key: string) => string, open: Open): void {
    const seen = this.#seen;
    const target = attribute('href').trim() || attribute('xlink:href').trim();
    if (name === 'base') seen.base ??= target || null;
    else if (target !== '' && name !== 'link') open.link = this.#link(target, open);
    switch (name) {
      case 'img':
      case 'v:image':
      case 'v:imagedata':
      case 'image':
        this.#image(attribute);
        break;
      case 'form':
        seen.forms += 1;
        if (attribute('action') !== '') this.#link(attribute('action').trim(), open);
        break;
      case 'input':
        if (/^(?:hidden|submit|button|image|reset|checkbox|radio)$/i.test(attribute('type').trim())) break;
        seen.fields += 1;
        if (/^password$/i.test(attribute('type').trim())) seen.passwordFields += 1;
        break;
      case 'textarea':
        seen.fields += 1;
        break;
      case 'meta':
        if (/^refresh$/i.test(attribute('http-equiv').trim())) seen.loaded.push(attribute('content'));
        break;
      case 'iframe':
      case 'frame':
      case 'embed':
        seen.loaded.push(attribute('src'));
        break;
      case 'object':
        seen.loaded.push(attribute('data'));
        break;
    }
    const formAction = attribute('formaction').trim();
    if (formAction !== '') this.#link(formAction, open);
  }

  #link(target: string, { hidden }: Open): HtmlLink {
    const link = { target, from: this.#length, to: this.#length, image: false, hidden };
    this.#seen.links.push(link);
    return link;
  }

  #image(attribute: (key: string) => string): void {
    // Tracking pixels are invisible.
    if (/^[01](?:px)?$/.test(attribute('width').trim()) || /^[01](?:px)?$/.test(attribute('height').trim()))
      return;
    this.#seen.images += 1;
    if (this.#seen.sources.length < sourcesMax) this.#seen.sources.push(attribute('src').toLowerCase());
    if (attribute('alt') !== '') this.#alternatives.push(attribute('alt'));
    for (let at = this.#open.length - 1; at >= 0 && at > this.#open.length - 20; at -= 1) {
      const { link } = this.#open[at]!;
      if (link === null) continue;
      link.image = true;
      break;
    }
  }

  #close(): void {
    const { name, link } = this.#open.pop()!;
    this.#openCount.set(name, this.#openCount.get(name)! - 1);
    if (link) link.to = this.#length;
  }

  #put(written: string): void {
    const inner = this.#open.at(-1);
    const piece = inner?.reversed ? [...written].reverse().join('') : written;
    const unseen =
      inner !== undefined &&
      (inner.hidden ||
        inner.tiny ||
        (inner.color !== undefined &&
          (this.#forEveryClient
            ? isHardlySeen(inner.color, inner.background)
            : inner.color === inner.background)));
    if (unseen) {
      this.#hidden.push(piece);
      if (this.#shownCharacters < inboxCharacters && this.#seen.preheader.length < inboxCharacters) {
        this.#seen.preheader += piece.trim() === '' ? ' ' : piece;
      }
      if (piece.trim() !== '' && letterAtEnd.test(this.#lastPiece)) this.#hiddenAfterLetter = true;
      return;
    }
    const isCut = this.#hiddenAfterLetter && letterAtStart.test(piece);
    if (isCut) this.#seen.describeHidden += 1;
    if (isCut && this.#seen.cuts.length < cutsMax) this.#seen.cuts.push(this.#length);
    if (inner?.reversed && this.#seen.turned.length < turnedCharactersMax) this.#seen.turned += ` ${piece}`;
    this.#hiddenAfterLetter = false;
    this.#lastPiece = piece.slice(-2);
    if (this.#shownCharacters < inboxCharacters) this.#shownCharacters += piece.trim().length;
    this.#text.push(piece);
    this.#length += piece.length;
  }

  #take(inside: SeenHtml): void {
    const from = this.#length;
    this.#put(`\n${inside.text}\n`);
    const moved = this.#length - from === 0 ? 0 : from + 1;
    for (const link of inside.links)
      this.#seen.links.push({ ...link, from: link.from + moved, to: link.to + moved });
    this.#seen.cuts.push(...inside.cuts.map((at) => at + moved));
    this.#seen.turned += ` ${inside.turned}`;
    this.#seen.forms += inside.forms;
    this.#seen.fields += inside.fields;
    this.#seen.passwordFields += inside.passwordFields;
    this.#seen.loaded.push(...inside.loaded);
  }
}
