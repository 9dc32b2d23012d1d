import { Lexer, Parser, Renderer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { runWithinLimit } from './run-within-limit.ts';

/** Mail clients drop form controls, so a task's checkbox is a character. */
export const taskBox = { done: '☑', open: '☐' };

/**
 * Parses GitHub-flavoured Markdown with raw HTML, which is sanitized later. The parser looks ahead to a
 * paragraph's end at every delimiter, and nesting recurses, so texts beyond these limits stay plain.
 */

/** Depth of nested quotes and lists, or of nested emphasis and links. */
const nestingMax = 50;
/** About 20 million run per second. Unmatched emphasis delimiters cost quadratic time. */
const workStepsMax = 6_000_000;
/** Consecutive non-empty lines; no real paragraph, list or table is longer. */
const blockLinesMax = 10_000;
/** Characters scanned, and lines joined, per step. */
const charactersPerStep = 50;
const linesPerStep = 10;
/** Even the worst text of this length parses in a tenth of a second. */
const unwatchedCharacters = 2_000;
/** No email address is longer, so longer words are not scanned at each letter. */
const addressCharactersMax = 320;
const bareLinkCharactersMax = 2_048;
/** Look-ahead for a heading's underline, which runs on every line of a list. */
const underlinedCharactersMax = 500;

/** @param strict throws TookTooLong on a timeout, instead of returning the source as plain text */
export function markdownToHtml(source: string, { strict = false }: { strict?: boolean } = {}): string {
  const asWritten = (): string => `<pre>${escapeHtml(source)}</pre>`;
  if (hasEndlessBlock(source)) return asWritten();
  return runWithinLimit(
    { characters: source.length, unwatched: unwatchedCharacters, strict },
    () => parse(source),
    asWritten,
  );
}

function parse(source: string): string {
  // Lexer, tokenizer and renderer share state, so each parse has its own.
  const options = { gfm: true, tokenizer: new BoundedTokenizer(), renderer: new MailRenderer() };
  return Parser.parse(new BoundedLexer(options).lex(source), options);
}

function hasEndlessBlock(source: string): boolean {
  let lines = 0;
  for (let at = 0; at !== -1; ) {
    const end = source.indexOf('\n', at);
    const blank = end !== -1 && source.slice(at, end).trim() === '';
    lines = blank ? 0 : lines + 1;
    if (lines > blockLinesMax) return true;
    at = end === -1 ? -1 : end + 1;
  }
  return false;
}

const underline = /\n {0,3}(?:=|-)/;
const lineEnds = /\n/g;
const emphasis = /[*_~]/g;
const delimiters = /[*_~`[\]!<)\\]/g;
const longWord = new RegExp(`^[\\w.+-]{${addressCharactersMax}}`);
/** Characters allowed before an `@` (RFC 5322, atext), and positions where markup can begin among them. */
const longAtoms = new RegExp(`^[\\w.!#$%&'*+/=?\`{|}~-]{${addressCharactersMax}}`);
const wholeWord = /^(?:[\w.+-]+|(?:`+|~+|[^\\<[\n])(?:[^\W_]|[.#$%&'+/=?{|}-]|!(?!\[))*)/;
const longLink = new RegExp(`^(?:https?:|ftp:|www\\.)[^\\s<]{${bareLinkCharactersMax}}`, 'i');

class BoundedTokenizer extends Tokenizer {
  override lheading(source: string): Tokens.Heading | undefined {
    const soon = source.slice(0, underlinedCharactersMax);
    return underline.test(soon) ? super.lheading(source) : undefined;
  }

  override url(source: string): Tokens.Link | undefined {
    return longWord.test(source) || longLink.test(source) ? undefined : super.url(source);
  }

  override inlineText(source: string): Tokens.Text | undefined {
    return longAtoms.test(source) ? plainText(wholeWord.exec(source)![0]) : super.inlineText(source);
  }
}

class MailRenderer extends Renderer {
  override checkbox({ checked }: Tokens.Checkbox): string {
    return `${checked ? taskBox.done : taskBox.open} `;
  }
}

class BoundedLexer extends Lexer {
  #blocks = 0;
  #inlines = 0;
  #workLeft = workStepsMax;

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    // In a list or a quote, each line is appended to all earlier lines.
    const work = this.#blocks === 0 ? 0 : count(source, lineEnds) ** 2 / linesPerStep;
    if (this.#blocks >= nestingMax || !this.#affords(work)) {
      tokens.push(plainText(source));
      return tokens;
    }
    this.#blocks += 1;
    super.blockTokens(source, tokens, lastParagraphClipped);
    this.#blocks -= 1;
    return tokens;
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (this.#inlines >= nestingMax || !this.#affords(inlineWork(source))) {
      tokens.push(plainText(source));
      return tokens;
    }
    this.#inlines += 1;
    super.inlineTokens(source, tokens);
    this.#inlines -= 1;
    return tokens;
  }

  #affords(work: number): boolean {
    if (work > this.#workLeft) return false;
    this.#workLeft -= work;
    return true;
  }
}

function inlineWork(source: string): number {
  const looks = count(source, delimiters);
  return looks === 0 ? 0 : count(source, emphasis) ** 2 + (looks * source.length) / charactersPerStep;
}

function count(text: string, characters: RegExp): number {
  return text.match(characters)?.length ?? 0;
}

function plainText(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}
