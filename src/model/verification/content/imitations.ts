import { readableHost } from '../reading/links.ts';
import { latinLetters } from '../reading/lookalikes.ts';
import { editDistance } from '../suggest-domain.ts';
import { baitWords } from './bait-words.ts';
import { append, type Brand, brands, findBrand } from './brands.ts';

export type Imitation = {
  brand: Brand;
  /** `lookalike`: the name reads like the brand's. `borrowed`: it contains the brand's name, as a reseller's may. */
  how: 'lookalike' | 'borrowed';
};

/** Shorter names are one typo away from too many words. */
const slippedLettersMin = 7;
const insideLettersMin = 6;
const labelBelowMin = 5;
const labelLettersMin = 3;
const pathSegmentsMax = 20;
const honestNeighbours = new Set(
  (
    'delivery finance financer finances balance coinbank microsort blockchains lineked dropboy traveler instagraph ' +
    'rewards kaufmann revolt revolute bitpand spotfy walmark carrefours verizons starbuck payback ' +
    'santanders paypay aliexpres shopfy netflex poste office outlook windows acrobaat afrasia airosia ' +
    'akrasia akrobat alando alimalia alizaba allians amazonas anchina argentea argento atwitter autodek ' +
    'aviaca backspace bajamar balcontact bankcontact banken barclaya bedbank berline bilance blikker ' +
    'blocker bloker blokier bloking blokkeer blokken boeking bokking booming boticaria calable calamar ' +
    'calando calcedonia candango cangote carana caravana carovana carvona catorama cidadele citadela ' +
    'citadell citadelle citizen clearway cocacola consensus constar cooking coupant croupon damestop ' +
    'dandote decatlon decoar decolgar decorar decotar dedicare dedolar degolar deloger desapegar descolar ' +
    'desolar despagar despear despecar despejar despenar desperar despesar despezar desplegar directa ' +
    'directe directo discount dodeman doglas duglas ecocasa electrum elektrum emparar energia energica ' +
    'energisk espresso expedir expedit faxpost fiberbank flybys folgsam foljsam folkstam forpost fortuite ' +
    'fortuno fradesco galaxis galicina galicio galizia garante gemarket generala generale generaly ' +
    'glassdorr goriana halkbana hallbank handelsbaken harrors haystack heneken hetzer hidroelectrico ' +
    'horaluz hortmail hotsmail houtmail hutspot inespresso infast interpon intimissima intimissimo jejuar ' +
    'kastpass koutube kozetka kruitvat lacoste laspass lokker longstar luminar luminol luminos malicia ' +
    'manesco mangote mantel market mediabank mediare mediawet medicate meditare megafin megafoon megaron ' +
    'megaton mendicare meraco metmask mobiel mobilone molifone monomano musina nanesco nedlank nespresse ' +
    'nodpass noodnet opensla opensta optimist oriana oxantel palando parsnip passera password pausera ' +
    'paysage peptico pergamina persico pesico pespegar philipp phoneme pichincho plectrum plektrum ' +
    'poetbank polaris portamina postbak postbank primary prolator proximum rakbana raketen recolar ' +
    'rekbank reloger resolut rezolut rituale rozeta salable salando sargenta saurion scalabile sellar ' +
    'separar signpost simens singel singiel sintel skattverket slanken slokker smicard snedbank softback ' +
    'solaris someday sophora sorgenza soriano sparkassa stallar stellair steller superdryg suriana ' +
    'surpass tajamar tekstra telefonia telefonico telemaco telenat telnet telstar thuisbezorgt titter ' +
    'topsport transuran trivato trusty twister twitted utepass vagbank vanfast vattenrall vedbank verzon ' +
    'viertel vilaverde vinfalt vinfat vinjast voeling vulling walart warship wedkamp witter zwitter'
  ).split(' '),
);

type OwnLabel = { brand: Brand; own: string; ordinary: boolean };

const bySkeleton = new Map<string, OwnLabel[]>();
const byLabel = new Map<string, OwnLabel[]>();
const byEnds = new Map<string, OwnLabel[]>();
const byBeginning = new Map<string, OwnLabel[]>();
const wholeDomains = new Map(brands.flatMap((brand) => brand.domains.map((domain) => [domain, brand])));

for (const brand of brands) {
  for (const { own, ordinary } of brand.labels) {
    if (own.length < labelLettersMin) continue;
    const label = { brand, own, ordinary };
    append(byLabel, own, label);
    if (!brand.wellKnown) continue;
    append(bySkeleton, skeleton(own), label);
    if (ordinary) continue;
    if (own.length >= insideLettersMin) append(byBeginning, own.slice(0, insideLettersMin), label);
    if (own.length < slippedLettersMin) continue;
    append(byEnds, `${own.length}${own[0]}`, label);
    append(byEnds, `${own.at(-1)}${own.length}`, label);
  }
}

export function imitationIn(host: string, registrable: string): Imitation | null {
  if (findBrand(registrable) !== null) return null;
  const ending = registrable.length - registrable.indexOf('.');
  const readable = readableHost(host);
  const parts = skeleton(readable.slice(0, Math.max(0, readable.length - ending))).split('.');
  const written = host.slice(0, Math.max(0, host.length - ending)).split('.');
  const label = parts.at(-1) ?? '';
  const writtenLabel = written.at(-1) ?? '';
  const brand =
    wholeDomainIn(written) ??
    bySkeleton.get(label)?.find(({ own }) => readable !== host || writtenLabel !== own)?.brand ??
    slipIn(writtenLabel) ??
    brandWithBait(label, writtenLabel);
  if (brand !== null) return { brand, how: 'lookalike' };
  const borrowed = brandInside(label) ?? brandBelow(parts.slice(0, -1));
  return borrowed === null ? null : { brand: borrowed, how: 'borrowed' };
}

/** Labels of brands that phishers rarely imitate, and ordinary words, need more evidence. */
function isDistinct({ brand, own, ordinary }: OwnLabel): boolean {
  return !ordinary && (brand.wellKnown || own.length >= insideLettersMin);
}

function slipIn(label: string): Brand | null {
  if (label.length < slippedLettersMin - 1 || honestNeighbours.has(label)) return null;
  for (let length = label.length - 1; length <= label.length + 1; length += 1) {
    for (const key of [`${length}${label[0]}`, `${label.at(-1)}${length}`]) {
      const found = byEnds.get(key)?.find(({ own }) => isSlip(label, own));
      if (found) return found.brand;
    }
  }
  return null;
}

function brandWithBait(label: string, writtenLabel: string): Brand | null {
  const words = [...label.split(/[-_\d]+/), ...writtenLabel.split(/[-_]+/)].filter((word) => word !== '');
  const baits = new Set(words.filter((word) => baitWords.has(word)));
  if (baits.size > 0) {
    for (const word of words) {
      const found = byLabel.get(word)?.find((own) => isDistinct(own) || baits.size >= 2);
      if (found && !baits.has(word)) return found.brand;
    }
  }
  for (const word of words) {
    for (let at = 2; at <= word.length - 2; at += 1) {
      const [before, after] = [word.slice(0, at), word.slice(at)];
      const own = baitWords.has(after) ? before : baitWords.has(before) ? after : '';
      if (own.length < insideLettersMin) continue;
      const found = byLabel.get(own)?.find(isDistinct);
      if (found) return found.brand;
    }
  }
  return null;
}

function brandInside(label: string): Brand | null {
  const whole = byLabel.get(label)?.find(isDistinct);
  if (whole) return whole.brand;
  for (let at = 0; at <= label.length - insideLettersMin; at += 1) {
    const found = byBeginning
      .get(label.slice(at, at + insideLettersMin))
      ?.find(({ own }) => label.startsWith(own, at));
    if (found) return found.brand;
  }
  return null;
}

function brandBelow(labels: readonly string[]): Brand | null {
  for (const word of labels.flatMap((label) => label.split('-'))) {
    const found = word.length < labelBelowMin ? undefined : byLabel.get(word)?.find(isDistinct);
    if (found) return found.brand;
  }
  return null;
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
  if (Math.abs(label.length - own.length) > 1 || label === own) return false;
  // A plural or derived word belongs to another company.
  if (label.startsWith(own) || own.startsWith(label)) return false;
  if (label[0] !== own[0] && label.at(-1) !== own.at(-1)) return false;
  return editDistance(label, own, 1) === 1;
}
