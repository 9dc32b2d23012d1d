import { readableHost } from '../../reading/links.ts';
import { baitWords } from '../bait-words.ts';
import { findBrand } from '../brands.ts';
import { dictionaryTable } from './dictionary-table.ts';
import { romanized } from './romanized.ts';

/** Suffixes under which only public offices register names. */
const offices =
  /(?:^|\.)(?:gov|mil|(?:gov|gob|gouv|mil)\.[a-z]{2}|go\.(?:id|jp|ke|kr|th|tz|ug)|admin\.ch|bund\.de|europa\.eu|gc\.ca|govt\.nz|gub\.uy|gv\.at|overheid\.nl)$/;

export function isOffice(host: string): boolean {
  return offices.test(host);
}

const wordLettersMin = 3;
const stemLettersMin = 4;
/** Longer endings belong to another word. */
const endingLettersMax = 3;

/** Words of addresses that no phrase contains. */
const addressWords = new Set(
  (
    'hr it tax toll fee gift id sms qr ceo bank help desk and app apps auth biz box card cards center centre centro central check client clients cloud com company connect corp data ' +
    'department depot desk digital direct doc docs drive email equipe express file files finance financial first for from fund ' +
    'funds global gmbh group home host hub inc info international invest link live llc local ltd mail mailbox mails manage ' +
    'market media mobile net network news noreply now office one online order page panel pass pay pin platform plus point pro ' +
    'process quick reply request server shop site sms staff store system team teams tech the today tools top trade transfer ' +
    'trust user users view von web webmail world www zone abteilung dienst kunden merkezi tim tuki osasto podpora oddeleni ' +
    'servicio atencion cliente clientes afdeling dienst klanten oddzial biuro dzial otdel sluzhba viddil tmima merkaz'
  ).split(' '),
);
let dictionary: Words | undefined;
let asked: Words | undefined;

type Words = { words: ReadonlySet<string>; stems: ReadonlySet<string> };

/** Reads the dictionary with the first name that is compared, because most mails need no comparison. */
function readDictionary(): Words {
  dictionary ??= {
    words: new Set([...dictionaryTable.words, ...baitWords, ...addressWords]),
    stems: new Set(dictionaryTable.stems),
  };
  return dictionary;
}

/** Returns whether phishers add the word to a company's name in a domain: `update` in `name-update.example`. */
function isBait(word: string): boolean {
  asked ??= {
    words: new Set(dictionaryTable.asked.words),
    stems: new Set(dictionaryTable.asked.stems),
  };
  if (baitWords.has(word)) return true;
  return !addressWords.has(word) && (asked.words.has(word) || beginsWithStem(word, asked.stems));
}

function isOrdinary(word: string): boolean {
  const { words, stems } = readDictionary();
  if (isMadeOfWords(word, words)) return true;
  return beginsWithStem(word, stems);
}

function beginsWithStem(word: string, stems: ReadonlySet<string>): boolean {
  for (let end = word.length; end >= stemLettersMin && end >= word.length - endingLettersMax; end -= 1) {
    if (stems.has(word.slice(0, end))) return true;
  }
  return false;
}

const labelLengthMax = 63;

/** Returns whether the name of the domain consists of ordinary words, so that it vouches for nothing. */
export function isWordyDomain(registrable: string): boolean {
  if (findBrand(registrable) !== null) return false;
  const parts = partsOf(registrable);
  return parts.every((part) => part.length < wordLettersMin || isOrdinary(part));
}

function partsOf(registrable: string): string[] {
  const label = readableHost(registrable).split('.', 1)[0]!.slice(0, labelLengthMax);
  return romanized(label)
    .slice(0, labelLengthMax)
    .split(/[^a-z]+/)
    .filter((part) => part !== '');
}

/** Covers the letters from the front with known words. `reached` holds the lengths that words can cover. */
function isMadeOfWords(letters: string, words: ReadonlySet<string>): boolean {
  const reached = new Set([0]);
  for (let end = 2; end <= letters.length; end += 1) {
    for (const begin of reached) {
      if (!words.has(letters.slice(begin, end))) continue;
      reached.add(end);
      break;
    }
  }
  return reached.has(letters.length);
}

/** This many letters of a word are enough: "Bookings" fits `booking-house.example`. */
const beginningLetters = 5;
const consonantsMin = 3;
const nameWordsMax = 12;
const nameCharactersMax = 200;

/** Returns whether the name contains a word or the initials of the domain that is not just any word. */
export function fitsDomain(name: string, registrable: string): boolean {
  const written = name.slice(0, nameCharactersMax);
  const words = romanized(written)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .slice(0, nameWordsMax)
    .map((word) => word.slice(0, labelLengthMax));
  const parts = partsOf(registrable);
  const label = parts.join('');
  const joined = words.join('');
  const isNamed = joined === label || (label.length >= beginningLetters && joined.includes(label));
  if (isNamed && !isWordyDomain(registrable)) return true;
  if (parts.some((part) => !joined.includes(part) && isBait(part))) return false;
  const initials = words.map((word) => word[0]!).join('');
  if (initials.length >= wordLettersMin && parts.includes(initials)) return true;
  const bones = parts.map(consonantsIn);
  // Scripts without vowels, and readings that differ, are compared by consonants.
  const isLatin = !foreignLetter.test(written);
  return words.some((word) => {
    if (word.length < wordLettersMin || isOrdinary(word)) return false;
    if (parts.includes(word)) return true;
    if (word.length > wordLettersMin && label.includes(word.slice(0, beginningLetters))) return true;
    const spoken = consonantsIn(word);
    if (isLatin || spoken.length < consonantsMin) return false;
    const whole = bones.join('');
    if (spoken.length === consonantsMin) return bones.includes(spoken);
    return whole.includes(spoken) || (whole.length > consonantsMin && spoken.includes(whole));
  });
}

/** A name in another script cannot occur in its domain as written, so the text alone does not show that they fit. */
export function fitsInOtherScript(name: string, registrable: string): boolean {
  return foreignLetter.test(name) && fitsDomain(name, registrable);
}

const foreignLetter = /[\p{L}--\p{Script=Latin}]/v;
const likeLetters: Readonly<Record<string, string>> = {
  g: 'k',
  q: 'k',
  c: 'k',
  d: 't',
  b: 'p',
  f: 'p',
  l: 'r',
  z: 's',
  j: 's',
};

/** Drops what romanizations write differently: vowels, doubled letters, and which of two similar consonants it is. */
function consonantsIn(word: string): string {
  return word
    .replace(/[aeiouyvwh]/g, '')
    .replace(/[gqcdbflzj]/g, (letter) => likeLetters[letter]!)
    .replace(/(.)\1+/g, '$1');
}
