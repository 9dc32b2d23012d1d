import { Lexer, Parser, Renderer, type Tokens } from 'marked';
import { escapeHtml } from '../../model/content/escape-html.ts';
import { shippedDrawings } from '../mcp/content/shipped-texts.ts';
import { type Html, html } from '../public/html.ts';
import { highlightCode } from './highlight-code.ts';
import { addressOf, type DocsPage } from './page.ts';
import { plainHeading, resolveTarget, slugifyHeading } from './page-links.ts';

/** Pages by the inline code that links to them. */
export type Glossary = ReadonlyMap<string, string>;

export function renderPage(page: DocsPage, known: ReadonlySet<string>, glossary: Glossary): string {
  const renderer = new DocsRenderer(page, known, glossary);
  const options = { gfm: true, renderer };
  const text = Parser.parse(new Lexer(options).lex(withoutTitle(page.markdown())), options);
  return insertContents(text, renderer.headings) + renderer.endSection();
}

type Heading = { id: string; title: string };

/** Shorter pages need no table of contents. */
const headingsMin = 4;

/** Puts the table of contents below the introduction. */
function insertContents(text: string, headings: readonly Heading[]): string {
  if (headings.length < headingsMin) return text;
  const contents = html`<nav class="toc" aria-label="On this page"><ul>
${headings.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
`;
  return text.replace('<h2 ', () => `${contents.markup}<h2 `);
}

function withoutTitle(markdown: string): string {
  const [, ...rest] = markdown.split('\n');
  return rest.join('\n');
}

class DocsRenderer extends Renderer {
  readonly #page: DocsPage;
  readonly #known: ReadonlySet<string>;
  readonly #glossary: Glossary;
  /** Headings of the second level, for the table of contents. */
  readonly headings: Heading[] = [];
  readonly #anchors = new Map<string, number>();
  readonly #forms: ReadonlyMap<string, Html>;
  #inLink = false;
  #form = '';

  constructor(page: DocsPage, known: ReadonlySet<string>, glossary: Glossary) {
    super();
    this.#page = page;
    this.#known = known;
    this.#glossary = glossary;
    this.#forms = page.forms?.() ?? new Map();
  }

  endSection(next?: string): string {
    const form = this.#form;
    this.#form = this.#forms.get(next ?? '')?.markup ?? '';
    return form;
  }

  /** Shows tags as text, because a page writes `<address>` for a value. Comments mark generated facts. */
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text.replaceAll(/<!--.*?-->/gs, ''));
  }

  override heading({ tokens, depth, text }: Tokens.Heading): string {
    const named = / \{#([\w.-]+)\}$/.exec(text);
    const plain = named ? text.slice(0, -named[0].length) : text;
    const title = plainHeading(plain);
    const id = named?.[1] ?? this.#freeAnchor(slugifyHeading(title));
    // Headings contain no links other than their anchor.
    this.#inLink = true;
    const shown = this.parser.parseInline(tokens).replace(/ \{#[\w.-]+\}$/, '');
    this.#inLink = false;
    const level = Math.max(2, depth);
    if (level === 2) this.headings.push({ id, title });
    return `${this.endSection(id)}<h${level} id="${id}">${shown} <a class="anchor" href="#${id}" aria-label="Link to: ${escapeHtml(title)}">#</a></h${level}>\n`;
  }

  override code({ text, lang = '' }: Tokens.Code): string {
    const language = /^[\w-]+/.exec(lang)?.[0] ?? 'text';
    return `<div class="code"><pre tabindex="0"><code class="language-${language}">${highlightCode(text, language)}\n</code></pre></div>\n`;
  }

  override codespan({ text }: Tokens.Codespan): string {
    const code = `<code>${escapeHtml(text)}</code>`;
    if (this.#inLink) return code;
    const topic = /^posthouse:\/\/docs\/([a-z0-9-]+)$/.exec(text)?.[1];
    if (topic !== undefined && this.#known.has(topic))
      return `<a href="${addressOf(topic)}">${addressOf(topic)}</a>`;
    const name = this.#glossary.get(text);
    return name === undefined || name === this.#page.name ? code : `<a href="${addressOf(name)}">${code}</a>`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    this.#inLink = true;
    const shown = this.parser.parseInline(tokens);
    this.#inLink = false;
    const target = escapeHtml(resolveTarget(href, this.#page.name, this.#known));
    return `<a href="${target}"${target.startsWith('http') ? ' rel="noreferrer"' : ''}>${shown}</a>`;
  }

  /** A drawing is part of the page, so that its text can be selected and takes the colors of the page. */
  override image(image: Tokens.Image): string {
    const { pathname } = new URL(image.href, `http://docs.invalid/${this.#page.name}`);
    const drawing = shippedDrawings().get(pathname.slice(1));
    // The style is for the file alone. The content security policy would block it here.
    return drawing?.trim().replace(/<style>.*?<\/style>\n?/s, '') ?? super.image(image);
  }

  /** A disabled checkbox would be a control without a label. */
  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? '☑ ' : '☐ ';
  }

  /** An empty header cell would be a header without content. */
  override tablecell(cell: Tokens.TableCell): string {
    return cell.header && cell.tokens.length === 0 ? '<td></td>\n' : super.tablecell(cell);
  }

  override table(token: Tokens.Table): string {
    return `<div class="wide" tabindex="0">${super.table(token)}</div>\n`;
  }

  #freeAnchor(anchor: string): string {
    const before = this.#anchors.get(anchor) ?? 0;
    this.#anchors.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  }
}
