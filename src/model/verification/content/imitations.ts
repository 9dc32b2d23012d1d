import { readableHost } from '../reading/links.ts';
import { latinLetters } from '../reading/lookalikes.ts';
import { editDistance } from '../suggest-domain.ts';
import { baitWords } from './bait-words.ts';
import { type Brand, brands, findBrand } from './brands.ts';

export type Imitation = {
  brand: Brand;
  /** `lookalike`: the name reads like the brand's. `borrowed`: it contains the brand's name, as a reseller's may. */
  how: 'lookalike' | 'borrowed';
};

/** Shorter names are one typo away from too many words. */
const slippedLettersMin = 7;
const insideLettersMin = 6;
const labelBelowMin = 5;
const pathSegmentsMax = 20;
const honestNeighbours = new Set([
  'finance',
  'financer',
  'finances',
  'balance',
  'coinbank',
  'microsort',
  'blockchains',
  'lineked',
  'dropboy',
  'traveler',
  'instagraph',
  'rewards',
  'kaufmann',
  'revolt',
  'revolute',
  'bitpand',
  'spotfy',
  'walmark',
  'carrefours',
  'verizons',
  'starbuck',
  'payback',
  'santanders',
  'paypay',
  'aliexpres',
  'shopfy',
  'netflex',
  'poste',
  'office',
  'outlook',
  'windows',
]);
/** Labels that are common words: they only count as imitation combined with two such words. */
const commonLabels = new Set([
  'live',
  'office',
  'windows',
  'outlook',
  'meta',
  'target',
  'chase',
  'orange',
  'apple',
  'visa',
  'wise',
  'stripe',
  'square',
  'post',
  'steam',
  'discord',
  'zoom',
  'shell',
  'ledger',
  'ripple',
  'norton',
  'yeti',
  'saturn',
  'bauhaus',
  'jumbo',
  'vivo',
  'claro',
  'caixa',
  'zoll',
  'gov',
  'go',
  'x',
  'un',
  'telekom',
  'payback',
  'continente',
  'nationwide',
  'telegram',
  'inter',
  'azure',
  'delta',
  'southwest',
  'phantom',
  'exodus',
  'poste',
  'overheid',
  'bund',
  'correos',
  'post',
  'cash',
  'hey',
  'gen',
  'bahn',
  'leclerc',
  'banco',
  'citi',
  'bolt',
  'xfinity',
  'hema',
  'sharepoint',
  'wordpress',
  'shopify',
  'github',
]);

type OwnLabel = { brand: Brand; own: string; seen: string; common: boolean };

const ownLabels: readonly OwnLabel[] = brands.flatMap((brand) =>
  brand.labels
    .filter((own) => own.length >= 3)
    .map((own) => ({ brand, own, seen: skeleton(own), common: commonLabels.has(own) })),
);
const wholeDomains = new Map(brands.flatMap((brand) => [...brand.domains].map((domain) => [domain, brand])));

export function imitationIn(host: string, registrable: string): Imitation | null {
  if (findBrand(registrable) !== null) return null;
  const ending = registrable.length - registrable.indexOf('.');
  const readable = readableHost(host);
  const parts = skeleton(readable.slice(0, Math.max(0, readable.length - ending))).split('.');
  const written = host.slice(0, Math.max(0, host.length - ending)).split('.');
  const whole = wholeDomainIn(written);
  if (whole !== null) return { brand: whole, how: 'lookalike' };
  const label = parts.at(-1) ?? '';
  const writtenLabel = written.at(-1) ?? '';
  const below = new Set(parts.slice(0, -1).flatMap((part) => part.split('-')));
  let borrowed: Brand | null = null;
  for (const { brand, own, seen, common } of ownLabels) {
    if (seen === label && (readable !== host || writtenLabel !== own)) return { brand, how: 'lookalike' };
    if (common) {
      if (baitsBeside(label, own) >= 2) return { brand, how: 'lookalike' };
      continue;
    }
    if (isSlip(writtenLabel, own) || joinsBait(label, own)) return { brand, how: 'lookalike' };
    const isInside = own === label || (own.length >= insideLettersMin && label.includes(own));
    if (isInside || (own.length >= labelBelowMin && below.has(own))) borrowed ??= brand;
  }
  return borrowed === null ? null : { brand: borrowed, how: 'borrowed' };
}

/** Finds a genuine domain in front of another: `paypal.com.example.net`. */
function wholeDomainIn(labels: readonly string[]): Brand | null {
  for (let from = 0; from < labels.length - 1; from += 1) {
    for (const length of [2, 3]) {
      const found = wholeDomains.get(labels.slice(from, from + length).join('.'));
      if (found) return found;
    }
  }
  return null;
}

export function domainInPath(path: string): Brand | null {
  for (const segment of path.split(/[/?#]/, pathSegmentsMax)) {
    const found = wholeDomains.get(segment.replace(/^www\./, ''));
    if (found) return found;
  }
  return null;
}

function skeleton(name: string): string {
  return latinLetters(name)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('0', 'o')
    .replace(/[1|]/g, 'l')
    .replaceAll('3', 'e')
    .replaceAll('5', 's')
    .replaceAll('4', 'a');
}

function isSlip(label: string, own: string): boolean {
  if (
    Math.abs(label.length - own.length) > 1 ||
    own.length < slippedLettersMin ||
    label === own ||
    honestNeighbours.has(label)
  )
    return false;
  // A plural or derived word belongs to another company.
  if (label.startsWith(own) || own.startsWith(label)) return false;
  if (label[0] !== own[0] && label.at(-1) !== own.at(-1)) return false;
  return editDistance(label, own, 1) === 1;
}

function baitsBeside(label: string, own: string): number {
  const words = label.split(/[-_\d]+/);
  return words.includes(own) ? words.filter((word) => baitWords.has(word)).length : 0;
}

function joinsBait(label: string, own: string): boolean {
  if (!label.includes(own) || label === own) return false;
  const words = label.split(/[-_\d]+/).filter((word) => word !== '');
  if (words.includes(own)) return words.some((word) => baitWords.has(word));
  if (own.length < insideLettersMin) return false;
  for (const word of words) {
    if (word.startsWith(own) && baitWords.has(word.slice(own.length))) return true;
    if (word.endsWith(own) && baitWords.has(word.slice(0, -own.length))) return true;
  }
  return false;
}
