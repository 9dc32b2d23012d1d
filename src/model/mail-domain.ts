import {
  dot,
  explainForbiddenCharacter,
  hyphen,
  invisibleCharacter,
  letterOrDigit,
} from './address-characters.ts';
import { hasALabel, toAsciiDomain } from './idna.ts';
import { reservedTopLevelDomains } from './reserved-names.ts';

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
} as const;

/**
 * Returns the domain in lower-case ASCII, or the reason why it is invalid. Before the conversion, refuses characters
 * that UTS 46 drops or at which a URL parser cuts (`/ ? # \ : @ %`, soft hyphens, zero-width characters):
 * `exam<U+00AD>ple.com/x` must not become example.com.
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
