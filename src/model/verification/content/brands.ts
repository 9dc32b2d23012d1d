import { plainWords } from '../reading/plain-words.ts';
import { baitWords } from './bait-words.ts';
import { africaAndOceania } from './names/africa-oceania.ts';
import { americas } from './names/americas.ts';
import { asia } from './names/asia.ts';
import { northAndEast } from './names/northern-eastern-europe.ts';
import { westernEurope } from './names/western-europe.ts';
import { worldwide } from './names/worldwide.ts';

/**
 * Names of companies and institutions that a mail may claim to be from, with their domains, maintained by hand. A
 * missing name goes unnoticed. Each line of the tables in `names/` is a country and a sector with entries:
 *
 * Name/other name=domain domain; …     After a name: `?` if it is also an ordinary word, `*` if phishers imitate it
 * often, `+` for companies in many towns, each with its own domain. After a domain: `?` if its label is an ordinary
 * word. `.gov.uk` means every name under the suffix.
 */

export type Brand = {
  name: string;
  domains: readonly string[];
  labels: readonly Label[];
  /** Phishers imitate the name often enough that misspelled hosts and disguised words count as well. */
  wellKnown: boolean;
  /** Companies in many towns share the name, such as `sparkasse-lueneburg.de`. */
  regional: boolean;
  /** Suffixes under which every name is genuine: `.gov.uk`. */
  offices: readonly string[];
};

/** First label of a domain: `paypal`. `ordinary` labels are also common words. */
export type Label = { own: string; ordinary: boolean };

/** `ordinary` names are also common words. */
export type BrandName = { brand: Brand; words: readonly string[]; ordinary: boolean };

type FoundName = { at: number; name: BrandName };

const known: Brand[] = [];
const allNames: BrandName[] = [];
const byFirstWord = new Map<string, BrandName[]>();
/** Names in scripts without spaces, by their first two characters. */
const byBeginning = new Map<string, BrandName[]>();
const byLabel = new Map<string, Brand[]>();

/** Thai, Lao, Burmese, decomposed Hangul, Khmer, kana and Han. Korean particles follow a name without a space. */
const unspaced =
  /[\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]/;

for (const table of [worldwide, westernEurope, northAndEast, americas, asia, africaAndOceania]) {
  for (const line of table.trim().split('\n')) {
    for (const entry of line.slice(line.indexOf(': ') + 2).split('; ')) learn(entry);
  }
}

function learn(entry: string): void {
  const equals = entry.indexOf('=');
  const names = entry.slice(0, equals).split('/');
  const written = entry.slice(equals + 1).split(' ');
  const domains = written.map((domain) => domain.replace(/^\.|\?$/g, ''));
  const labels = new Map<string, Label>();
  for (const [index, domain] of domains.entries()) {
    const own = labelOfDomain(domain);
    const ordinary = /^\.|\?$/.test(written[index]!) || (labels.get(own)?.ordinary ?? false);
    labels.set(own, { own, ordinary });
  }
  const brand = {
    name: names[0]!.replace(/[?+*]+$/, ''),
    domains,
    labels: [...labels.values()],
    wellKnown: names[0]!.endsWith('*'),
    regional: /\+\??\*?$/.test(names[0]!),
    offices: written.filter((domain) => domain.startsWith('.')).map((domain) => domain.replace(/\?$/, '')),
  };
  known.push(brand);
  for (const label of labels.keys()) append(byLabel, label, brand);
  for (const name of names) {
    const words = plainWords(name.replace(/[?+*]+$/, ''));
    const found = { brand, words, ordinary: /\?\*?$/.test(name) };
    allNames.push(found);
    if (words.length === 1 && unspaced.test(words[0]!)) append(byBeginning, words[0]!.slice(0, 2), found);
    else append(byFirstWord, words[0]!, found);
  }
}

export function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function labelOfDomain(domain: string): string {
  const end = domain.indexOf('.');
  return end === -1 ? domain : domain.slice(0, end);
}

export const brands: readonly Brand[] = known;

export const brandNames: readonly BrandName[] = allNames;

const regionalBrands = known.filter(({ regional }) => regional);

/** Latin names of one word that phishers also write in disguise. */
export const brandWords: ReadonlySet<string> = new Set(
  allNames
    .filter(({ brand, words, ordinary }) => brand.wellKnown && words.length === 1 && !ordinary)
    .map(({ words }) => words[0]!)
    .filter((word) => /^[a-z\d]+$/.test(word)),
);

/** Drops a name inside a longer name of another brand: `Bank of Scotland` in `Royal Bank of Scotland`. */
export function brandsIn(words: readonly string[]): FoundName[] {
  const found: FoundName[] = [];
  let coveredTo = 0;
  let covering: Brand | null = null;
  for (const [at, word] of words.entries()) {
    if (unspaced.test(word)) found.push(...namesInside(word, at));
    const here = candidates(word).filter((name) =>
      name.words.every((each, index) => index === 0 || words[at + index] === each),
    );
    let longest = here[0];
    for (const name of here) if (name.words.length > longest!.words.length) longest = name;
    if (longest !== undefined && at + longest.words.length > coveredTo) {
      coveredTo = at + longest.words.length;
      covering = longest.brand;
    }
    for (const name of here) if (name.brand === covering) found.push({ at, name });
  }
  return found;
}

/** Hebrew and Arabic write "and", "in" and "to" as the first letter of the next word. */
const prefixed = /^[ובלהמשכوبلكف]/;

function candidates(word: string): readonly BrandName[] {
  const names = byFirstWord.get(word);
  if (names !== undefined || word.length < 3 || !prefixed.test(word)) return names ?? [];
  return byFirstWord.get(word.slice(1)) ?? [];
}

function namesInside(text: string, at: number): FoundName[] {
  const found: FoundName[] = [];
  for (let from = 0; from < text.length - 1; from += 1) {
    let longest: BrandName | null = null;
    let letters = 0;
    for (const name of byBeginning.get(text.slice(from, from + 2)) ?? []) {
      const [word = ''] = name.words;
      if (word.length <= letters || !text.startsWith(word, from)) continue;
      longest = name;
      letters = word.length;
    }
    if (longest === null) continue;
    found.push({ at, name: longest });
    from += letters - 1;
  }
  return found;
}

/** National suffixes, under which a brand may own its name. Excludes those sold worldwide. */
const nationalEnding =
  /^[^.]+\.(?:(?!ai|cc|cf|co|ga|gg|gq|io|ly|me|ml|pw|sh|su|tk|to|tv|ws)[a-z]{2}|(?:com?|org|net|gov|gob|gouv)\.[a-z]{2})$/;

/** @param registrable registered name, such as `paypal.com` for `mail.paypal.com` */
export function isGenuine(brand: Brand, registrable: string): boolean {
  if (brand.domains.includes(registrable)) return true;
  const label = labelOfDomain(registrable);
  const isNational = nationalEnding.test(registrable);
  if (isNational && brand.regional && label.includes('-')) {
    const words = label.split('-');
    return brand.labels.some(({ own }) => words.includes(own)) && !words.some((word) => baitWords.has(word));
  }
  if (isNational && brand.labels.some(({ own }) => own === label)) return true;
  return brand.offices.some((ending) => registrable.endsWith(ending));
}

const nameInsideMin = 4;

/** A domain that contains the name probably belongs to the company, unless phishers often imitate it. */
export function ownsName({ brand, words }: BrandName, registrable: string): boolean {
  const domain = labelOfDomain(registrable).replaceAll('-', '');
  const names = [words.join(''), ...brand.labels.map(({ own }) => own.replaceAll('-', ''))];
  return !brand.wellKnown && names.some((name) => name.length >= nameInsideMin && domain.includes(name));
}

export function findBrand(registrable: string): Brand | null {
  return (
    byLabel.get(labelOfDomain(registrable))?.find((brand) => isGenuine(brand, registrable)) ??
    regionalBrands.find((brand) => isGenuine(brand, registrable)) ??
    null
  );
}
