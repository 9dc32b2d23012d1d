import { densestTally, type Tally } from './densest.ts';
import type { Theme } from './lexicon/lexicon.ts';
import type { PhraseHit } from './phrases.ts';
import type { SeenMail } from './seen-mail.ts';
import { type letterWeights, pitchWeights } from './weights.ts';

export type LetterSignal = keyof typeof letterWeights;

/** What speaks for or against one stranger writing to another. */
export type ColdEvidence = { cues: Tally; letter: Partial<Record<LetterSignal, number>> };

const stretchWords = 250;
const shortWords = 200;
const longestLetterWords = 380;
const selfShareMin = 0.06;
const replySubject = /^\s*(?:re|fwd?|aw|wg|sv|vs|antw|res|enc|rif|tr|rv)\s*:/i;
/** Merge fields for what a salesman knows of somebody: their company, their site, what they do there. */
const readersWork =
  /company|organi[sz]ation|firma|empresa|entreprise|bedrijf|azienda|website|domain|industry|branche|job_?title|position|competitor/i;
const selfWords = new Set(
  'i we my our me us im ive id ill weve you your youre ich wir mein unser sie ihr ihre je nous vous votre mon eu nós nos você seu sua yo nosotros usted su tu ik wij we u uw io noi lei suo vostro'.split(
    ' ',
  ),
);

export function coldEvidence(mail: SeenMail, hits: readonly PhraseHit[]): ColdEvidence {
  const counts = (theme: Theme): number => Math.max(0, pitchWeights[theme as keyof typeof pitchWeights] ?? 0);
  const cues = densestTally(hits, counts, { bodyFrom: mail.bodyFrom, stretchWords });
  const consent = new Set(hits.filter(({ phrase }) => phrase.theme === 'optIn').map(({ phrase }) => phrase))
    .size;
  if (consent > 0) cues.optIn = Math.min(consent, 3);
  return { cues, letter: letterOf(mail) };
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
  return letter;
}
