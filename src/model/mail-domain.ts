import { domainToASCII, domainToUnicode } from 'node:url';
import {
  dot,
  explainForbiddenCharacter,
  hyphen,
  invisibleCharacter,
  letterOrDigit,
} from './address-characters.ts';

/** RFC 2606 2, RFC 6761. Also valid as a complete host: `x@localhost`. */
export const reservedTopLevelDomains: readonly string[] = ['test', 'example', 'invalid', 'localhost'];

/** 255 bytes in DNS, which are 253 characters of text (RFC 1035 3.1). */
export const domainCharactersMax = 253;
export const labelCharactersMax = 63;

export type ReadDomain = { ok: true; domain: string } | { ok: false; message: string };

const refusals = {
  secondAt: 'The address has more than one @',
  literal: 'An IP address in brackets is not accepted as a domain',
  empty: 'There is no domain after the @',
  long: `The domain is longer than ${domainCharactersMax} characters`,
  character: 'The domain may hold letters, digits, hyphens and dots only',
  labelEmpty: 'The domain has an empty part between dots',
  labelLong: `A part of the domain is longer than ${labelCharactersMax} characters`,
  labelHyphen: 'No part of the domain may begin or end with a hyphen',
  numeric: 'The domain may not be an IP address or end in a number',
  singleLabel: 'The domain needs at least two parts, such as example.com',
  unreadable: 'The domain is not a valid internationalized domain name',
  hyphens:
    'A part of the domain may not begin or end with a hyphen, nor have two as its third and fourth character',
  rightToLeft:
    'A domain with a part written from right to left may not have a part that begins with a digit (RFC 5893)',
} as const;

/**
 * Returns the domain in lower-case ASCII, or why it is invalid. Refuses characters at which a URL parser cuts
 * (`/ ? # \ : @ %`) or that UTS 46 drops (soft hyphens): `exam<U+00AD>ple.com/x` is not example.com.
 */
export function readDomain(written: string): ReadDomain {
  let ascii = true;
  for (let at = 0; at < written.length; at++) {
    const code = written.charCodeAt(at);
    if (code > 0x7f) ascii = false;
    else if (letterOrDigit[code] !== 1 && code !== dot && code !== hyphen) return refuse(whyNotDomain(code));
  }
  const lower = ascii ? written.toLowerCase() : written;
  if (ascii && !hasALabel(lower)) return readAsciiDomain(lower);
  if (notInDomain.test(lower)) return refuse(invisibleCharacter);
  // A-labels are longer than their U-labels. The trailing dot does not count.
  if (lower.length > domainCharactersMax + 1) return refuse(refusals.long);
  const converted = toAsciiDomain(lower);
  return converted.ok ? readAsciiDomain(converted.domain) : converted;
}

/** The two joiners are allowed between certain letters (RFC 5892 A.1 and A.2), which the conversion checks. */
const notInDomain = /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{White_Space}\p{Cs}]--[\u200c\u200d]]/v;

/** Requires at least two LDH labels (RFC 1123 2.1) and drops a trailing dot. */
function readAsciiDomain(text: string): ReadDomain {
  const length = text.charCodeAt(text.length - 1) === dot ? text.length - 1 : text.length;
  if (length <= 0) return refuse(refusals.empty);
  if (length > domainCharactersMax) return refuse(refusals.long);
  let labelStart = 0;
  let labels = 0;
  let digitsOnly = true;
  for (let at = 0; at <= length; at++) {
    const code = at === length ? dot : text.charCodeAt(at);
    if (code !== dot) {
      // Converted text is checked too, because UTS 46 allows `_`, `*` and similar characters.
      if (letterOrDigit[code] !== 1 && code !== hyphen) return refuse(refusals.character);
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

function whyNotDomain(code: number): string {
  if (code === 0x40) return refusals.secondAt;
  if (code === 0x5b || code === 0x5d) return refusals.literal;
  return explainForbiddenCharacter(code) ?? refusals.character;
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

/**
 * Converts domain names to A-labels by IDNA2008 (RFC 5890 to 5893). `domainToASCII` accepts symbols,
 * punctuation and emoji, so every label is checked again by RFC 5892 (Unicode properties).
 */
export type AsciiDomain = { ok: true; domain: string } | { ok: false; message: string };

const aLabelPrefix = 'xn--';

export function hasALabel(domain: string): boolean {
  return domain.includes(aLabelPrefix);
}

/** @param written at most 253 characters, because the conversion takes quadratic time */
export function toAsciiDomain(written: string): AsciiDomain {
  const domain = domainToASCII(written);
  if (domain === '') return unreadable;
  const labels = domain.split('.');
  let rightToLeft = false;
  for (const label of labels) {
    if (!label.startsWith(aLabelPrefix)) continue;
    const decoded = domainToUnicode(label);
    // An A-label must decode, and not to another A-label.
    if (decoded.startsWith(aLabelPrefix) || domainToASCII(decoded) !== label) return unreadable;
    const fault = labelFault(decoded);
    if (fault !== null) return { ok: false, message: fault };
    rightToLeft ||= rightToLeftCharacter.test(decoded);
  }
  // RFC 5893 2, conditions 1 and 5: the rule also applies to the ASCII labels of such a domain.
  if (rightToLeft && labels.some((label) => startsWithDigit.test(label))) {
    return { ok: false, message: refusals.rightToLeft };
  }
  return { ok: true, domain };
}

const unreadable: AsciiDomain = { ok: false, message: refusals.unreadable };

/**
 * Matches all but PVALID, CONTEXTO and CONTEXTJ (RFC 5892 2 and 3) with the exceptions of 2.6. Old Hangul
 * jamo (2.9) and three blocks of symbols (2.7) stay disallowed. Unstable characters (2.2) are mapped already.
 */
const disallowed =
  /[^[[\p{L}\p{Mn}\p{Mc}\p{Nd}\-\u00b7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u200c\u200d\u3007\u30fb]--[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u20d0-\u20ff\u{1d100}-\u{1d24f}]]]/v;

/** Matches violations of RFC 5892, appendices A.3 to A.9. */
const outOfContext: readonly RegExp[] = [
  /(?<!l)\u00b7|\u00b7(?!l)/u,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  /(?<![\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}].*)\u30fb(?!.*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}])/u,
  /[\u0660-\u0669](?=.*[\u06f0-\u06f9])|[\u06f0-\u06f9](?=.*[\u0660-\u0669])/u,
];

function labelFault(label: string): string | null {
  if (label.startsWith('-') || label.endsWith('-') || label.startsWith('--', 2)) return refusals.hyphens;
  const found = disallowed.exec(label);
  if (found) return `The domain holds ${codePoint(found[0])}, which domain names may not contain (IDNA2008)`;
  for (const rule of outOfContext) {
    const misplaced = rule.exec(label);
    if (misplaced) {
      return `The domain holds ${codePoint(misplaced[0])} where domain names may not have it (RFC 5892, appendix A)`;
    }
  }
  return null;
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Bidi classes R, AL and AN: the blocks that Unicode reserves for right-to-left scripts. */
const rightToLeftCharacter =
  /[[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]--[\p{M}\u06f0-\u06f9]]/v;
const startsWithDigit = /^[0-9]/;
