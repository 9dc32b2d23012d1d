import { readableHost } from '../reading/links.ts';
import { plainWords } from '../reading/plain-words.ts';
import { brandsIn } from './brands.ts';

/** Honest mail has single traits as well; combined with links and text, they show whether the sender is genuine. */

const genericWords = new Set(
  (
    'the and for from team teams support service services customer customers care help desk info news newsletter mail mails ' +
    'email reply noreply account accounts admin office official online von der die das und kundenservice konto equipe ' +
    'suporte servicio cliente clientes atencion klantenservice servizio clienti inc ltd llc gmbh com net org www'
  ).split(' '),
);
const wordLettersMin = 3;
/** Prefix length for a match, so that "Bookings" matches `booking-house.example`. */
const beginningLetters = 5;
/** A shorter name occurs in too many words by chance. */
const insideLettersMin = 5;

const foreignLetter = /[\p{L}--\p{Script=Latin}]/v;

/** No word, joined words or initials of the name match. @param host host of the sender's address, lower-case ASCII */
export function isStrangeName(words: readonly string[], host: string): boolean {
  const telling = words.filter((word) => word.length >= wordLettersMin && !genericWords.has(word));
  if (telling.length === 0) return false;
  const name = lettersOf(host);
  // Senders with names in another script have no choice, because most domains are Latin.
  if (words.some((word) => foreignLetter.test(word)) && !foreignLetter.test(name)) return false;
  const initials = words.map((word) => word[0]!).join('');
  return (
    !telling.some((word) => name.includes(word.slice(0, beginningLetters))) &&
    !(initials.length > 1 && name.startsWith(initials)) &&
    !name.includes(words.join(''))
  );
}

/** Example: `northfieldworks` for `mail.north-field.works.example`. */
function lettersOf(host: string): string {
  const readable = readableHost(host);
  return plainWords(readable.slice(0, Math.max(0, readable.lastIndexOf('.'))).replaceAll('-', '')).join('');
}

/** Matches a domain's name as one word or as several. @param registrable the registered domain */
export function namesDomain(words: readonly string[], registrable: string): boolean {
  const label = labelOf(registrable);
  return label.length < insideLettersMin ? words.includes(label) : words.join('').includes(label);
}

function labelOf(registrable: string): string {
  const readable = readableHost(registrable);
  return plainWords(readable.slice(0, readable.indexOf('.')).replaceAll('-', '')).join('');
}

/** Share of a domain's letters that identifies it: "Harvest" is at `getharvest.example`. */
const coveringShare = 0.6;
const coveringLettersMin = 4;
const coveringWordsMax = 3;

/** Accepts most of the domain's name, or a matching sender's name. A brand's name counts only for the brand. */
export function namesSender(
  words: readonly string[],
  { nameWords, host, senderDomain }: { nameWords: readonly string[]; host: string; senderDomain: string },
): boolean {
  if (namesDomain(words, senderDomain)) return true;
  const label = labelOf(senderDomain);
  const lettersMin = Math.max(coveringLettersMin, label.length * coveringShare);
  for (let at = 0; at < words.length; at += 1) {
    let joined = '';
    for (let next = at; next < at + coveringWordsMax && next < words.length; next += 1) {
      joined += words[next]!;
      if (joined.length > label.length) break;
      if (joined.length >= lettersMin && label.includes(joined)) return true;
    }
  }
  const isFitting = !isStrangeName(nameWords, host) && brandsIn(nameWords).length === 0;
  return isFitting && nameWords.length > 0 && ` ${words.join(' ')} `.includes(` ${nameWords.join(' ')} `);
}

const mixedCode = /(?=[A-Za-z0-9]*[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*[A-Z])[A-Za-z0-9]{8,64}/;
const longNumber = /(?<![\d.,])\d{11,}(?!\d)/;
const consonantRun = /[bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]{6}/;
const codeLengthMax = 400;

/** Random codes make copies of one mail differ. */
export function hasRandomCode(line: string): boolean {
  const begin = line.slice(0, codeLengthMax);
  if (longNumber.test(begin)) return true;
  return begin.split(/[^A-Za-z0-9]+/).some((word) => {
    if (word.length < 6 || word.length > 64) return false;
    const letters = word.replace(/\d/g, '');
    const digits = word.length - letters.length;
    const changes = word.match(/[A-Za-z]\d|\d[A-Za-z]/g)?.length ?? 0;
    if (digits > 0 && letters.length > 1) return changes >= 3;
    return letters.length > 7 && (consonantRun.test(word) || mixedCode.test(word));
  });
}

const nameSigns = /[!#$%*_=+<>{}[\]~^\\]|[.,;:-]\s*$|\.{2}|-{2}/;

export function hasNameSigns(name: string): boolean {
  return nameSigns.test(name.trim().replace(/\b(?:inc|ltd|co|corp|llc|s\.?a|jr|sr|dr)\.$/i, ''));
}

const shoutedLettersMin = 9;

export function isShouted(line: string): boolean {
  const letters = line.replace(/\{\{[^}]*\}\}|[^\p{L}]/gu, '');
  return (
    letters.length >= shoutedLettersMin &&
    letters === letters.toUpperCase() &&
    letters !== letters.toLowerCase()
  );
}

const currency = '(?:[$€£]|usd|eur|gbp|dollars?|euros?|pounds?|dolares|libras|united states)';
const grouped = "\\d{1,3}(?:[.,' ]\\d{3}){2,4}(?:[.,]\\d\\d)?";
const greatSums = new RegExp(
  `${currency}\\s{0,3}[$€£]?\\s?${grouped}|(?<![\\d.,])${grouped}\\s{0,3}${currency}|(?:million|millions|millionen|mio|millones|milhoes|milhao|millon|milioni|miljoen)\\b[\\s\\w,.()]{0,14}${currency}|${currency}\\s?\\d[\\d.,]{0,6}\\s?(?:million|mio|m\\b|milhoes|millones|miljoen)`,
);

export function mentionsLargeSum(text: string): boolean {
  return greatSums.test(text);
}
