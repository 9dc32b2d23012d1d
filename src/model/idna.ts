import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Converts internationalized domain names to A-labels by IDNA2008 (RFC 5890 to 5893).
 *
 * `domainToASCII` applies UTS 46 and checks joiners and the Bidi rule within one label. It accepts symbols, punctuation
 * and emoji, so every label is checked again by RFC 5892, which derives the allowed characters from Unicode properties.
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
    return { ok: false, message: refusals.bidi };
  }
  return { ok: true, domain };
}

const refusals = {
  unreadable: 'The domain is not a valid internationalized domain name',
  hyphens:
    'A part of the domain may not begin or end with a hyphen, nor have two as its third and fourth character',
  bidi: 'A domain with a part written from right to left may not have a part that begins with a digit (RFC 5893)',
} as const;

const unreadable: AsciiDomain = { ok: false, message: refusals.unreadable };

/**
 * Characters that are PVALID, CONTEXTO or CONTEXTJ (RFC 5892 2 and 3): letters, marks and decimal digits, with the exceptions of
 * 2.6, without old Hangul jamo (2.9) and three blocks of musical and combining symbols (2.7). Unstable characters (2.2) need no
 * check, because the conversion has already mapped them.
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
