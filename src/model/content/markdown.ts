import { Lexer, Parser, Renderer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { runWithinLimit } from './run-within-limit.ts';
import { taskBox } from './task-box.ts';

/**
 * Markdown with GitHub's tables, task lists, strikethrough and bare links. Raw HTML stays: what comes out goes
 * through the safety pass like any other HTML.
 *
 * The parser works with regular expressions that look ahead to the end of a paragraph at every delimiter, and calls
 * itself for everything nested. What that costs is bounded before it starts: beyond the limits below, a text stays
 * the text that it is, without markup.
 */

/** Quotes and lists, or emphasis and links, inside one another. */
const nestingMax = 50;
/**
 * The work of all blocks together, in steps of which a machine makes some twenty million a second. What the parser does
 * when no delimiter has a partner is the square of their number for emphasis, and a look at the whole paragraph for
 * each of the others. A megabyte of ordinary prose has half of this.
 */
const workStepsMax = 6_000_000;
/** Lines without an empty one between them: of more than this nobody writes a paragraph, a list or a table. */
const blockLinesMax = 10_000;
/** So many characters are looked at in one step, and so many lines are put together. */
const charactersPerStep = 50;
const linesPerStep = 10;
/** Of this length even the worst is parsed in a tenth of a second. */
const unwatchedCharacters = 2_000;
/** A word longer than any address is no address, and is not looked at for one at each of its letters. */
const addressCharactersMax = 320;
/** The same for the URL that a bare link could be. */
const bareLinkCharactersMax = 2_048;
/** So far ahead a heading's underline is looked for; in a list that is done for every line. */
const underlinedCharactersMax = 500;

/** @returns an HTML fragment, as yet neither safe nor styled */
export function markdownToHtml(source: string): string {
  const asWritten = (): string => `<pre>${escapeHtml(source)}</pre>`;
  if (hasEndlessBlock(source)) return asWritten();
  return runWithinLimit(
    { characters: source.length, unwatched: unwatchedCharacters },
    () => parse(source),
    asWritten,
  );
}

function parse(source: string): string {
  // Lexer, tokenizer and renderer remember one another, so each parse has its own.
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
/** Of all that an address may have before its `@` (RFC 5322, atext), and where markup can begin within such a run. */
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
    // In a list or a quote each line is added to all the lines before it.
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
