import { losesRules } from '../../content/removal/may-lose-parts.ts';
import { extractStyles, hiddenNames } from '../reading/css-hiding.ts';
import { plainWords } from '../reading/plain-words.ts';
import {
  buildHashBits,
  canonical,
  endOfReference,
  isIn,
  isLetterAt,
  letterFor,
  letters,
  never,
  sharpS,
  step,
  tabledMax,
  tableSize,
  wordEnd,
} from '../reading/quick-letters.ts';
import { tagTraits } from '../reading/quick-tags.ts';
import { append, brandNames } from './brands.ts';
import { lureThemes } from './lexicon/lexicon.ts';
import { knownWords, selectAnchors } from './phrases.ts';
import { isPlainSender } from './plain-sender.ts';
import { hasNameSigns, hasRandomCode, isShouted, isStrangeName } from './sender-traits.ts';
import type { VerifiedContent } from './verdict.ts';

/**
 * Returns false only if `verifyContent` would pass the transactional content. Reads each character once.
 *
 * Words alone block nothing, so content passes without structure: at least one link, all to the sender, and
 * no form, odd character, brand name or hidden text. Otherwise, it passes without any word that every lure
 * needs. `sanitized`: sending removes parts of the HTML, which then needs a badge.
 */
export function needsVerification(content: VerifiedContent, sanitized = false): boolean {
  const { from, subject, preview, html, text } = content;
  const plain = text ?? '';
  if (html.length + plain.length > quickCharactersMax) return true;
  const look = new QuickLook(from.domain, sanitized);
  for (const source of [from.displayName ?? '', subject, preview ?? '', plain]) {
    if (!look.passes(source, false)) return true;
  }
  if (!look.passes(html, true)) return true;
  const isPictured = (look.words < fewWords || look.structure) && picture.test(html);
  return isPictured || look.namesBrand() || (look.lure && couldBeStructure(content, look));
}

/** With fewer words, or with hidden words, an image may be the whole message. */
const fewWords = 40;
const picture = /<(?:v:)?ima?ge?\b/i;
const quickCharactersMax = 200_000;
function couldBeStructure({ from, subject, html, text }: VerifiedContent, look: QuickLook): boolean {
  const name = from.displayName ?? '';
  return (
    !look.linksHome ||
    look.structure ||
    subject.includes('{{') ||
    !isPlainSender(from.domain) ||
    isStrangeName(plainWords(name), from.domain) ||
    [name, subject].some((line) => hasNameSigns(name) || hasRandomCode(line) || isShouted(line)) ||
    numbers.test(html) ||
    numbers.test(text ?? '')
  );
}

const numbers = /(?:\d[\s().,'-]{0,3}){7}|\bmil[lhij]|\bmio\b|[a-z0-9]{25}/i;

/** Canonical words and stems, with hash tables that reject most words quickly. */
const lureAnchors = selectAnchors(lureThemes);
const lureWords = new Set(Array.from(lureAnchors.words, canonical));
const lureStems = new Set(Array.from(lureAnchors.stems, canonical));
const stemLettersMin = Math.min(...Array.from(lureStems, ({ length }) => length));
/** No stem is longer, so longer prefixes need no lookup. */
const stemLettersMax = Math.max(...Array.from(lureStems, ({ length }) => length));
/** Names in other scripts have no canonical form: their letters always need full verification. */
const latinNames = brandNames
  .map(({ words }) => words)
  .filter((words) => words.every((word) => /^[a-z\d]+$/.test(word)));
const brandWords = new Set(latinNames.filter(({ length }) => length === 1).map(([word]) => canonical(word!)));
/** Parts of names that occur in every text. */
const everydayParts = new Set(['and', 'the', 'com']);
/** Other parts of long names, by the longest part. */
const longNames = new Map<string, string[][]>();
for (const words of latinNames.filter(({ length }) => length > 1)) {
  const parts = words.filter((word) => word.length > 2 && !everydayParts.has(word));
  const telling = parts.length < 2 ? words : parts;
  const [longest, ...others] = telling.map(canonical).toSorted((a, b) => b.length - a.length);
  append(longNames, longest!, others);
}
const partsOfNames = new Set([...longNames].flatMap(([longest, others]) => [longest, ...others.flat()]));
const allKnown = new Set(Array.from(knownWords, canonical));
/** Bit sets by hash that fit into the CPU cache: brand or lure words and parts of names; known words; stems. */
const tellingBits = buildHashBits([...brandWords, ...partsOfNames, ...lureWords], tableSize);
const knownBits = buildHashBits([...allKnown, ...brandWords, ...partsOfNames, ...lureWords], tableSize);
const stemTableSize = 1 << 17;
const stemBits = buildHashBits(lureStems, stemTableSize);

const lessThan = 0x3c;
const ampersand = 0x26;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const apostrophe = 0x27;
const rightQuote = 0x2019;
const at64 = 0x40;
const dot = 0x2e;
const colon = 0x3a;
/** Digits and signs that look like letters come before the capitals. */
const capitalA = 0x41;
const styleTag = /^<style\b/i;
const hostHere = /[a-z0-9-]+(?:\.[a-z0-9-]+)*/iy;
const singlesMax = 2;
const halfLettersMax = 4;
const wholeLettersMax = 16;
/** Words before a hidden part that may be the first half of a word after it. */
const cutWordsMax = 16;

/** Powers of the hash factor, to derive the hash of two joined words. */
const powers = Array.from({ length: wholeLettersMax + 1 }, () => 1);
for (let index = 1; index < powers.length; index += 1)
  powers[index] = Math.imul(powers[index - 1]!, 31) & (tableSize - 1);

type Word = { hash: number; letters: number; word: string };

class QuickLook {
  readonly #domain: string;
  readonly #sanitized: boolean;
  lure = false;
  structure = false;
  /** True for a link to the sender's domain, not for an image or a mailbox. */
  linksHome = false;
  words = 0;
  readonly #names = new Set<string>();
  readonly #cut: Word[] = [];
  readonly #colors = new Set<string>();
  readonly #backgrounds = new Set(['#ffffff']);
  #hiddenNames: ReadonlySet<string> = new Set();
  /** Last word of the source; none while it has no letters. */
  #beforeHash = 0;
  #beforeLetters = 0;
  #beforeStart = 0;
  #beforeEnd = 0;
  /** Consecutive words of one letter. */
  #singles = 0;

  constructor(domain: string, sanitized: boolean) {
    this.#domain = domain;
    this.#sanitized = sanitized;
  }

  namesBrand(): boolean {
    return this.#names
      .values()
      .some((longest) =>
        longNames.get(longest)?.some((others) => others.every((word) => this.#names.has(word))),
      );
  }

  /** Returns false for a brand, a link elsewhere, or a possible disguise. */
  passes(source: string, isHtml: boolean): boolean {
    if (isHtml && /<style/i.test(source) && !this.#passesStyles(extractStyles(source))) return false;
    this.#beforeLetters = 0;
    this.#singles = 0;
    let hash = 0;
    let start = -1;
    let signs = false;
    let count = 0;
    for (let at = 0; at <= source.length; at += 1) {
      const code = at === source.length ? 0x20 : source.charCodeAt(at);
      const letter = code <= tabledMax ? letters[code]! : letterFor(code);
      if (letter !== 0) {
        if (letter === never) return false;
        if (start === -1) {
          start = at;
          hash = 0;
          count = 0;
          signs = false;
        }
        if (code < capitalA) {
          signs = true;
          if (code === at64 && !this.#isMailboxOfSender(source, at)) return false;
        }
        hash = step(hash, letter);
        count += 1;
        if (code === sharpS) {
          hash = step(hash, letter);
          count += 1;
        }
        if (
          count > 2 &&
          count <= stemLettersMax &&
          isIn(stemBits, hash & (stemTableSize - 1)) &&
          !this.lure &&
          lureStems.has(canonical(source.slice(start, at + 1)))
        )
          this.lure = true;
        continue;
      }
      if (start !== -1) {
        if (!this.#passesWord(source, start, at, code, hash, count, signs)) return false;
        start = -1;
      }
      switch (code) {
        case colon:
          if (source.startsWith('//', at + 1) && !this.#isHostOfSender(source, at + 3)) return false;
          break;
        case closeBrace:
          if (source.charCodeAt(at - 1) === closeBrace && isLetterAt(source, at + 1)) return false;
          break;
        case ampersand:
          at = endOfReference(source, at);
          if (at === -1) return false;
          break;
        case lessThan:
          if (!isHtml) break;
          at = this.#skipTag(source, at);
          if (at === -1) return false;
          break;
      }
    }
    return true;
  }

  #passesStyles(styles: string): boolean {
    if (/content\s*:|unicode-bidi/i.test(styles)) return false;
    if (this.#sanitized && losesRules(styles)) return false;
    this.#hiddenNames = hiddenNames(styles);
    this.structure ||= this.#hiddenNames.size > 0;
    return true;
  }

  /** @param code character after the word */
  #passesWord(
    source: string,
    start: number,
    end: number,
    code: number,
    hash: number,
    count: number,
    signs: boolean,
  ): boolean {
    this.words += 1;
    // An apostrophe does not divide a word.
    if ((code === apostrophe || code === rightQuote) && isLetterAt(source, end + 1)) {
      const whole = canonical(source.slice(start, wordEnd(source, end + 1)).replace(/['’]/g, ''));
      if (!this.#takes(whole)) return false;
      this.lure ||= beginsWithStem(whole);
    }
    if (isIn(knownBits, hash)) {
      if (isIn(tellingBits, hash) && !this.#takes(canonical(source.slice(start, end)))) return false;
      if (signs && count > 3) this.structure = true;
    }
    if (
      this.#beforeLetters > 0 &&
      (count <= halfLettersMax || this.#beforeLetters <= halfLettersMax) &&
      count + this.#beforeLetters <= wholeLettersMax &&
      isIn(knownBits, joinedHash(this.#beforeHash, hash, count))
    ) {
      const joined = canonical(source.slice(this.#beforeStart, this.#beforeEnd) + source.slice(start, end));
      if (allKnown.has(joined)) this.structure = true;
      if (!this.#takes(joined)) return false;
    }
    if (this.#cut.length > 0 && !this.#joinsCut(hash, count, source, start, end)) return false;
    this.#singles = count === 1 ? this.#singles + 1 : 0;
    if (this.#singles > singlesMax) return false;
    if (code === dot && count === 3 && !this.#isWebOfSender(source, start, end)) return false;
    this.#beforeHash = hash;
    this.#beforeLetters = count;
    this.#beforeStart = start;
    this.#beforeEnd = end;
    // A merge field in the middle of a word may be empty.
    return code !== openBrace || source.charCodeAt(end + 1) !== openBrace;
  }

  /** @returns the last position before the text goes on; -1 if the tag needs full verification */
  #skipTag(source: string, at: number): number {
    if (this.#sanitized && source.startsWith('{{', at + 1)) return -1;
    if (at > 0 && isLetterAt(source, at - 1) && this.#splitsWord(source, at)) return -1;
    const after = source.charCodeAt(at + 1) | 0x20;
    if (!((after >= 0x61 && after <= 0x7a) || source[at + 1] === '/')) return at;
    const end = source.indexOf('>', at);
    if (end === -1) return -1;
    const tag = source.slice(at, end + 1);
    const isRead = this.#passesTag(tag, source);
    if (isRead === null) return -1;
    if (styleTag.test(tag)) return Math.max(-1, source.indexOf('</', end) - 1);
    // Text inside a tag counts as text; stylesheets were read before.
    return isRead ? at : end;
  }

  /** Returns whether the tag must be read; null if it needs full verification. */
  #passesTag(tag: string, source: string): boolean | null {
    const traits = tagTraits(tag);
    if (traits.odd || (this.#sanitized && traits.removable)) return null;
    for (const target of traits.targets) {
      if (!this.#leadsHome(target)) return null;
    }
    const { color, background } = traits;
    let hides = traits.hides || (color !== undefined && color === background);
    if (color !== undefined) {
      hides ||= background === undefined && this.#backgrounds.has(color);
      this.#colors.add(color);
    }
    if (background !== undefined) {
      hides ||= this.#colors.has(background);
      this.#backgrounds.add(background);
    }
    if (this.#hiddenNames.size > 0) hides ||= traits.names.some((name) => this.#hiddenNames.has(name));
    if (hides) {
      this.structure = true;
      if (this.#beforeLetters > 0) {
        const word = source.slice(this.#beforeStart, this.#beforeEnd);
        this.#cut.push({ hash: this.#beforeHash, letters: this.#beforeLetters, word });
      }
      if (this.#cut.length > cutWordsMax) return null;
    }
    return traits.speaks;
  }

  #splitsWord(source: string, from: number): boolean {
    for (let at = from; source.charCodeAt(at) === lessThan; ) {
      const mark = source[at + 1];
      if (mark === '!' || mark === '?') return true;
      const end = source.indexOf('>', at);
      if (end === -1) return true;
      const traits = tagTraits(source.slice(at, end + 1));
      if (traits.divides) return false;
      if (traits.hides || isLetterAt(source, end + 1)) return true;
      if (this.#hiddenNames.size > 0 && traits.names.some((name) => this.#hiddenNames.has(name))) return true;
      at = end + 1;
    }
    return false;
  }

  #takes(word: string): boolean {
    if (brandWords.has(word)) return false;
    if (lureWords.has(word)) this.lure = true;
    if (partsOfNames.has(word)) this.#names.add(word);
    return true;
  }

  #joinsCut(hash: number, count: number, source: string, start: number, end: number): boolean {
    for (const cut of this.#cut) {
      if (cut.letters + count > wholeLettersMax) continue;
      if (cut.letters > halfLettersMax && count > halfLettersMax) continue;
      if (!isIn(tellingBits, joinedHash(cut.hash, hash, count))) continue;
      if (!this.#takes(canonical(cut.word + source.slice(start, end)))) return false;
    }
    return true;
  }

  #isHome(host: string): boolean {
    const name = host.toLowerCase();
    return name === this.#domain || name.endsWith(`.${this.#domain}`);
  }

  #leadsHome(written: string): boolean {
    const target = written.trim();
    if (target === '#' || ownLinkField.test(target)) return true;
    const host = page.exec(target)?.[1];
    if (host !== undefined && this.#isHome(host)) {
      this.linksHome = true;
      return true;
    }
    return /^mailto:[\w.+-]+@([\w.-]+)$/i.test(target) && this.#isHome(target.slice(target.indexOf('@') + 1));
  }

  #isHostOfSender(source: string, from: number): boolean {
    hostHere.lastIndex = from;
    const host = hostHere.exec(source)?.[0];
    return (
      host !== undefined &&
      /[\s/?#"'<>)]|^$/.test(source.charAt(from + host.length)) &&
      this.#isHome(host.replace(/^www\./i, ''))
    );
  }

  #isMailboxOfSender(source: string, at: number): boolean {
    hostHere.lastIndex = at + 1;
    const host = hostHere.exec(source)?.[0];
    return host === undefined || this.#isHome(host);
  }

  #isWebOfSender(source: string, start: number, at: number): boolean {
    if (source.slice(start, at).toLowerCase() !== 'www') return true;
    return this.#isHostOfSender(source, at + 1);
  }
}

const ownLinkField = /^\{\{\{?\s*[A-Za-z]\w*Url\s*\}\}\}?$/;
const page = /^https?:\/\/([a-z0-9.-]+)(?:[/?#][^@\\{}&]*(?:&(?:amp;|[\w.-]+=)[^@\\{}&]*)*)?$/i;

function joinedHash(first: number, second: number, secondLetters: number): number {
  return (Math.imul(first, powers[secondLetters] ?? 0) + second) & (tableSize - 1);
}

function beginsWithStem(word: string): boolean {
  for (let letters = stemLettersMin; letters <= Math.min(word.length, stemLettersMax); letters += 1) {
    if (lureStems.has(word.slice(0, letters))) return true;
  }
  return false;
}
