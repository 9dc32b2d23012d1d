import { mergeFieldsIn } from '../../content/merge-fields.ts';
import {
  hardFaults,
  hardInCampaigns,
  hardWithLure,
  hostToShow,
  type LinkFault,
  type LinkTarget,
  readTarget,
  registrableDomain,
} from '../reading/links.ts';
import { isPlaceholderText } from '../reading/placeholder-text.ts';
import { plainText } from '../reading/plain-words.ts';
import { isFreeDomain } from '../role-and-free-addresses.ts';
import { type Brand, type BrandName, brandsIn, findBrand, isGenuine, ownsName } from './brands.ts';
import { densestTally, type Tally } from './densest.ts';
import { domainInPath, type Imitation, imitationIn } from './imitations.ts';
import type { Theme } from './lexicon/lexicon.ts';
import { isClickCounter, isPartner } from './partners.ts';
import type { PhraseHit } from './phrases.ts';
import type { SeenLink, SeenMail } from './seen-mail.ts';
import {
  hasNameSigns,
  hasRandomCode,
  isShouted,
  isStrangeName,
  mentionsLargeSum,
  namesDomain,
} from './sender-traits.ts';
import {
  countBodyWords,
  isLured,
  isPictureAlone,
  judgeUnnamedSender,
  listWebLinks,
  noticeWords,
  phone,
} from './unnamed-sender.ts';
import { lureWeights, type structureWeights } from './weights.ts';

export type StructureSignal = keyof typeof structureWeights;
export type HardFact =
  | 'passwordField'
  | 'unsafeLink'
  | 'placeholderHost'
  | 'lookalikeDomain'
  | 'shownElsewhere'
  | 'placeholderText'
  | 'disguisedWord'
  | 'pictureAlone'
  | 'claimsAnother'
  | 'lureWithoutName';

/** Strengths range from 0 to 1; 1 is certain. */
export type PhishingEvidence = {
  lures: Tally;
  structure: Partial<Record<StructureSignal, number>>;
  hard: HardFact[];
  hosts: Hosts;
};

type Hosts = Partial<Record<StructureSignal | HardFact, string>>;

const stretchWords = 220;
const fewWords = 16;
const prominentWords = 60;
/** Upper bound for imitation checks. A mail with more hosts is a directory. */
const hostsMax = 300;

const coinAddress = /\b(?:bc1[a-z0-9]{25,60}|[13][a-km-z1-9]{25,34}|0x[a-f0-9]{40})\b/;
const shownHost = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24})(?:[/?#:]\S*)?$/i;

export function phishingEvidence(mail: SeenMail, hits: readonly PhraseHit[]): PhishingEvidence {
  const counts = (theme: Theme): number => Math.max(0, lureWeights[theme as keyof typeof lureWeights] ?? 0);
  const lures = densestTally(hits, counts, { bodyFrom: mail.bodyFrom, stretchWords });
  const warnings = hits.filter(({ phrase }) => phrase.theme === 'warning').length;
  if (warnings > 0) lures.warning = Math.min(warnings, 2);
  const consent = new Set(hits.filter(({ phrase }) => phrase.theme === 'optIn').map(({ phrase }) => phrase))
    .size;
  if (consent > 0) lures.optIn = Math.min(consent, 2);
  const structure: PhishingEvidence['structure'] = {};
  const hard = new Set<HardFact>();
  const hosts: Hosts = {};

  addLeads(mail, structure);
  addTraits(mail, structure);
  const { claimed, unproved } = addClaims(mail, structure);
  addImitations(mail, { claimed, lures }, { structure, hard, hosts });
  addLinkFaults(mail, isLured(lures), { structure, hard, hosts });
  addMismatches(mail, { claimed, lures }, { structure, hard, hosts });
  addDisguises(mail, structure);
  addContacts(mail, lures, structure);
  if (mail.disguised > 0) hard.add('disguisedWord');
  if (isPictureAlone(mail)) hard.add('pictureAlone');
  const fact = judgeUnnamedSender(mail, lures, unproved.size);
  if (fact !== null) hard.add(fact);
  if (mail.html.passwordFields > 0) hard.add('passwordField');
  if (mail.purpose === 'campaign' && isPlaceholderText(mail.html)) hard.add('placeholderText');
  if (mail.html.forms > 0 || mail.html.fields > 0) structure.form = mail.html.fields > 0 ? 1 : 0.5;
  return { lures, structure, hard: [...hard], hosts };
}

type Found = { structure: PhishingEvidence['structure']; hard: Set<HardFact>; hosts: Hosts };

function blame(hosts: Hosts, signal: keyof Hosts, link: Pick<LinkTarget, 'host' | 'registrable'>): void {
  const host = hosts[signal] ?? hostToShow(link);
  if (host !== undefined) hosts[signal] = host;
}

function strangePagesOf(mail: SeenMail): SeenLink[] {
  return listWebLinks(mail).filter(
    ({ registrable, faults }) =>
      registrable !== mail.senderDomain &&
      (!isPartner(registrable) || faults.some((fault) => fault === 'redirect' || fault === 'freeHosting')),
  );
}

function addLeads(mail: SeenMail, structure: PhishingEvidence['structure']): void {
  if (listWebLinks(mail).some(({ registrable }) => registrable === mail.senderDomain)) return;
  const pages = strangePagesOf(mail);
  structure.nothingOfTheSender = pages.length > 0 || mail.mailboxes.length > 0 ? 1 : 0.6;
  if (pages.length === 0) return;
  const byName = Map.groupBy(pages, ({ registrable }) => registrable);
  const most = Math.max(...[...byName.values()].map((each) => each.length));
  if (most / pages.length >= 0.6) structure.allLeadsElsewhere = 1;
  if (new Set(pages.map(({ host, path }) => host + path)).size === 1) structure.oneTarget = 1;
}

function addTraits(mail: SeenMail, structure: PhishingEvidence['structure']): void {
  if (isStrangeName(mail.nameWords, mail.senderHost)) structure.strangeName = 1;
  const named = structure.strangeName === undefined && mail.nameWords.length > 0;
  // A name that matches its domain identifies the sender, even if the text does not.
  if (structure.nothingOfTheSender !== undefined && !isMentioned(mail))
    structure.senderUnmentioned = named ? 0.4 : 1;
  if (hasRandomCode(mail.subject) || hasRandomCode(mail.name)) structure.randomCode = 1;
  if (hasNameSigns(mail.name)) structure.nameWithSigns = 1;
  if (isShouted(mail.subject)) structure.shoutedSubject = 1;
  if (mergeFieldsIn(mail.subject).includes('email')) structure.mailboxInSubject = 1;
  const shownWords = mail.words.length - mail.bodyFrom;
  if (shownWords < noticeWords && mentionsLargeSum(mail.text)) structure.greatSum = 1;
}

function isMentioned({ words, bodyFrom, senderDomain, namesOwnMailbox, html }: SeenMail): boolean {
  const label = senderDomain.slice(0, senderDomain.indexOf('.'));
  return (
    namesOwnMailbox ||
    html.sources.some((source) => source.includes(label)) ||
    namesDomain(words.slice(bodyFrom), senderDomain)
  );
}

/** Finds brands that the mail claims to be from but that do not own its sender domain. */
function addClaims(
  mail: SeenMail,
  structure: PhishingEvidence['structure'],
): {
  claimed: ReadonlySet<Brand>;
  unproved: ReadonlySet<Brand>;
} {
  const claimed = new Set<Brand>();
  const pages = listWebLinks(mail);
  // A mail that links only to its verified sender, or to nothing, more likely mentions a brand than impersonates it.
  const leadsAway = strangePagesOf(mail).length > 0 || mail.mailboxes.length > 0 || phone.test(mail.text);
  const isHome = structure.nothingOfTheSender === undefined || !leadsAway;
  const belief = (isHome ? 0.5 : 1) * (mail.namesSender ? 0.5 : 1);
  const isForeign = ({ name }: { name: BrandName }): boolean =>
    !isGenuine(name.brand, mail.senderDomain) && !ownsName(name, mail.senderDomain);
  const own = imitationIn(mail.senderHost, mail.senderDomain);
  const linked = (brand: Brand): boolean => pages.some(({ registrable }) => isGenuine(brand, registrable));
  const inName = brandsIn(mail.nameWords).filter(isForeign);
  // An ordinary word is a claim only by itself: "Apple Support", but not "Orange County Library".
  const named = inName.find(({ name }) => !name.ordinary || mail.nameWords.length <= name.words.length + 1);
  if (named) {
    claimed.add(named.name.brand);
    structure.brandInName = linked(named.name.brand) ? 0.7 : 1;
  }
  // If the sender's own domain contains the name, it may be that company under an unlisted domain.
  const claims = (found: { at: number; name: BrandName }, words: readonly string[]): boolean =>
    isForeign(found) && found.name.brand !== own?.brand && (!found.name.ordinary || isCalled(found, words));
  const inSubject = brandsIn(mail.subjectWords).filter((found) => claims(found, mail.subjectWords));
  for (const { name } of inSubject) {
    claimed.add(name.brand);
    structure.brandInSubject = Math.max(structure.brandInSubject ?? 0, linked(name.brand) ? 0.3 : belief);
  }
  const inBody = brandsIn(mail.words).filter((found) => claims(found, mail.words));
  for (const [brand, found] of Map.groupBy(inBody, ({ name }) => name.brand)) {
    const prominent = found.length >= 3 || found.some(({ at }) => at - mail.bodyFrom < prominentWords);
    if (!prominent || linked(brand)) continue;
    claimed.add(brand);
    const share = mail.words.length <= noticeWords ? 1 : 0.4;
    structure.brandInBody = Math.max(structure.brandInBody ?? 0, share * belief);
  }
  const byName = named?.name.brand;
  const unproved = new Set([...claimed].filter((brand) => brand === byName || !linked(brand)));
  return { claimed, unproved };
}

export function hasLure({ lures, structure }: PhishingEvidence): boolean {
  const { brandInName, brandInSubject, brandInBody } = structure;
  return (
    isLured(lures) || brandInName !== undefined || brandInSubject !== undefined || brandInBody !== undefined
  );
}

/** Words that turn an ordinary word into a company name: "Chase Online". */
const companyWords = new Set(
  'online bank banking alerts support security account team id pay express service services delivery wallet customer'.split(
    ' ',
  ),
);

function isCalled({ at, name }: { at: number; name: BrandName }, words: readonly string[]): boolean {
  return companyWords.has(words[at + name.words.length] ?? '');
}

function addImitations(
  mail: SeenMail,
  { claimed, lures }: { claimed: ReadonlySet<Brand>; lures: Tally },
  { structure, hard, hosts }: Found,
): void {
  const note = (
    found: Imitation | null,
    signal: 'lookalikeSender' | 'lookalikeLink',
    at: Pick<LinkTarget, 'host' | 'registrable'>,
  ): void => {
    if (found === null) return;
    if (found.how === 'borrowed') {
      structure.borrowedName ??= 1;
      blame(hosts, 'borrowedName', at);
      return;
    }
    structure[signal] = 1;
    blame(hosts, signal, at);
    if (!claimed.has(found.brand) && !isLured(lures)) return;
    hard.add('lookalikeDomain');
    blame(hosts, 'lookalikeDomain', at);
  };
  const sender = { host: mail.senderHost, registrable: mail.senderDomain };
  note(imitationIn(mail.senderHost, mail.senderDomain), 'lookalikeSender', sender);
  for (const page of listWebLinks(mail).slice(0, hostsMax)) {
    const shown = domainInPath(page.path);
    if (shown === null || isGenuine(shown, page.registrable)) continue;
    structure.borrowedName = 2;
    blame(hosts, 'borrowedName', page);
  }
  const linked = new Map(listWebLinks(mail).map(({ host, registrable }) => [host, registrable]));
  let looked = 0;
  for (const [host, registrable] of linked) {
    if (host === mail.senderHost) continue;
    looked += 1;
    if (looked > hostsMax) break;
    note(imitationIn(host, registrable), 'lookalikeLink', { host, registrable });
  }
}

const structureOfFault: Partial<Record<LinkFault, StructureSignal>> = {
  shortener: 'shortener',
  redirect: 'redirect',
  freeHosting: 'freeHosting',
  oddEnding: 'oddEnding',
  randomHost: 'randomHost',
  foreignLetters: 'foreignLetters',
  oddPort: 'oddPort',
  numericHost: 'oddPort',
  script: 'oddPort',
  download: 'download',
};

function addLinkFaults(mail: SeenMail, lured: boolean, { structure, hard, hosts }: Found): void {
  const pages = listWebLinks(mail);
  const pagesWith = countFaults(pages);
  const forbid = (fact: 'placeholderHost' | 'unsafeLink', link: LinkTarget): void => {
    hard.add(fact);
    blame(hosts, fact, link);
  };
  for (const link of mail.links) {
    const { faults, registrable } = link;
    for (const fault of faults) {
      if (hardFaults.has(fault)) forbid(fault === 'placeholderHost' ? fault : 'unsafeLink', link);
      if (lured && hardWithLure.has(fault)) forbid('unsafeLink', link);
      if (mail.purpose === 'campaign' && hardInCampaigns.has(fault)) forbid('unsafeLink', link);
      const signal = structureOfFault[fault];
      if (signal === undefined) continue;
      if (registrable === mail.senderDomain) {
        // The sender's own click tracker may redirect anywhere.
        if (signal === 'redirect') structure.redirect ??= 0.5;
        continue;
      }
      blame(hosts, signal, link);
      // A single short URL in a digest is harmless; a majority of short URLs is the point of the mail.
      const share = (pagesWith.get(fault) ?? 0) / Math.max(1, pages.length);
      structure[signal] = share >= 0.3 ? 1 : 0.4;
    }
  }
  for (const written of mail.html.loaded) {
    const target = /url\s*=\s*['"]?([^'"]+)/i.exec(written)?.[1] ?? written;
    const loaded = readTarget(target);
    if (loaded.faults.some((fault) => hardFaults.has(fault))) forbid('unsafeLink', loaded);
    else if (loaded.kind === 'web') {
      structure.loadsPage = written === target ? 0.5 : 1;
      blame(hosts, 'loadsPage', loaded);
    }
  }
  const sender = readTarget(`https://${mail.senderHost}`).faults;
  if (sender.some((fault) => ['randomHost', 'oddEnding', 'foreignLetters', 'freeHosting'].includes(fault)))
    structure.oddSender = 1;
}

function countFaults(pages: readonly LinkTarget[]): Map<LinkFault, number> {
  const counts = new Map<LinkFault, number>();
  for (const { faults } of pages) {
    for (const fault of new Set(faults)) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  }
  return counts;
}

/** Other addresses are no signal: newsletters with click tracking mismatch more often than phishing. */
function addMismatches(
  mail: SeenMail,
  { claimed, lures }: { claimed: ReadonlySet<Brand>; lures: Tally },
  { structure, hard, hosts }: Found,
): void {
  for (const link of listWebLinks(mail)) {
    if (link.bare || isClickCounter(link.registrable)) continue;
    const host = shownHost.exec(plainText(link.words).text.trim())?.[1];
    const shown = host === undefined ? '' : registrableDomain(host);
    if (shown === '' || shown === link.registrable) continue;
    const brand = findBrand(shown);
    const isOthers = brand !== null && !isGenuine(brand, link.registrable);
    // A mail whose only link shows a brand implicitly claims its name.
    const isClaimed = isOthers && (claimed.has(brand) || structure.oneTarget !== undefined);
    if (shown !== mail.senderDomain && !isClaimed) continue;
    structure.linkTextMismatch = 1;
    blame(hosts, 'linkTextMismatch', link);
    if ((lures.threat ?? 0) + (lures.credential ?? 0) === 0) continue;
    hard.add('shownElsewhere');
    blame(hosts, 'shownElsewhere', link);
  }
}

function addDisguises(mail: SeenMail, structure: PhishingEvidence['structure']): void {
  const { letters, html } = mail;
  if (letters.describeMarks >= 3) structure.invisibleCharacters = 1;
  if (letters.disguised >= 2) structure.homoglyphs = 1;
  else if (letters.styled >= 12) structure.homoglyphs = 0.5;
  if (letters.overrides > 0) structure.bidiOverride = 1;
  const pieces = mail.split + mail.leet + html.describeHidden;
  if (pieces >= 2) structure.splitWords = Math.min(1, pieces / 3);
  const leadsAway = listWebLinks(mail).some(({ registrable }) => registrable !== mail.senderDomain);
  if (html.images > 0 && countBodyWords(mail) < fewWords && leadsAway) structure.imageOnly = 1;
}

function addContacts(mail: SeenMail, lures: Tally, structure: PhishingEvidence['structure']): void {
  const mailed = [
    ...mail.mailboxes,
    ...mail.links.filter(({ kind }) => kind === 'mail').map(({ host }) => host),
  ];
  if (mailed.some((domain) => isFreeDomain(domain) && domain !== mail.senderDomain))
    structure.personalMailbox = 1;
  else if (isFreeDomain(mail.senderDomain)) structure.personalMailbox = 0.6;
  if ((lures.callback ?? 0) > 0 && phone.test(mail.text)) structure.phoneNumber = 1;
  if (coinAddress.test(mail.text)) structure.coinAddress = 1;
}
