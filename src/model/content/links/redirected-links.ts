import { Tokenizer } from 'htmlparser2';
import { escapeAttribute } from '../escape-html.ts';
import { replacePlaceholders, writePlaceholder } from '../merge-fields.ts';

export type RedirectedLink = { from: string; to: string };

/** Keeps everything else, including broken HTML, because verification must see the same HTML as readers. */
export function withRedirectedLinks(html: string, redirected: readonly RedirectedLink[]): string {
  return redirected.length === 0 ? html : rewrite(html, redirected).html;
}

/** For content verification: appends new targets whose link was not found, otherwise they would go unverified. */
export function withAllRedirectedLinks(html: string, redirected: readonly RedirectedLink[]): string {
  if (redirected.length === 0) return html;
  const { html: rewritten, found } = rewrite(html, redirected);
  const missing = redirected.filter(({ from }) => !found.has(canonicalLink(from)));
  return [rewritten, ...missing.map(({ to }) => `<p><a href="${escapeAttribute(to)}">here</a></p>`)].join(
    '\n',
  );
}

function rewrite(
  html: string,
  redirected: readonly RedirectedLink[],
): { html: string; found: ReadonlySet<string> } {
  const targets = new Map(redirected.map(({ from, to }) => [canonicalLink(from), to]));
  const found = new Set<string>();
  return { html: new LinkRewriter(html, targets, found).rewritten(), found };
}

export function canonicalLink(written: string): string {
  return replacePlaceholders(written.trim(), writePlaceholder);
}

const linkAttributes: ReadonlySet<string> = new Set(['href', 'xlink:href']);

type Reader = ConstructorParameters<typeof Tokenizer>[1];

class LinkRewriter implements Reader {
  readonly #html: string;
  readonly #targets: ReadonlyMap<string, string>;
  readonly #found: Set<string>;
  readonly #written: string[] = [];
  #through = 0;
  #attribute = '';
  #nameEnd = 0;
  #value = '';

  constructor(html: string, targets: ReadonlyMap<string, string>, found: Set<string>) {
    this.#html = html;
    this.#targets = targets;
    this.#found = found;
  }

  rewritten(): string {
    const tokenizer = new Tokenizer({ decodeEntities: true }, this);
    tokenizer.write(this.#html);
    tokenizer.end();
    this.#written.push(this.#html.slice(this.#through));
    return this.#written.join('');
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#nameEnd = end;
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(_quote: number, end: number): void {
    if (!linkAttributes.has(this.#attribute)) return;
    const link = canonicalLink(this.#value);
    const target = this.#targets.get(link);
    if (target === undefined) return;
    this.#found.add(link);
    this.#replace(this.#nameEnd, end, `="${escapeAttribute(target)}"`);
  }

  /** Outlook reads links in comments. */
  oncomment(start: number, end: number, endOffset: number): void {
    const comment = this.#html.slice(start, end - endOffset);
    const rewritten = new LinkRewriter(comment, this.#targets, this.#found).rewritten();
    if (rewritten !== comment) this.#replace(start, end - endOffset, rewritten);
  }

  #replace(start: number, end: number, by: string): void {
    this.#written.push(this.#html.slice(this.#through, start), by);
    this.#through = end;
  }

  oncdata(): void {}
  onclosetag(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onopentagname(): void {}
  onprocessinginstruction(): void {}
  onselfclosingtag(): void {}
  ontext(): void {}
  ontextentity(): void {}
}
