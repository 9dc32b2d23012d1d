import {
  asciiClass,
  atSign,
  backslash,
  closingAngle,
  dot,
  explainForbiddenCharacter,
  invisible,
  invisibleCharacter,
  isBlank,
  letterOrDigit,
  openingAngle,
  plus,
  quote,
  space,
  tab,
  unbalancedAngle,
} from './address-characters.ts';
import { readDomain } from './mail-domain.ts';

/**
 * The only parser of mail addresses, so that gates, guard, suppression, envelope and header agree about the
 * domain. Refuses forms that programs read differently (comments, groups, source routes, quoted local parts,
 * address literals, invisible characters), although RFC 5322 and RFC 6531 allow them. Takes linear time.
 */

export type Mailbox = {
  /** Envelope form: the local part as written, in Unicode normal form C; the domain in lower-case ASCII. */
  address: string;
  local: string;
  /** ASCII (A-labels), lower case, without a trailing dot. */
  domain: string;
  /** Decoded, without control characters; null for none. */
  displayName: string | null;
  /** `address` in lower case (Unicode's default mapping), which identifies a person. */
  key: string;
  guardKey: string;
};

type ParsedMailbox = { ok: true; mailbox: Mailbox } | { ok: false; message: string };

/** A mailbox must fit on one line of a mail (RFC 5322 2.1.1, without CR LF). */
export const mailboxCharactersMax = 998;
/** Bytes of UTF-8 (RFC 5321 4.5.3.1.1). */
export const localPartOctetsMax = 64;

/**
 * Reads exactly one mailbox: `local@domain`, `<local@domain>` or `display name <local@domain>`. A display
 * name may combine atoms, quoted strings and encoded-words (RFC 2047), and may look like an address:
 * `a@example.com <me@gmail.com>` is me@gmail.com. A refusal never repeats the input.
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

/** If the display name only lacks quotes, shows the corrected line. @param refusal the result of `parseMailbox` */
export function explainRefusal(input: string, refusal: string): string {
  const address = input.lastIndexOf('<');
  const name = input.slice(0, Math.max(0, address)).trim();
  if (name === '' || notOneName.test(name)) return refusal;
  const quoted = parseMailbox(`"${name.replaceAll('\\', '\\\\')}" ${input.slice(address)}`);
  if (!quoted.ok) return refusal;
  const kind = name.includes(',') ? 'A name with a comma' : 'This name';
  return `${kind} needs quotes: ${formatMailbox(quoted.mailbox)}`;
}

/** Quotes would hide a second mailbox, and an encoded-word loses its meaning in quotes. */
const notOneName = /["@<>]|=\?/;

/** Reads a stored mailbox. Returns null without one, or if it no longer parses. */
export function readStoredMailbox(stored: string | null): Mailbox | null {
  const read = stored === null ? null : parseMailbox(stored);
  return read?.ok ? read.mailbox : null;
}

/**
 * Formats `"Display" <address>` for responses and records. A header must also encode names that contain `=?`.
 * @throws Error for a display name that is not header-safe, which no parsed mailbox has
 */
export function formatMailbox(mailbox: Pick<Mailbox, 'address' | 'displayName'>): string {
  if (mailbox.displayName === null) return mailbox.address;
  if (!isHeaderSafe(mailbox.displayName)) {
    throw new Error('a display name that did not come from parseMailbox holds a control character');
  }
  const escaped = mailbox.displayName.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `"${escaped}" <${mailbox.address}>`;
}

/** Also rejects characters that some software treats as line ends: U+0085, U+2028, U+2029. */
export function isHeaderSafe(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 ? code !== tab : code === 0x7f || code === 0x85 || code === 0x2028 || code === 0x2029) {
      return false;
    }
  }
  return true;
}

const refusals = {
  tooLong: `The address is longer than ${mailboxCharactersMax} characters`,
  empty: 'The address is empty',
  noAt: 'The address has no @',
  secondAt: 'The address has more than one @',
  unopened: 'There is a closing > without an opening <',
  quotedLocal: 'A quoted part before the @ is not accepted',
  localEmpty: 'There is nothing before the @',
  localLong: `The part before the @ is longer than ${localPartOctetsMax} octets`,
  localDots: 'The part before the @ may not begin or end with a dot, nor hold two in a row',
  localRouting: 'The part before the @ may not route mail with % or !',
  localCharacter: 'The part before the @ holds a character that is not allowed there',
  displayQuote: 'A quoted display name has to be closed and to stand apart from other words',
  displayCharacter: 'Put the display name in double quotes: it holds a character that needs them',
  displayControl: 'The display name holds a control, invisible or text-direction character',
  displayEncoded: 'The display name has an encoded-word that cannot be read',
} as const;

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

const atext = asciiClass("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~");
/** Excludes `%` and `!`, with which old mail systems relay to another host. */
const localCharacter = asciiClass(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#$&'*+-/=?^_`{|}~",
);
function readAddress(input: string, start: number, end: number, displayName: string | null): ParsedMailbox {
  let at = start;
  let afterDot = true;
  let ascii = true;
  for (; at < end; at++) {
    const code = input.charCodeAt(at);
    if (code === atSign) break;
    if (code === dot) {
      if (afterDot) return refuse(refusals.localDots);
      afterDot = true;
      continue;
    }
    if (code > 0x7f) ascii = false;
    else if (localCharacter[code] !== 1) return refuse(whyNotLocal(code));
    afterDot = false;
  }
  if (at === end) return refuse(refusals.noAt);
  if (at === start) return refuse(refusals.localEmpty);
  if (afterDot) return refuse(refusals.localDots);
  const written = input.slice(start, at);
  const local = ascii ? written : written.normalize('NFC');
  const lowerLocal = ascii ? local.toLowerCase() : local.toLowerCase().normalize('NFC');
  if (local.length > localPartOctetsMax) return refuse(refusals.localLong);
  if (!ascii) {
    const fault = whyNotUtf8Local(local, lowerLocal);
    if (fault !== null) return refuse(fault);
  }

  const read = readDomain(input.slice(at + 1, end));
  if (!read.ok) return read;
  const domain = read.domain;
  const address = `${local}@${domain}`;
  const key = `${lowerLocal}@${domain}`;
  const guardKey = guardKeyOf(key, domain);
  const mailbox: Mailbox = { address, local, domain, displayName, key, guardKey };
  // Only a very long name prevents the formatted mailbox from parsing again.
  if (displayName !== null && formatMailbox(mailbox).length > mailboxCharactersMax) {
    return refuse(refusals.tooLong);
  }
  return { ok: true, mailbox };
}

/**
 * Returns why a UTF-8 local part is refused (RFC 6531 3.3), or null. Programs that fold compatibility
 * characters read U+FF20 as an @, so the folded form must be valid too. `lowerLocal` may be longer.
 */
function whyNotUtf8Local(local: string, lowerLocal: string): string | null {
  if (Math.max(Buffer.byteLength(local), Buffer.byteLength(lowerLocal)) > localPartOctetsMax) {
    return refusals.localLong;
  }
  if (invisible.test(local)) return invisibleCharacter;
  if (notInUtf8Local.test(local)) return refusals.localCharacter;
  const folded = local.normalize('NFKC');
  let dots = 0;
  for (const character of folded) {
    const code = character.charCodeAt(0);
    if (code === dot) dots += 1;
    else if (code <= 0x7f && localCharacter[code] !== 1) return whyNotLocal(code);
  }
  return dots === local.split('.').length - 1 ? null : refusals.localDots;
}

/** A leading combining mark would combine with the character before the address. */
const notInUtf8Local = /[\ufffd\p{Cn}]|^\p{M}/u;

/**
 * Folds spellings of one inbox, so that the guard cannot be bypassed. Identity stays with `key`: me+shop@ and
 * me@ are two subscribers. Folds `+tag` for every domain: a wrong fold costs a wait but never a mail. Folds
 * dots only for gmail.com and googlemail.com, where Google ignores them; elsewhere they may be two people.
 */
function guardKeyOf(key: string, domain: string): string {
  const localLength = key.length - domain.length - 1;
  const tagAt = key.indexOf('+');
  const folds = tagAt > 0 && tagAt < localLength;
  if (domain === 'gmail.com' || domain === 'googlemail.com') {
    return `${key.slice(0, folds ? tagAt : localLength).replaceAll('.', '')}@gmail.com`;
  }
  return folds ? key.slice(0, tagAt) + key.slice(localLength) : key;
}

type ReadDisplayName =
  | { ok: true; name: string | null; addressStart: number }
  | { ok: false; message: string };

/** Reads up to the first `<` outside quotes; the character at `end` is the closing `>`. */
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
        // A name with one @ merely looks like an address; two make it a list without its comma.
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
    // Whitespace between adjacent encoded-words is not part of the text (RFC 2047 6.2).
    name += name === '' || (encoded && previousEncoded) ? word : ` ${word}`;
    previousEncoded = encoded;
  }
  if (notInDisplayName.test(name)) return refuse(refusals.displayControl);
  const trimmed = name.trim();
  return { ok: true, name: trimmed === '' ? null : trimmed, addressStart: at + 1 };
}

/** Allows joiners and emoji variation selectors, which Persian names and emoji need. */
const notInDisplayName =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]--[\u200c\u200d\ufe0e\ufe0f]]/v;

/** Does not decode encoded-words inside (RFC 2047 5). Null if it is unterminated or touches the next word. */
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

/** RFC 2047 2 and RFC 2231 5. Invalid bytes become U+FFFD, which is safe because the undecoded text is not kept. */
function decodeEncodedWord(word: string): string | null {
  const parts = word.split('?');
  if (parts.length !== 5 || parts[0] !== '=' || parts[4] !== '=') return null;
  const [, charset = '', encoding = '', text = ''] = parts;
  const bytes = encoding === 'Q' || encoding === 'q' ? decodeQ(text) : decodeB(encoding, text);
  if (bytes === null) return null;
  try {
    return new TextDecoder(charset.split('*', 1)[0]).decode(bytes);
  } catch {
    // TextDecoder reports an unknown charset only by throwing.
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
  return explainForbiddenCharacter(code) ?? refusals.localCharacter;
}

function whyNotDisplay(code: number): string {
  if (code === closingAngle) return unbalancedAngle;
  if (code === quote) return refusals.displayQuote;
  return explainForbiddenCharacter(code) ?? refusals.displayCharacter;
}
