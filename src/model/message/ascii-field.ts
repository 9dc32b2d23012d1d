import { isUtf8 } from 'node:buffer';
import { domainToASCII } from 'node:url';
import { encodedWords } from './encoded-word.ts';
import { type HeaderField, headerField } from './header.ts';
import { asciiParameters, unquoted } from './parameters.ts';
import { hasEightBit, unfoldedValue } from './read-fields.ts';

/**
 * A header field as every server takes it. Mail programs that were offered SMTPUTF8, and some that were not, write
 * UTF-8 straight into the header (RFC 6532); wherever an older form says the same, that is written instead, so that
 * the next server needs no SMTPUTF8.
 */

/** `utf8`: octets above 127 had to stay, because nothing in ASCII means the same (RFC 6531 3.2). */
type AsciiField = { field: HeaderField; utf8: boolean };

type Rewritten = { value: string; utf8: boolean };

const addressFields =
  /^(resent-)?(from|to|cc|sender|reply-to)$|^(disposition-notification-to|return-receipt-to|mail-(followup|reply)-to)$/;
const parameterFields = /^content-(type|disposition)$/;
/** Identifiers and signatures: encoded, they would be others. */
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

const asUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const asWindows1252 = new TextDecoder('windows-1252');

/** Octets as text: UTF-8, or what programs of one language used to write without saying so. */
export function textOfOctets(octets: string): string {
  const bytes = Buffer.from(octets, 'latin1');
  return isUtf8(bytes) ? asUtf8.decode(bytes) : asWindows1252.decode(bytes);
}

function octetsOfText(text: string): string {
  return Buffer.from(text).toString('latin1');
}

const words = /[ \t]+|[^ \t]+/g;
/** The same with quoted strings and comments as one each. */
const wordsOfPhrase = /"(?:[^"\\]|\\.)*"?|\([^()]*\)?|[ \t]+|[^ \t"(]+/g;
const nonAscii = /[^\0-\x7f]/;
const encodedWord = /^=\?[^?]+\?[BQbq]\?[^?]*\?=$/;

function asciiText(text: string): string {
  return asciiWords(Array.from(text.matchAll(words), ([word]) => ({ word, plain: word })));
}

/** Words in which quotes and comments mean what they do in structured fields (RFC 5322 3.2.5). */
function asciiPhrase(text: string): string {
  return asciiWords(
    Array.from(text.matchAll(wordsOfPhrase), ([word]) =>
      word.startsWith('(') && nonAscii.test(word)
        ? { word: asciiComment(word), plain: '' }
        : { word, plain: unquoted(word) },
    ),
  );
}

/**
 * Encodes the words that are not ASCII, and leaves the others to be read as they are, encoded-words among them.
 * Blanks between two encoded-words are not shown (RFC 2047 6.2), so those that belong to the text go into one.
 *
 * @param written words and the blanks between them, each as it stands and as what it says
 */
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

/** Pieces of a list of addresses (RFC 5322 3.4): what may hold the marks of a list without meaning them, and the marks. */
const addressPieces = /"(?:[^"\\]|\\.)*"?|\([^()]*\)?|<[^<>]*>?|[,:;]|[^"(<,:;]+/g;

/** Names of people and groups become encoded-words, domains A-labels; a local part can only stay as it is. */
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

/** A label has at most 63 octets (RFC 1035 2.3.4), and more in A-labels than as it is written: not worth converting. */
const tooLongForDomain = /[^.\u3002\uff0e\uff61]{64}|^.{254}/s;

/** An address with whatever stands around it: its domain, up to the next mark, in A-labels (RFC 5891). */
function asciiAddress(written: string): string {
  return written
    .replace(/\([^()]*\)/g, (comment) => (nonAscii.test(comment) ? asciiComment(comment) : comment))
    .replace(/@([^\s@<>()",;:]+)/g, (whole, domain: string) => {
      if (!nonAscii.test(domain)) return whole;
      const ascii = tooLongForDomain.test(domain) ? '' : domainToASCII(domain);
      return ascii === '' ? whole : `@${ascii}`;
    });
}

/** The fields of RFC 2369 and RFC 2919: in angle brackets a URI (RFC 3987 3.1), beside them text. */
function asciiLinks(text: string): string {
  return text.replace(/<[^>]*>?|[^<]+/g, (piece) => {
    if (!nonAscii.test(piece)) return piece;
    if (!piece.startsWith('<')) return asciiPhrase(piece);
    return piece.replace(/[^\0-\x7f]+/g, (characters) => encodeURIComponent(characters));
  });
}
