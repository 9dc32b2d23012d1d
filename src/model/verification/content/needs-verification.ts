import { isFreeDomain } from '../role-and-free-addresses.ts';
import { brandNames } from './brands.ts';
import { imitationIn } from './imitations.ts';
import { lureThemes } from './lexicon/lexicon.ts';
import { readTarget, registrableOf } from './links.ts';
import { latinLetters } from './lookalikes.ts';
import { anchorsOf } from './phrases.ts';
import type { VerifiedContent } from './verdict.ts';

/**
 * A quick look for the hot path of transactional mail: whether a content could be phishing at all. It reads each
 * character a few times, parses nothing, and errs on one side only: what it clears, `verifyContent` would pass.
 *
 * Words alone block nothing, so a mail is cleared when nothing about it could count as structure: every link leads to
 * its sender, and one at least does; no form, no odd character, no name of a brand, nothing hidden. Where something of
 * the kind is possible, it is still cleared when it has none of the words without which no lure is one.
 */
export function needsVerification(content: VerifiedContent): boolean {
  const { from, subject, preview, html, text } = content;
  const plain = text ?? '';
  if (html.length + plain.length > quickCharactersMax) return true;
  if (suspiciousMarkup.test(html) || !leadsHome(html, from.domain) || !leadsHome(plain, from.domain))
    return true;
  const heads = `${from.displayName ?? ''}\n${subject}\n${preview ?? ''}`;
  const avoided = couldBeStructure(content) ? 'brandsAndLures' : 'brands';
  const namesSeen = new Set<string>();
  const isQuietWith = (source: string): boolean => isQuiet(source, avoided, namesSeen);
  if (!(isQuietWith(heads) && isQuietWith(html) && isQuietWith(plain))) return true;
  return namesSeen.size > 1 && longNames.some((words) => words.every((word) => namesSeen.has(word)));
}

/** Larger mail is worth a whole look. */
const quickCharactersMax = 200_000;

/** What a mail may have beside its links that counts as structure: a sender's odd name, hidden text, a number to call. */
function couldBeStructure({ from, html, text }: VerifiedContent): boolean {
  const source = `${html}\n${text ?? ''}`;
  const leadsToSender = linksTo(html, from.domain) || (text ?? '').includes(`://${from.domain}/`);
  return (
    !leadsToSender ||
    hiding.test(html) ||
    manyDigits.test(source) ||
    longToken.test(source) ||
    !isPlainSender(from.domain)
  );
}

/** Whether there is a link, and not only an image or a mailbox, of a domain. */
function linksTo(html: string, domain: string): boolean {
  for (const [, double, single, bare] of html.matchAll(anyTarget)) {
    const host = page.exec((double ?? single ?? bare ?? '').trim())?.[1]?.toLowerCase();
    if (host !== undefined && (host === domain || host.endsWith(`.${domain}`))) return true;
  }
  return false;
}

const hiding =
  /display\s*:|visibility|opacity|font\s*:|font-size\s*:\s*[\d.]*[01](?![\d])|font-size\s*:\s*(?:0|\.|[\d.]+\s*(?:em|rem|%))|max-|overflow|hidden|transparent|scale|indent|(?:left|top|right|margin-\w+)\s*:\s*-|background|bgcolor|<style|<head|<title/i;
const manyDigits = /(?:\d[\s().-]{0,3}){9}/;
const longToken = /[a-z0-9]{25}/i;

/** Senders whose names were looked at; they are few and come again. */
const plainSenders = new Map<string, boolean>();
const plainSendersMax = 1_000;

function isPlainSender(domain: string): boolean {
  const known = plainSenders.get(domain);
  if (known !== undefined) return known;
  const registrable = registrableOf(domain);
  const isPlain =
    imitationIn(domain, registrable) === null &&
    !isFreeDomain(registrable) &&
    readTarget(`https://${domain}`).faults.length === 0;
  if (plainSenders.size >= plainSendersMax) plainSenders.clear();
  plainSenders.set(domain, isPlain);
  return isPlain;
}

const suspiciousMarkup =
  /<\s*(?:form|input|textarea|select|button|iframe|frame|object|embed|base|bdo|script|svg|math|template|plaintext|xmp|v:image)\b|http-equiv\s*=\s*["']?\s*refresh|unicode-bidi|content\s*:|formaction/i;
const anyTarget = /href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi;
const ownLinkField = /^\{\{\{?\s*[A-Za-z]\w*Url\s*\}\}\}?$/;
const page = /^https?:\/\/([a-z0-9.-]+)(?:[/?#][^@\\{}&]*(?:&(?:amp;|[\w.-]+=)[^@\\{}&]*)*)?$/i;
const hostAfterSlashes = /:\/\/([^\s/?#"'<>)\\]*)/g;
const bareHost = /(?<!\/\/)\bwww\.([^\s/?#"'<>)\\]+)/gi;
const harmlessSource = /(?:\bsrc\s*=\s*["']?|xmlns(?::\w+)?\s*=\s*["']?|\bdoctype [^>]*["'])https?$/i;
const lookBackCharacters = 120;
const mailbox = /@([a-z0-9-]+(?:\.[a-z0-9-]+)*)/gi;

/** Whether every address in a text is of its sender, as far as can be told without knowing who registers what. */
function leadsHome(source: string, domain: string): boolean {
  const isHome = (host: string): boolean => {
    const name = host.toLowerCase();
    return name === domain || name.endsWith(`.${domain}`) || name === `www.${domain}`;
  };
  for (const [, double, single, bare] of source.matchAll(anyTarget)) {
    const target = (double ?? single ?? bare ?? '').trim();
    if (target === '#' || ownLinkField.test(target)) continue;
    const host = page.exec(target)?.[1];
    if (host === undefined || !isHome(host)) {
      if (!/^mailto:[\w.+-]+@([\w.-]+)$/i.test(target) || !isHome(target.slice(target.indexOf('@') + 1)))
        return false;
    }
  }
  for (const found of source.matchAll(hostAfterSlashes)) {
    if (isHome(found[1]!)) continue;
    if (!harmlessSource.test(source.slice(Math.max(0, found.index - lookBackCharacters), found.index)))
      return false;
  }
  for (const [, rest] of source.matchAll(bareHost)) if (!isHome(rest!)) return false;
  for (const [, host] of source.matchAll(mailbox)) if (!isHome(host!)) return false;
  return true;
}

// ------------------------------------------------------------------------------------------------------- its words

/** One letter for all that are mistaken for one another: what a disguised word and its plain form have in common. */
function canonical(word: string): string {
  let written = '';
  for (const character of word) {
    const letter = String.fromCharCode(letterFor(character.charCodeAt(0)) || 0x7f);
    written += character === 'ß' ? letter + letter : letter;
  }
  return written;
}

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = step(hash, word.charCodeAt(at));
  return hash;
}

function step(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) & (tableSize - 1);
}

/** Code units up to here have a plain letter, or are no letters. */
const tabledMax = 0x24f;
/** What takes part in words, as one of `a` to `z` or a digit; 0 for what divides words, 255 for what is never quiet. */
const letters = new Uint8Array(tabledMax + 1);
const never = 255;
for (let code = 0; code <= tabledMax; code += 1) letters[code] = classOf(String.fromCharCode(code));

function classOf(character: string): number {
  const disguise = '0o1i3e4a5s7t8b@a$s!ili|i'.match(/../gs)!.find(([sign]) => sign === character);
  if (disguise) return disguise.charCodeAt(1);
  if (character === 'ß') return 's'.charCodeAt(0);
  const plain = latinLetters(character.toLowerCase());
  if (/^[a-z0-9]$/.test(plain)) return plain === 'l' ? 'i'.charCodeAt(0) : plain.charCodeAt(0);
  if (character === '\u00AD' || /\p{L}/u.test(character)) return never;
  return 0;
}

/** 0 divides words; a number is a letter of the canonical alphabet. */
function letterFor(code: number): number {
  if (code <= tabledMax) return letters[code]!;
  return isPlainSign(code) ? 0 : never;
}

/** Typographic signs, currencies, arrows, bullets and pictures, none of which is a letter to anybody. */
function isPlainSign(code: number): boolean {
  return (
    (code >= 0x2010 && code <= 0x2027) ||
    code === 0x202f ||
    (code >= 0x2030 && code <= 0x205e) ||
    (code >= 0x20a0 && code <= 0x20bf) ||
    code === 0x2122 ||
    (code >= 0x2190 && code <= 0x23ff) ||
    (code >= 0x25a0 && code <= 0x27bf)
  );
}

type Avoided = 'brands' | 'brandsAndLures';
/** Words and beginnings in canonical letters, with a table of their hashes that tells most words apart at once. */
type Anchors = { words: Set<string>; stems: Set<string>; wordTable: Uint8Array; stemTable: Uint8Array };

const tableSize = 1 << 16;
const lureAnchors = anchorsOf(lureThemes);
const shortNames = brandNames.filter(({ length }) => length === 1).map(([word]) => word!);
/** Names of several words, each of which alone means nothing. */
const longNames = brandNames.filter(({ length }) => length > 1).map((words) => words.map(canonical));
const partsOfNames = new Set(longNames.flat());
const anchorsFor: Record<Avoided, Anchors> = {
  brands: tabled(shortNames, []),
  brandsAndLures: tabled([...shortNames, ...lureAnchors.words], lureAnchors.stems),
};

function tabled(words: Iterable<string>, stems: Iterable<string>): Anchors {
  const anchors: Anchors = {
    words: new Set(Array.from(words, canonical)),
    stems: new Set(Array.from(stems, canonical)),
    wordTable: new Uint8Array(tableSize),
    stemTable: new Uint8Array(tableSize),
  };
  for (const word of [...anchors.words, ...partsOfNames]) anchors.wordTable[hashOf(word)] = 1;
  for (const stem of anchors.stems) anchors.stemTable[hashOf(stem)] = 1;
  return anchors;
}

const sharpS = 0xdf;
const lessThan = 0x3c;
const greaterThan = 0x3e;
const ampersand = 0x26;
const openBrace = 0x7b;
const apostrophe = 0x27;
const rightQuote = 0x2019;
const harmlessReference =
  /&(?:nbsp|amp|lt|gt|quot|apos|copy|reg|trade|euro|pound|hellip|ndash|mdash|bull|middot|rarr|larr|laquo|raquo|#39|#x27|#8217|#8211|#8212|#160);/y;
const dividingTag =
  /<\/?(?:p|div|td|th|tr|table|tbody|thead|tfoot|h[1-6]|li|ul|ol|br|hr|center|section|article|header|footer|main|body|html|head|title|style|meta|link|img|!doctype|blockquote|pre|!--)\b|<!/iy;
const singlesMax = 2;
const halfLettersMax = 4;

/** Whether a text has none of the words of a lure, in no disguise, and no character that could be one. */
function isQuiet(source: string, avoided: Avoided, namesSeen: Set<string>): boolean {
  const anchors = anchorsFor[avoided];
  const { words, stems, wordTable, stemTable } = anchors;
  let hash = 0;
  let start = -1;
  let previousHash = 0;
  let previousStart = 0;
  let previousEnd = 0;
  let singles = 0;
  /** Where the last tag begins, and whether it stands between two letters of a line. */
  let begin = -1;
  let splits = false;
  for (let at = 0; at <= source.length; at += 1) {
    const code = at === source.length ? 0x20 : source.charCodeAt(at);
    const letter = letterFor(code);
    if (letter === never) return false;
    if (letter !== 0) {
      if (start === -1) {
        if (splits) return false;
        start = at;
        hash = 0;
      }
      hash = step(hash, letter);
      previousHash = step(previousHash, letter);
      if (code === sharpS) {
        hash = step(hash, letter);
        previousHash = step(previousHash, letter);
      }
      if (stemTable[hash] === 1 && stems.has(canonical(source.slice(start, at + 1)))) return false;
      continue;
    }
    // An apostrophe divides nothing: the letters after it belong to the word.
    if ((code === apostrophe || code === rightQuote) && start !== -1 && isLetterAt(source, at + 1)) {
      const end = wordEnd(source, at + 1);
      if (hasAnchor(anchors, source.slice(start, end).replace(/['’]/g, ''))) return false;
    }
    splits = false;
    const ended = start !== -1;
    if (ended) {
      const length = at - start;
      if (wordTable[hash] === 1) {
        const word = canonical(source.slice(start, at));
        if (words.has(word)) return false;
        if (partsOfNames.has(word)) namesSeen.add(word);
      }
      const isHalf =
        Math.min(length, previousEnd - previousStart) <= halfLettersMax && previousEnd > previousStart;
      if (isHalf && wordTable[previousHash] === 1) {
        const joined = source.slice(previousStart, previousEnd) + source.slice(start, at);
        const whole = canonical(joined);
        if (words.has(whole)) return false;
        if (partsOfNames.has(whole)) namesSeen.add(whole);
      }
      singles = length === 1 ? singles + 1 : 0;
      if (singles > singlesMax) return false;
      previousStart = start;
      previousEnd = at;
      previousHash = hash;
      start = -1;
    }
    if (code === ampersand) {
      harmlessReference.lastIndex = at;
      if (source[at + 1] === '#' || isLetterAt(source, at + 1)) {
        if (!harmlessReference.test(source)) return false;
        at = harmlessReference.lastIndex - 1;
      }
    } else if (code === lessThan) {
      begin = at;
      const passed = passTag(source, at);
      if (passed === null) return false;
      // The end of the tag is looked at next, so that what follows it is.
      if (passed > at) at = passed - 1;
    } else if (code === openBrace && source.charCodeAt(at + 1) === openBrace && ended) {
      // A field in the middle of a word may be empty.
      return false;
    } else if (code === greaterThan && at + 1 < source.length) {
      splits = begin > 0 && isLetterAt(source, at + 1) && dividesLetters(source, begin);
    }
  }
  return true;
}

const tagStart = /<\/?[a-z]/iy;
const speakingAttribute = /\b(?:alt|href)\s*=/i;

/**
 * Where a tag that says nothing ends; where it begins, when it has to be read; null when it cannot be told where it ends.
 */
function passTag(source: string, at: number): number | null {
  tagStart.lastIndex = at;
  if (!tagStart.test(source)) return at;
  const end = source.indexOf('>', at);
  if (end === -1) return null;
  const tag = source.slice(at, end);
  if (tag.split('"').length % 2 === 0 || tag.split("'").length % 2 === 0) return null;
  return speakingAttribute.test(tag) ? at : end;
}

/** Whether a letter stands right before a tag, and the tag divides no words. */
function dividesLetters(source: string, begin: number): boolean {
  if (letterFor(source.charCodeAt(begin - 1)) === 0) return false;
  dividingTag.lastIndex = begin;
  return !dividingTag.test(source);
}

function isLetterAt(source: string, at: number): boolean {
  return at < source.length && letterFor(source.charCodeAt(at)) !== 0;
}

function wordEnd(source: string, from: number): number {
  let end = from;
  while (isLetterAt(source, end)) end += 1;
  return end;
}

function hasAnchor({ words, stems }: Anchors, word: string): boolean {
  const plain = canonical(word);
  return words.has(plain) || [...stems].some((stem) => plain.startsWith(stem));
}
