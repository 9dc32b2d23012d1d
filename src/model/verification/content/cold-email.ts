import { densestTally, type Tally } from './densest.ts';
import { pitchThemes, type Theme } from './lexicon/lexicon.ts';
import type { PhraseHit } from './phrases.ts';
import type { SeenMail } from './seen-mail.ts';
import { type letterWeights, pitchWeights } from './weights.ts';

type LetterSignal = keyof typeof letterWeights;

/** What speaks for or against one stranger writing to another. */
export type ColdEvidence = { cues: Tally; letter: Partial<Record<LetterSignal, number>> };

const stretchWords = 250;
const shortWords = 200;
const longestLetterWords = 380;
const selfShareMin = 0.06;
/** What tells that sender and reader know each other; it counts wherever it stands. */
const acquaintance = ['optIn', 'relation', 'circle'] as const satisfies readonly Theme[];
/** Who is known may be asked for an answer or a call; from so many signs on, asking says nothing. */
const knownFrom = 2;
const asking = ['smallTalk', 'smallAsk', 'meeting'] as const satisfies readonly Theme[];
const replySubject = /^\s*(?:re|fwd?|aw|wg|sv|vs|antw|res|enc|rif|tr|rv)\s*:/i;
/** Merge fields for what a salesman knows of somebody: their company, their site, what they do there. */
const readersWork =
  /company|organi[sz]ation|firma|empresa|entreprise|bedrijf|azienda|website|domain|industry|branche|job_?title|position|competitor/i;
/** And for what only somebody knows whose customer, member or pupil they are. */
const readersAffairs =
  /order|invoice|plan|trial|renew|expir|course|class|lesson|member|booking|appointment|ticket|balance|points|amount|seat|due|last_?(?:visit|login|purchase)|child|student|number|user_?name|workspace|claim|policy|notice|_id$/i;
/** A slot that nobody filled, or words for a machine to choose from; code has quotes, colons or semicolons. */
const openSlot = /(?<![{$])\{[\p{L}\d ,.<>%’|/-]{2,100}\}(?!\})/u;
const referenceNumber = /(?:#|\b(?:no|nr|n[ºo°])\.?)\s?\d{3,}/;
// For `^` a lone CR ends a line as well: what may stand before a mark must not have one.
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

/** Whether anything is offered, asked for or known of the reader, beside the small talk that friends make as well. */
export function offersSomething({ cues, letter }: ColdEvidence): boolean {
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
