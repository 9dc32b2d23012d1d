import { densestTally, type Tally } from './densest.ts';
import { pitchThemes, type Theme } from './lexicon/lexicon.ts';
import type { PhraseHit } from './phrases.ts';
import type { SeenMail } from './seen-mail.ts';
import { type letterWeights, pitchWeights } from './weights.ts';

type LetterSignal = keyof typeof letterWeights;

export type ColdEvidence = { cues: Tally; letter: Partial<Record<LetterSignal, number>> };

const stretchWords = 250;
const shortWords = 200;
const longestLetterWords = 380;
const selfShareMin = 0.06;
const acquaintance = ['optIn', 'relation', 'circle'] as const satisfies readonly Theme[];
/** From this many signs of a relationship, asking for a reply or a call does not count. */
const knownFrom = 2;
const asking = ['smallTalk', 'smallAsk', 'meeting'] as const satisfies readonly Theme[];
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

export function coldEvidence(mail: SeenMail, hits: readonly PhraseHit[]): ColdEvidence {
  const counts = (theme: Theme): number => Math.max(0, pitchWeights[theme as keyof typeof pitchWeights] ?? 0);
  const cues = densestTally(hits, counts, { bodyFrom: mail.bodyFrom, stretchWords });
  for (const theme of acquaintance) {
    const said = new Set(hits.filter(({ phrase }) => phrase.theme === theme).map(({ phrase }) => phrase))
      .size;
    if (said > 0) cues[theme] = said;
  }
  if ((cues.optIn ?? 0) + (cues.relation ?? 0) >= knownFrom) for (const theme of asking) delete cues[theme];
  return { cues, letter: letterOf(mail) };
}

export function hasPitch({ cues, letter }: ColdEvidence): boolean {
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
