import { domainToASCII } from 'node:url';
import { encodedWords } from './encoded-word.ts';
import { type HeaderField, headerField } from './header.ts';
import { octetsOfText, textOfOctets } from './octets.ts';
import { asciiParameters, unquoted } from './reading/parameters.ts';
import { hasEightBit, unfoldedValue } from './reading/read-fields.ts';

/** Clients write raw UTF-8 into headers (RFC 6532). An ASCII form avoids requiring SMTPUTF8 of the next server. */

/** `utf8`: bytes above 127 remain, because there is no ASCII equivalent (RFC 6531 3.2). */
type AsciiField = { field: HeaderField; utf8: boolean };

type Rewritten = { value: string; utf8: boolean };

const addressFields =
  /^(resent-)?(from|to|cc|sender|reply-to)$|^(disposition-notification-to|return-receipt-to|mail-(followup|reply)-to)$/;
const parameterFields = /^content-(type|disposition)$/;
/** Encoding would change identifiers and signatures. */
const exactFields =
  /^((resent-)?message-id|in-reply-to|references|content-id|received|dkim-signature|arc-.*|authentication-results)$/;

export function asciiField(field: HeaderField): AsciiField {
  if (!hasEightBit(field.text)) return { field, utf8: false };
  const name = field.name.toLowerCase();
  if (exactFields.test(name)) return { field, utf8: true };
  const { value, utf8 } = rewritten(name, textOfOctets(unfoldedValue(field)));
  return { field: headerField(field.name, utf8 ? octetsOfText(value) : value), utf8 };
}

function rewritten(name: string, text: string): Rewritten {
  if (addressFields.test(name)) return asciiAddresses(text);
  if (parameterFields.test(name)) return { value: asciiParameters(text), utf8: false };
  if (name.startsWith('list-')) return { value: asciiLinks(text), utf8: false };
  return { value: asciiText(text), utf8: false };
}

const words = /[ \t]+|[^ \t]+/g;
const wordsOfPhrase = /"(?:[^"\\]|\\.)*"?|\([^()]*\)?|[ \t]+|[^ \t"(]+/g;
const nonAscii = /[^\0-\x7f]/;
const encodedWord = /^=\?[^?]+\?[BQbq]\?[^?]*\?=$/;

function asciiText(text: string): string {
  return asciiWords(Array.from(text.matchAll(words), ([word]) => ({ word, plain: word })));
}

/** Encodes phrases, in which quotes and comments have their structured meaning (RFC 5322 3.2.5). */
function asciiPhrase(text: string): string {
  return asciiWords(
    Array.from(text.matchAll(wordsOfPhrase), ([word]) =>
      word.startsWith('(') && nonAscii.test(word)
        ? { word: asciiComment(word), plain: '' }
        : { word, plain: unquoted(word) },
    ),
  );
}

/** Blanks between two encoded-words are not displayed (RFC 2047 6.2), so the text's blanks go inside. */
function asciiWords(written: readonly { word: string; plain: string }[]): string {
  let value = '';
  let run = '';
  let blanks = '';
  let afterEncoded = false;
  for (const { word, plain } of written) {
    if (/^[ \t]/.test(word)) {
      blanks = word;
      continue;
    }
    if (nonAscii.test(word)) {
      if (run !== '') run += blanks + plain;
      else if (afterEncoded) [value, run] = [`${value} `, blanks + plain];
      else [value, run] = [value + (value === '' ? '' : blanks || ' '), plain];
    } else {
      afterEncoded = encodedWord.test(word);
      if (run !== '') value += `${encodedWords(afterEncoded ? run + blanks : run)}${blanks || ' '}`;
      else value += blanks;
      value += word;
      run = '';
    }
    blanks = '';
  }
  return run === '' ? value : value + encodedWords(run);
}

function asciiComment(comment: string): string {
  return `(${encodedWords(comment.slice(1, comment.endsWith(')') ? -1 : undefined))})`;
}

/** Pieces of an address list (RFC 5322 3.4): delimiters, and pieces that may contain them literally. */
const addressPieces = /"(?:[^"\\]|\\.)*"?|\([^()]*\)?|<[^<>]*>?|[,:;]|[^"(<,:;]+/g;

/** Encodes names as encoded-words and domains as A-labels. Local parts cannot be encoded. */
function asciiAddresses(text: string): Rewritten {
  let value = '';
  let utf8 = false;
  let before = '';
  const address = (written: string) => {
    const ascii = asciiAddress(written);
    utf8 ||= nonAscii.test(ascii);
    return ascii;
  };
  for (const [piece] of text.matchAll(addressPieces)) {
    if (piece.startsWith('<')) {
      const name = asciiPhrase(before);
      value += `${name}${name === '' || /[ \t]$/.test(name) ? '' : ' '}${address(piece)}`;
    } else if (piece === ',' || piece === ';' || piece === ':') {
      value += (before.includes('@') ? address(before) : asciiPhrase(before)) + piece;
    } else {
      before += piece;
      continue;
    }
    before = '';
  }
  value += before.includes('@') ? address(before) : asciiPhrase(before);
  return { value, utf8 };
}

/** A label has at most 63 bytes (RFC 1035 2.3.4), and an A-label is longer than its source. */
const tooLongForDomain = /[^.\u3002\uff0e\uff61]{64}|^.{254}/s;

function asciiAddress(written: string): string {
  return written
    .replace(/\([^()]*\)/g, (comment) => (nonAscii.test(comment) ? asciiComment(comment) : comment))
    .replace(/@([^\s@<>()",;:]+)/g, (whole, domain: string) => {
      if (!nonAscii.test(domain)) return whole;
      const ascii = tooLongForDomain.test(domain) ? '' : domainToASCII(domain);
      return ascii === '' ? whole : `@${ascii}`;
    });
}

/** Encodes fields of RFC 2369 and RFC 2919: URIs in angle brackets (RFC 3987 3.1), and text outside. */
function asciiLinks(text: string): string {
  return text.replace(/<[^>]*>?|[^<]+/g, (piece) => {
    if (!nonAscii.test(piece)) return piece;
    if (!piece.startsWith('<')) return asciiPhrase(piece);
    return piece.replace(/[^\0-\x7f]+/g, (characters) => encodeURIComponent(characters));
  });
}
