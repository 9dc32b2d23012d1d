import { languageUnread } from '../language/languages.ts';
import type { BlockReason } from './block-reason.ts';
import { densestTally, type Tally } from './densest.ts';
import { badgeDoc, badgeDocs } from './guidance.ts';
import { lureThemes, type PitchTheme, pitchThemes, type Theme } from './lexicon/lexicon.ts';
import {
  type HardFact,
  hasLure,
  type PhishingEvidence,
  phishingEvidence,
  type StructureSignal,
} from './phishing.ts';
import { type PhraseHit, phrasesIn } from './phrases.ts';
import { asThemes } from './requests/as-themes.ts';
import { conceptsIn } from './requests/find-concepts.ts';
import { requestBadges } from './requests/request-badges.ts';
import { askedTotal, type RequestEvidence, requestEvidence } from './requests/request-evidence.ts';
import { readMail, type SeenMail } from './seen-mail.ts';
import { type Badge, type ContentVerdict, type Unjudged, unjudged, type VerifiedContent } from './verdict.ts';
import {
  askedThresholds,
  coldThresholds,
  letterWeights,
  lureWeights,
  phishingThresholds,
  pitchWeights,
  repeats,
  structureWeights,
} from './weights.ts';

export const verifiedCharactersMax = 4_000_000;
export const verifiedLinksMax = 20_000;
/** Real text contains no control characters; a mail with more than this is not text. */
const controlsMax = 200;
const controls = /[\p{Cc}--[\t\n\r\f\u0085]]/gv;
/** Findings above this share of a threshold cause a warning. */
const warningShare = 0.6;

/** Read by `verify:report` and `verify:fit`. */
export type Scores = {
  phishing: { total: number; lexical: number; structure: number; evidence: PhishingEvidence };
  cold: { total: number; cues: number; letter: number; evidence: ColdEvidence };
  asked: { total: number; evidence: RequestEvidence };
};

/**
 * Detects cold outreach and phishing from words and structure. Deterministic and linear; never throws.
 *
 * Words alone block nothing, because honest receipts, resets and security notices use the same ones:
 * structure and links decide how much they count. A few hard facts are sufficient by themselves.
 */
export function verifyContent(content: VerifiedContent): ContentVerdict | Unjudged {
  const fault = faultIn(content);
  if (fault !== null) return unjudged(fault);
  const mail = readMail(content);
  if (mail.links.length > verifiedLinksMax) return unjudged('too_large');
  return decide(mail, scoresOf(mail));
}

export function scoreContent(content: VerifiedContent): Scores {
  return scoresOf(readMail(content));
}

function faultIn({ html, text }: VerifiedContent): Parameters<typeof unjudged>[0] | null {
  const plain = text ?? '';
  if (html.length + plain.length > verifiedCharactersMax) return 'too_large';
  const broken = (html.match(controls)?.length ?? 0) + (plain.match(controls)?.length ?? 0);
  return broken > controlsMax ? 'unreadable' : null;
}

/** Removes invisible control characters, which would hide words from the verifier only. */
export function withoutControls(text: string): string {
  return text.replace(controls, '');
}

function scoresOf(mail: SeenMail): Scores {
  const concepts = conceptsIn(mail.words);
  const hits = [...phrasesIn(mail.words), ...(mail.purpose === 'campaign' ? asThemes(concepts) : [])]
    .filter(
      ({ at, phrase }) => at < mail.hiddenFrom || at >= mail.bodyFrom || !speaksForSender.has(phrase.theme),
    )
    .sort((a, b) => a.at - b.at);
  const phishing = phishingEvidence(mail, hits);
  const cold = coldEvidence(mail, hits);
  const asked = requestEvidence(mail, concepts, phishing);
  const lexical = weighed(phishing.lures, lureWeights);
  const structure = weighed(phishing.structure, structureWeights);
  const cues = weighed(cold.cues, pitchWeights);
  const letter = weighed(cold.letter, letterWeights);
  return {
    phishing: { total: lexical + structure, lexical, structure, evidence: phishing },
    cold: { total: cues + letter, cues, letter, evidence: cold },
    asked: { total: askedTotal(mail, asked, lexical + structure), evidence: asked },
  };
}

/** Themes that do not count in the sender's favour in hidden text. */
const speaksForSender: ReadonlySet<Theme> = new Set<Theme>(['warning', 'optIn', 'relation', 'circle']);

function weighed(found: Partial<Record<string, number>>, weights: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const [name, count] of Object.entries(found))
    sum += Math.min(count ?? 0, repeats) * (weights[name] ?? 0);
  return sum;
}

function decide(mail: SeenMail, { phishing, cold, asked }: Scores): ContentVerdict {
  const phish = phishingThresholds[mail.purpose];
  const isPhishing =
    phishing.evidence.hard.length > 0 ||
    phishing.structure >= phish.structureAlone ||
    (hasLure(phishing.evidence) && phishing.total >= phish.total && phishing.structure >= phish.structure);
  const isCold =
    mail.purpose === 'campaign' &&
    cold.total >= (hasPitch(cold.evidence) ? coldThresholds.total : coldThresholds.smallTalk) &&
    cold.cues >= coldThresholds.cues &&
    cold.letter >= coldThresholds.letter &&
    // Customers also hear of prices and samples.
    offersBusiness(cold.evidence, 'trade');
  const isCampaign = mail.purpose === 'campaign';
  const { requests, signals } = asked.evidence;
  // A single phrase in a long text may be about anything.
  const isAbout = signals.inSubject !== undefined || (signals.dense ?? 0) >= askedThresholds.dense;
  const isAsking = isCampaign && requests.size > 0 && isAbout && asked.total >= askedThresholds.block;
  const badges: Badge[] = [];
  if (isPhishing || phishing.total >= phish.total * warningShare) {
    badges.push(...phishingBadges(phishing.evidence, isPhishing ? 'block' : 'warn'));
  }
  if (mail.purpose === 'campaign' && (isCold || cold.total >= coldThresholds.total * warningShare)) {
    badges.push(...coldBadges(cold.evidence, isCold ? 'block' : 'warn'));
  }
  if (isCampaign && asked.total >= askedThresholds.review) {
    const known = new Set(badges.map(({ id }) => id));
    badges.push(...requestBadges(requests, isAsking ? 'block' : 'warn').filter(({ id }) => !known.has(id)));
  }
  if (mail.languageUnread) badges.push(languageBadge(mail.purpose));
  const isBlocked = isPhishing || isAsking || isCold;
  const suspected = isBlocked || !isCampaign ? [] : suspectedReasons({ phishing, cold, asked });
  return verdictOf(badges, suspected, [
    ...(isPhishing || isAsking ? (['PHISHING'] as const) : []),
    ...(isCold ? (['COLD_EMAIL'] as const) : []),
  ]);
}

/** Share of the phishing threshold from which a campaign needs a review. */
const reviewShare = 0.85;

/** Returns the reasons to have a person review a campaign that is not blocked. */
function suspectedReasons({ phishing, cold, asked }: Scores): BlockReason[] {
  const { total, structure } = phishingThresholds.campaign;
  const { fits, warning } = asked.evidence.signals;
  const isClose =
    fits === undefined &&
    warning === undefined &&
    hasLure(phishing.evidence) &&
    phishing.total >= total * reviewShare &&
    phishing.structure >= structure;
  const isAsking = asked.total >= askedThresholds.review;
  return [
    ...(isClose || isAsking ? (['PHISHING'] as const) : []),
    ...(cold.total >= coldThresholds.review &&
    cold.evidence.cues.relation === undefined &&
    offersBusiness(cold.evidence)
      ? (['COLD_EMAIL'] as const)
      : []),
  ];
}

/** Returns whether the letter offers something, because friends and associations also ask for a call or an answer. */
function offersBusiness({ cues, letter }: ColdEvidence, besides?: PitchTheme): boolean {
  if (letter.namesTheirWork !== undefined) return true;
  return pitchThemes.some((theme) => !asking.includes(theme) && theme !== besides && (cues[theme] ?? 0) > 0);
}

/** Only bulk mail gets a warning. */
function languageBadge(purpose: SeenMail['purpose']): Badge {
  const severity = purpose === 'campaign' ? 'warn' : 'info';
  return { id: languageUnread, label: badgeDoc(languageUnread).title, severity, path: 'content' };
}

function verdictOf(
  noticed: readonly Badge[],
  suspected: BlockReason[],
  families: readonly BlockReason[],
): ContentVerdict {
  const order = new Map(badgeDocs.map(({ id }, index) => [id, index]));
  const badges = noticed.toSorted((a, b) => order.get(a.id)! - order.get(b.id)!);
  if (suspected.length > 0) {
    const guidance = badges.slice(0, 2).map(({ id }) => badgeDoc(id).guidance);
    return { verdict: 'review', blockReasons: suspected, badges, guidance: guidance.join(' ') };
  }
  if (families.length === 0) {
    const isUnread = badges.some(({ id }) => id === languageUnread);
    const guidance = isUnread ? badgeDoc(languageUnread).guidance : '';
    return { verdict: 'pass', blockReasons: [], badges, guidance };
  }
  const blocking = badges.filter(({ severity }) => severity === 'block');
  const reasons = new Set<BlockReason>(families);
  for (const { id } of blocking) for (const reason of badgeDoc(id).reasons) reasons.add(reason);
  const guidance = blocking.slice(0, 2).map(({ id }) => badgeDoc(id).guidance);
  return { verdict: 'block', blockReasons: [...reasons], badges, guidance: guidance.join(' ') };
}

/** The badge of a claimed brand is added at detection. */
const badgeOfHard: Record<Exclude<HardFact, 'claimsAnother'>, string> = {
  passwordField: 'phishing.embedded_form',
  unsafeLink: 'phishing.unsafe_link',
  placeholderHost: 'phishing.placeholder_host',
  lookalikeDomain: 'phishing.lookalike_domain',
  shownElsewhere: 'phishing.link_text_mismatch',
  placeholderText: 'phishing.placeholder_text',
  disguisedWord: 'obfuscation.homoglyphs',
  pictureAlone: 'obfuscation.image_only',
  lureWithoutName: 'phishing.unnamed_sender',
};
const badgeOfLure: Record<(typeof lureThemes)[number], string> = {
  credential: 'phishing.credential_request',
  wallet: 'phishing.wallet_secret_request',
  threat: 'phishing.account_threat',
  payment: 'phishing.payment_details_request',
  renewal: 'phishing.renewal_scare',
  delivery: 'phishing.delivery_lure',
  prize: 'phishing.prize_lure',
  advanceFee: 'phishing.advance_fee',
  callback: 'phishing.callback_lure',
  refund: 'phishing.prize_lure',
  extortion: 'phishing.advance_fee',
  profit: 'phishing.prize_lure',
  document: 'phishing.credential_request',
};
const badgeOfStructure: Partial<Record<StructureSignal, { id: string; path: string }>> = {
  brandInName: { id: 'phishing.brand_impersonation', path: 'fromName' },
  brandInSubject: { id: 'phishing.brand_impersonation', path: 'subject' },
  brandInBody: { id: 'phishing.brand_impersonation', path: 'content' },
  lookalikeSender: { id: 'phishing.lookalike_domain', path: 'from' },
  lookalikeLink: { id: 'phishing.lookalike_domain', path: 'content' },
  borrowedName: { id: 'phishing.brand_impersonation', path: 'content' },
  shortener: { id: 'phishing.obscured_link', path: 'content' },
  redirect: { id: 'phishing.obscured_link', path: 'content' },
  freeHosting: { id: 'phishing.obscured_link', path: 'content' },
  oddPort: { id: 'phishing.unsafe_link', path: 'content' },
  download: { id: 'phishing.unsafe_link', path: 'content' },
  linkTextMismatch: { id: 'phishing.link_text_mismatch', path: 'content' },
  imageOnly: { id: 'obfuscation.image_only', path: 'content' },
  invisibleCharacters: { id: 'obfuscation.invisible_characters', path: 'content' },
  homoglyphs: { id: 'obfuscation.homoglyphs', path: 'content' },
  bidiOverride: { id: 'obfuscation.bidi_override', path: 'content' },
  splitWords: { id: 'obfuscation.split_words', path: 'content' },
  form: { id: 'phishing.embedded_form', path: 'content' },
  loadsPage: { id: 'phishing.unsafe_link', path: 'content' },
};
const badgeOfCue: Record<PitchTheme, string> = {
  pitch: 'cold_email.sales_pitch',
  smallTalk: 'cold_email.sales_pitch',
  introduction: 'cold_email.sales_pitch',
  readersBusiness: 'cold_email.sales_pitch',
  trade: 'cold_email.sales_pitch',
  proof: 'cold_email.sales_pitch',
  flattery: 'cold_email.sales_pitch',
  smallAsk: 'cold_email.sales_pitch',
  replyOptOut: 'cold_email.no_relationship',
  meeting: 'cold_email.meeting_request',
  probe: 'cold_email.contact_probe',
  bump: 'cold_email.follow_up_bump',
  acquiredList: 'cold_email.acquired_list',
  listSale: 'cold_email.list_or_lead_sale',
  linkBuilding: 'cold_email.link_building',
  recruiting: 'cold_email.recruiting',
  fundraising: 'cold_email.fundraising',
  noRelationship: 'cold_email.no_relationship',
};

function phishingBadges(
  { lures, structure, hard, hosts }: PhishingEvidence,
  severity: 'warn' | 'block',
): Badge[] {
  const badges = new Map<string, Badge>();
  const add = (id: string, path: string, host?: string): void => {
    const named = host === undefined ? {} : { host };
    const known = badges.get(id);
    if (known === undefined) badges.set(id, { id, label: badgeDoc(id).title, severity, path, ...named });
    else if (known.host === undefined && known.path === path) badges.set(id, { ...known, ...named });
  };
  for (const fact of hard) if (fact !== 'claimsAnother') add(badgeOfHard[fact], 'content', hosts[fact]);
  for (const theme of lureThemes) if ((lures[theme] ?? 0) > 0) add(badgeOfLure[theme], 'content');
  for (const signal of Object.keys(structure) as StructureSignal[]) {
    const badge = badgeOfStructure[signal];
    if (badge) add(badge.id, badge.path, hosts[signal]);
  }
  return [...badges.values()];
}

function coldBadges({ cues }: ColdEvidence, severity: 'warn' | 'block'): Badge[] {
  return (Object.keys(badgeOfCue) as PitchTheme[])
    .filter((theme) => (cues[theme] ?? 0) > 0)
    .map((theme) => ({
      id: badgeOfCue[theme],
      label: badgeDoc(badgeOfCue[theme]).title,
      severity,
      path: 'content',
    }));
}

type LetterSignal = keyof typeof letterWeights;

type ColdEvidence = { cues: Tally; letter: Partial<Record<LetterSignal, number>> };

const stretchWords = 250;
const shortWords = 200;
const longestLetterWords = 380;
const selfShareMin = 0.06;
const acquaintance = ['optIn', 'relation', 'circle'] as const satisfies readonly Theme[];
/** From this many signs of a relationship, asking for a reply or a call does not count. */
const knownFrom = 2;
const asking: readonly PitchTheme[] = ['smallTalk', 'smallAsk', 'meeting'];
const replySubject = /^\s*(?:re|fwd?|aw|wg|sv|vs|antw|res|enc|rif|tr|rv)\s*:/i;
const readersWork =
  /company|organi[sz]ation|firma|empresa|entreprise|bedrijf|azienda|website|domain|industry|branche|job_?title|position|competitor/i;
/** Merge fields that only a business with customers, members or pupils has. */
const readersAffairs =
  /order|invoice|plan|trial|renew|expir|course|class|lesson|member|booking|appointment|ticket|balance|points|amount|seat|due|last_?(?:visit|login|purchase)|child|student|number|user_?name|workspace|claim|policy|notice|_id$/i;
/** An unfilled slot, or spintax; code has quotes, colons or semicolons. */
const openSlot = /(?<![{$])\{[\p{L}\d ,.<>%’|/-]{2,100}\}(?!\})/u;
const referenceNumber = /(?:#|\b(?:no|nr|n[ºo°])\.?)\s?\d{3,}/;
// `^` also matches after a lone CR, so the blanks before a bullet must not include one.
const listItem = /^[^\S\n\r\u2028\u2029]*(?:[-–•*·]|\d{1,2}[.)])[^\S\n]/gm;
const listItemsMin = 3;
const selfWords = new Set(
  'i we my our me us im ive id ill weve you your youre ich wir mein unser sie ihr ihre je nous vous votre mon eu nós nos você seu sua yo nosotros usted su tu ik wij we u uw io noi lei suo vostro'.split(
    ' ',
  ),
);

function coldEvidence(mail: SeenMail, hits: readonly PhraseHit[]): ColdEvidence {
  const counts = (theme: Theme): number => Math.max(0, pitchWeights[theme as keyof typeof pitchWeights] ?? 0);
  // A footer says how to unsubscribe. Only a letter asks its reader to answer for that.
  const said = hits.filter(({ at, phrase }) => at < mail.footerFrom || phrase.theme !== 'replyOptOut');
  const cues = densestTally(said, counts, { bodyFrom: mail.bodyFrom, stretchWords });
  for (const theme of acquaintance) {
    const said = new Set(hits.filter(({ phrase }) => phrase.theme === theme).map(({ phrase }) => phrase))
      .size;
    if (said > 0) cues[theme] = said;
  }
  if ((cues.optIn ?? 0) + (cues.relation ?? 0) >= knownFrom) for (const theme of asking) delete cues[theme];
  return { cues, letter: letterOf(mail) };
}

function hasPitch({ cues, letter }: ColdEvidence): boolean {
  if (letter.namesTheirWork !== undefined) return true;
  return pitchThemes.some((theme) => theme !== 'smallTalk' && theme !== 'smallAsk' && (cues[theme] ?? 0) > 0);
}

function letterOf(mail: SeenMail): ColdEvidence['letter'] {
  const letter: ColdEvidence['letter'] = {};
  const words = mail.words.slice(mail.bodyFrom);
  if (words.length <= shortWords) letter.short = 1;
  else if (words.length <= longestLetterWords) letter.short = 0.5;
  const pages = mail.links.filter(({ kind }) => kind === 'web').length;
  if (pages <= 1) letter.fewLinks = 1;
  else if (pages <= 3) letter.fewLinks = 0.5;
  if (mail.html.images === 0) letter.noImage = 1;
  if (mail.text.includes('?') || mail.subject.includes('?')) letter.question = 1;
  const self = words.filter((word) => selfWords.has(word)).length;
  if (words.length > 0 && self / words.length >= selfShareMin) letter.talksOfItself = 1;
  if (replySubject.test(mail.subject)) letter.replySubject = 1;
  if (mail.html.images === 0 && pages <= 3) letter.plainLayout = 1;
  if (mail.fields.some((field) => readersWork.test(field))) letter.namesTheirWork = 1;
  if (openSlot.test(mail.text) || openSlot.test(mail.subject)) letter.openSlot = 1;
  if (mail.fields.some((field) => readersAffairs.test(field))) letter.knowsTheirAffairs = 1;
  if (referenceNumber.test(mail.text)) letter.reference = 1;
  if ((mail.text.match(listItem)?.length ?? 0) >= listItemsMin) letter.listed = 1;
  return letter;
}
