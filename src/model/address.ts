import { domainToASCII } from 'node:url';
import { reservedTopLevelDomains } from './reserved-names.ts';

/**
 * The only parser of mail addresses. Gates, guard, suppression, envelope and header all work on the `Mailbox` made
 * here, so none of them can see another domain than the one the mail is sent to.
 *
 * It accepts less than RFC 5322 on purpose: forms that two programs are known to read as different mailboxes (comments,
 * groups, source routes, quoted local parts, address literals) are refused. Hand-written and linear in the input.
 */

/** A parsed mailbox. All fields come from the same pass. */
export type Mailbox = {
  /** `local@domain` as it goes on the envelope: local part as written, domain in lower-case ASCII. */
  address: string;
  local: string;
  /** ASCII (A-labels), lower case, without a final dot. */
  domain: string;
  /** Decoded, free of control characters, or null when there is none. */
  displayName: string | null;
  /** `address` in lower case: identifies a person for suppression and as a subscriber's email. */
  key: string;
  /** Identifies an inbox for the recipient guard: see `guardKeyOf`. */
  guardKey: string;
};

type ParsedMailbox = { ok: true; mailbox: Mailbox } | { ok: false; message: string };

/** A mailbox has to fit on one line of a mail (RFC 5322 2.1.1, without CR LF). */
export const mailboxCharactersMax = 998;
/** RFC 5321 4.5.3.1.1. */
export const localPartCharactersMax = 64;
/** 255 octets on the wire of DNS are 253 characters of text (RFC 1035 3.1). */
export const domainCharactersMax = 253;
/** RFC 1035 2.3.4. */
export const labelCharactersMax = 63;

/**
 * Reads exactly one mailbox: `local@domain`, `<local@domain>` or `display name <local@domain>`, with blanks (space,
 * TAB) around it.
 *
 * A display name may be atoms, quoted strings and encoded-words (RFC 2047), in any order. One that looks like an
 * address is still a display name: `a@example.com <me@gmail.com>` is me@gmail.com.
 *
 * @returns the mailbox, or one plain sentence saying what is wrong. The sentence never repeats the input.
 */
export function parseMailbox(input: string): ParsedMailbox {
  if (input.length > mailboxCharactersMax) return refuse(refusals.tooLong);
  let start = 0;
  let end = input.length;
  while (start < end && isBlank(input.charCodeAt(start))) start++;
  while (end > start && isBlank(input.charCodeAt(end - 1))) end--;
  if (start === end) return refuse(refusals.empty);

  if (input.charCodeAt(end - 1) !== closingAngle) return readAddress(input, start, end, null);
  const display = readDisplayName(input, start, end - 1);
  if (!display.ok) return display;
  return readAddress(input, display.addressStart, end - 1, display.name);
}

/**
 * The mailbox as one line of text: `"Display" <address>`, or the bare address; `parseMailbox` reads it back to an equal
 * mailbox. For answers and records only: in a message header the composer also has to encode a display name that
 * contains `=?`, which is literal text here.
 *
 * @throws Error when the display name is not header-safe, which no parsed mailbox can be.
 */
export function formatMailbox(mailbox: Pick<Mailbox, 'address' | 'displayName'>): string {
  if (mailbox.displayName === null) return mailbox.address;
  if (!isHeaderSafe(mailbox.displayName)) {
    throw new Error('a display name that did not come from parseMailbox holds a control character');
  }
  const escaped = mailbox.displayName.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `"${escaped}" <${mailbox.address}>`;
}

/**
 * Whether a text is allowed in a header value. Never allowed: CR, LF, NUL and the other C0 controls but TAB, DEL, and
 * what some software takes for a line end: U+0085, U+2028, U+2029.
 */
export function isHeaderSafe(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 ? code !== tab : code === 0x7f || code === 0x85 || code === 0x2028 || code === 0x2029) {
      return false;
    }
  }
  return true;
}

/** Error sentences for input that is not one mailbox. */
const refusals = {
  tooLong: `The address is longer than ${mailboxCharactersMax} characters`,
  empty: 'The address is empty',
  noAt: 'The address has no @',
  secondAt: 'The address has more than one @',
  list: 'Give one address; a comma or semicolon would make a list',
  colon: 'A colon would make a group, a source route or a link; give the address alone',
  comment: 'Comments in parentheses are not accepted in an address',
  blank: 'There is a blank inside the address',
  control: 'The address holds a control character',
  invisible: 'The address holds an invisible or text-direction character',
  angle: 'An address in angle brackets has to be closed with > and to be the last thing',
  unopened: 'There is a closing > without an opening <',
  quotedLocal: 'A quoted part before the @ is not accepted',
  localEmpty: 'There is nothing before the @',
  localLong: `The part before the @ is longer than ${localPartCharactersMax} characters`,
  localDots: 'The part before the @ may not begin or end with a dot, nor hold two in a row',
  localRouting: 'The part before the @ may not route mail with % or !',
  localNotAscii: 'The part before the @ may hold ASCII characters only: others need SMTPUTF8 all the way',
  localCharacter: 'The part before the @ holds a character that is not allowed there',
  literal: 'An IP address in brackets is not accepted as a domain',
  domainEmpty: 'There is no domain after the @',
  domainLong: `The domain is longer than ${domainCharactersMax} characters`,
  domainCharacter: 'The domain may hold letters, digits, hyphens and dots only',
  domainUnreadable: 'The domain is not a valid internationalized domain name',
  labelEmpty: 'The domain has an empty part between dots',
  labelLong: `A part of the domain is longer than ${labelCharactersMax} characters`,
  labelHyphen: 'No part of the domain may begin or end with a hyphen',
  numeric: 'The domain may not be an IP address or end in a number',
  singleLabel: 'The domain needs at least two parts, such as example.com',
  displayQuote: 'A quoted display name has to be closed and to stand apart from other words',
  displayCharacter: 'Put the display name in double quotes: it holds a character that needs them',
  displayControl: 'The display name holds a control, invisible or text-direction character',
  displayEncoded: 'The display name has an encoded-word that cannot be read',
} as const;

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

const tab = 0x09;
const space = 0x20;
const quote = 0x22;
const plus = 0x2b;
const dot = 0x2e;
const atSign = 0x40;
const openingAngle = 0x3c;
const closingAngle = 0x3e;
const backslash = 0x5c;
const hyphen = 0x2d;

function isBlank(code: number): boolean {
  return code === space || code === tab;
}

/** `atext` of RFC 5322 3.2.3: what an atom is made of. */
const atext = asciiClass("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~");
/** The same without `%` and `!`, with which old mail systems relay to another host. */
const localCharacter = asciiClass(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#$&'*+-/=?^_`{|}~",
);
/** Letters and digits; hyphen and dot are checked separately. */
const letterOrDigit = asciiClass('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');

function asciiClass(members: string): Uint8Array {
  const allowed = new Uint8Array(128);
  for (let at = 0; at < members.length; at++) allowed[members.charCodeAt(at)] = 1;
  return allowed;
}

/** Reads `input[start, end)` as exactly one `local@domain`. */
function readAddress(input: string, start: number, end: number, displayName: string | null): ParsedMailbox {
  let at = start;
  let afterDot = true;
  for (; at < end; at++) {
    const code = input.charCodeAt(at);
    if (code === atSign) break;
    if (code === dot) {
      if (afterDot) return refuse(refusals.localDots);
      afterDot = true;
      continue;
    }
    if (localCharacter[code] !== 1) return refuse(whyNotLocal(input.codePointAt(at) ?? code));
    afterDot = false;
  }
  if (at === end) return refuse(refusals.noAt);
  if (at === start) return refuse(refusals.localEmpty);
  if (afterDot) return refuse(refusals.localDots);
  if (at - start > localPartCharactersMax) return refuse(refusals.localLong);

  const read = readDomain(input.slice(at + 1, end));
  if (!read.ok) return read;
  const local = input.slice(start, at);
  const domain = read.domain;
  const address = `${local}@${domain}`;
  const key = address.toLowerCase();
  const guardKey = guardKeyOf(key, local.length, domain);
  const mailbox: Mailbox = { address, local, domain, displayName, key, guardKey };
  // The formatted mailbox must parse again; only a very long name can prevent that.
  if (displayName !== null && formatMailbox(mailbox).length > mailboxCharactersMax) {
    return refuse(refusals.tooLong);
  }
  return { ok: true, mailbox };
}

/**
 * Folds spellings that are known to reach one inbox, so that the guard cannot be bypassed by writing a mailbox in
 * twenty ways. Identity stays with `key`: me+shop@ and me@ are two subscribers.
 *
 * A `+tag` is folded for every domain. Where a provider treats it as another mailbox, two mailboxes share one guard,
 * which costs a wait but never a lost mail. Dots are folded only for gmail.com and googlemail.com, where Google
 * promises to ignore them and to treat both names as one; elsewhere j.doe and jdoe may be two people.
 */
function guardKeyOf(key: string, localLength: number, domain: string): string {
  const tagAt = key.indexOf('+');
  const folds = tagAt > 0 && tagAt < localLength;
  if (domain === 'gmail.com' || domain === 'googlemail.com') {
    return `${key.slice(0, folds ? tagAt : localLength).replaceAll('.', '')}@gmail.com`;
  }
  return folds ? key.slice(0, tagAt) + key.slice(localLength) : key;
}

type ReadDomain = { ok: true; domain: string } | { ok: false; message: string };

/**
 * The domain in lower-case ASCII, or why it is invalid. Characters that UTS-46 would drop or a URL parser would cut at
 * (`/ ? # \ : @ %`, soft hyphens, zero-width characters) are refused before the conversion: `exam<U+00AD>ple.com/x`
 * must not become example.com.
 */
function readDomain(written: string): ReadDomain {
  let ascii = true;
  for (let at = 0; at < written.length; at++) {
    const code = written.charCodeAt(at);
    if (code > 0x7f) ascii = false;
    else if (letterOrDigit[code] !== 1 && code !== dot && code !== hyphen) return refuse(whyNotDomain(code));
  }
  if (ascii) return readAsciiDomain(written.toLowerCase());
  if (notInDomain.test(written)) return refuse(refusals.invisible);
  // A-labels are longer than the U-labels they encode, and converting them takes quadratic time.
  if (written.length > domainCharactersMax) return refuse(refusals.domainLong);
  const converted = domainToASCII(written);
  return converted === '' ? refuse(refusals.domainUnreadable) : readAsciiDomain(converted);
}

/** Default-ignorable, control and blank characters and lone surrogates. A single class, so it cannot backtrack. */
const notInDomain = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{White_Space}\p{Cs}]/v;

/** LDH labels (RFC 1123 2.1), two or more; one final dot is dropped. */
function readAsciiDomain(text: string): ReadDomain {
  const length = text.charCodeAt(text.length - 1) === dot ? text.length - 1 : text.length;
  if (length <= 0) return refuse(refusals.domainEmpty);
  if (length > domainCharactersMax) return refuse(refusals.domainLong);
  let labelStart = 0;
  let labels = 0;
  let digitsOnly = true;
  for (let at = 0; at <= length; at++) {
    const code = at === length ? dot : text.charCodeAt(at);
    if (code !== dot) {
      // Also applies to converted text: UTS-46 lets `_`, `*` and similar characters through.
      if (letterOrDigit[code] !== 1 && code !== hyphen) return refuse(refusals.domainCharacter);
      if (code > 0x39 || code === hyphen) digitsOnly = false;
      continue;
    }
    if (at === labelStart) return refuse(refusals.labelEmpty);
    if (at - labelStart > labelCharactersMax) return refuse(refusals.labelLong);
    if (text.charCodeAt(labelStart) === hyphen || text.charCodeAt(at - 1) === hyphen) {
      return refuse(refusals.labelHyphen);
    }
    labels++;
    if (at === length) break;
    labelStart = at + 1;
    digitsOnly = true;
  }
  if (digitsOnly || isHexadecimalNumber(text, labelStart, length)) return refuse(refusals.numeric);
  const domain = length === text.length ? text : text.slice(0, length);
  if (labels === 1 && !reservedTopLevelDomains.includes(domain)) return refuse(refusals.singleLabel);
  return { ok: true, domain };
}

/** `0x7f` and a bare `0x` are numbers to every URL parser and to inet_aton, so `127.0.0.0x1` is an IP address. */
function isHexadecimalNumber(text: string, start: number, end: number): boolean {
  if (!text.startsWith('0x', start)) return false;
  for (let at = start + 2; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66))) return false;
  }
  return true;
}

type ReadDisplayName =
  | { ok: true; name: string | null; addressStart: number }
  | { ok: false; message: string };

/** Reads `input[start, end)` up to the first `<` outside quotes; the character at `end` is the closing `>`. */
function readDisplayName(input: string, start: number, end: number): ReadDisplayName {
  let name = '';
  let atSigns = 0;
  let previousEncoded = false;
  let at = start;
  for (;;) {
    while (at < end && isBlank(input.charCodeAt(at))) at++;
    if (at >= end) return refuse(refusals.unopened);
    const code = input.charCodeAt(at);
    if (code === openingAngle) break;

    let word: string;
    let encoded = false;
    if (code === quote) {
      const quoted = readQuotedString(input, at, end);
      if (quoted === null) return refuse(refusals.displayQuote);
      word = quoted.text;
      at = quoted.end;
    } else {
      const wordStart = at;
      for (; at < end; at++) {
        const inside = input.charCodeAt(at);
        if (isBlank(inside) || inside === openingAngle) break;
        // A name with one @ merely looks like an address; with two it is a list of addresses without its comma.
        if (inside === atSign && ++atSigns > 1) return refuse(refusals.secondAt);
        if (inside <= 0x7f && atext[inside] !== 1 && inside !== dot && inside !== atSign) {
          return refuse(whyNotDisplay(inside));
        }
      }
      word = input.slice(wordStart, at);
      encoded = word.startsWith('=?');
      if (encoded) {
        const decoded = decodeEncodedWord(word);
        if (decoded === null) return refuse(refusals.displayEncoded);
        word = decoded;
      }
    }
    // Blanks between two encoded-words are only separators (RFC 2047 6.2).
    name += name === '' || (encoded && previousEncoded) ? word : ` ${word}`;
    previousEncoded = encoded;
  }
  if (notInDisplayName.test(name)) return refuse(refusals.displayControl);
  const trimmed = name.trim();
  return { ok: true, name: trimmed === '' ? null : trimmed, addressStart: at + 1 };
}

/**
 * Controls, line ends, lone surrogates, and characters that are invisible or change the reading direction. The joiners
 * and the two emoji variation selectors stay allowed: names in Persian and emoji need them.
 */
const notInDisplayName =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]--[\u200c\u200d\ufe0e\ufe0f]]/v;

/**
 * Reads a quoted string (RFC 5322 3.2.4) whose opening quote is at `start`. Its text is literal: an encoded-word inside
 * it is not decoded (RFC 2047 5). Null when it is unterminated or touches the next word.
 */
function readQuotedString(input: string, start: number, end: number): { text: string; end: number } | null {
  let text = '';
  for (let at = start + 1; at < end; at++) {
    const code = input.charCodeAt(at);
    if (code === quote) {
      const next = at + 1 < end ? input.charCodeAt(at + 1) : closingAngle;
      return isBlank(next) || next === openingAngle ? { text, end: at + 1 } : null;
    }
    if (code === backslash && ++at >= end) return null;
    text += input.charCodeAt(at) === tab ? ' ' : input[at];
  }
  return null;
}

/**
 * Decodes `=?charset?Q|B?text?=` (RFC 2047 2, with the language suffix of RFC 2231 5). Bytes that are not valid in
 * the charset become U+FFFD, which is safe because the undecoded text is not kept. Null when it is no encoded-word
 * or the charset is unknown.
 */
function decodeEncodedWord(word: string): string | null {
  const parts = word.split('?');
  if (parts.length !== 5 || parts[0] !== '=' || parts[4] !== '=') return null;
  const [, charset = '', encoding = '', text = ''] = parts;
  const bytes = encoding === 'Q' || encoding === 'q' ? decodeQ(text) : decodeB(encoding, text);
  if (bytes === null) return null;
  try {
    return new TextDecoder(charset.split('*', 1)[0]).decode(bytes);
  } catch {
    // TextDecoder has no other way to report an unknown charset.
    return null;
  }
}

function decodeQ(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return null;
    if (text[at] === '=') {
      const high = hexadecimalDigit(text.charCodeAt(at + 1));
      const low = hexadecimalDigit(text.charCodeAt(at + 2));
      if (high < 0 || low < 0) return null;
      bytes[length++] = high * 16 + low;
      at += 2;
    } else {
      bytes[length++] = text[at] === '_' ? space : code;
    }
  }
  return bytes.subarray(0, length);
}

function hexadecimalDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

function decodeB(encoding: string, text: string): Uint8Array | null {
  if (encoding !== 'B' && encoding !== 'b') return null;
  let end = text.length;
  while (end > 0 && text.length - end < 2 && text[end - 1] === '=') end--;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (letterOrDigit[code] !== 1 && code !== plus && text[at] !== '/') return null;
  }
  return Buffer.from(text.slice(0, end), 'base64');
}

function whyNotLocal(code: number): string {
  if (code === quote) return refusals.quotedLocal;
  if (code === 0x25 || code === 0x21) return refusals.localRouting;
  return whyNotHere(code) ?? (code > 0x7f ? refusals.localNotAscii : refusals.localCharacter);
}

function whyNotDomain(code: number): string {
  if (code === atSign) return refusals.secondAt;
  if (code === 0x5b || code === 0x5d) return refusals.literal;
  return whyNotHere(code) ?? refusals.domainCharacter;
}

function whyNotDisplay(code: number): string {
  if (code === closingAngle) return refusals.angle;
  if (code === quote) return refusals.displayQuote;
  return whyNotHere(code) ?? refusals.displayCharacter;
}

/** The refusals that are the same on both sides of the @ and in a display name. */
function whyNotHere(code: number): string | null {
  if (code === 0x2c || code === 0x3b) return refusals.list;
  if (code === 0x3a) return refusals.colon;
  if (code === 0x28 || code === 0x29) return refusals.comment;
  if (code === openingAngle || code === closingAngle) return refusals.angle;
  if (isBlank(code)) return refusals.blank;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return refusals.control;
  if (code > 0x7f && notInDomain.test(String.fromCodePoint(code))) return refusals.invisible;
  return null;
}
