import { hasLure, type PhishingEvidence, type StructureSignal } from '../phishing.ts';
import type { SeenMail } from '../seen-mail.ts';
import { listWebLinks } from '../unnamed-sender.ts';
import { askedWeights } from '../weights.ts';
import { type Concept, type Request, requests, voices } from './concept.ts';
import { fitsDomain, isOffice } from './domain-names.ts';
import { type ConceptHit, conceptsIn } from './find-concepts.ts';

/** Signals of the claimed sender, the wording and the channel of the answer. Strengths range from 0 to 1. */
type AskedSignal = Exclude<keyof typeof askedWeights, Request | 'phishingPoint'>;

export type RequestEvidence = {
  requests: ReadonlySet<Request>;
  signals: Partial<Record<AskedSignal, number>>;
};

/**
 * Returns 0 for a mail that asks for nothing, unless its language is not read.
 *
 * @param phishing the total of the phishing score
 */
export function askedTotal(
  { languageUnread }: Pick<SeenMail, 'languageUnread'>,
  { requests: asked, signals }: RequestEvidence,
  phishing: number,
): number {
  if (asked.size === 0 && !languageUnread) return 0;
  const weights: Partial<Record<string, number>> = askedWeights;
  let total = Math.max(0, phishing) * askedWeights.phishingPoint;
  for (const request of asked) total += weights[request] ?? 0;
  for (const [signal, strength] of Object.entries(signals)) total += (strength ?? 0) * (weights[signal] ?? 0);
  return total;
}

/** One warning proves little, because fraudsters write it as well. */
const warningsMax = 3;
const denseWords = 120;
const densePhrasesMax = 4;
/** A longer mail with few phrases is likely to be a newsletter. */
const longWords = 300;
const newsletterPhrasesMax = 2;

const obscuring = ['shortener', 'redirect', 'freeHosting', 'oddPort', 'oddEnding', 'randomHost'] as const;
const pressing: ReadonlySet<Concept> = new Set<Concept>([...requests, 'deadline', 'threat']);

export function requestEvidence(
  mail: SeenMail,
  hits: readonly ConceptHit[],
  phishing: PhishingEvidence,
): RequestEvidence {
  const found = new Set(hits.map(({ phrase }) => phrase.concept));
  const asked = new Set(requests.filter((request) => found.has(request)));
  if (asked.size === 0 && !mail.languageUnread && !hasLure(phishing)) return { requests: asked, signals: {} };
  const { structure } = phishing;
  const signals: RequestEvidence['signals'] = {};
  const note = (signal: AskedSignal, strength: number | boolean | undefined): void => {
    const measured = Number(strength ?? 0);
    if (measured > 0) signals[signal] = measured;
  };
  const { replyDomain } = mail;
  // An answer that goes elsewhere must reach the same company.
  const fits = [mail.senderDomain, replyDomain ?? mail.senderDomain].every((domain) =>
    fitsDomain(mail.name, domain),
  );
  note('fits', fits);
  note('nameless', !mail.namesSender);
  note('strangeName', structure.strangeName);
  note(
    'brand',
    Math.max(structure.brandInName ?? 0, structure.brandInSubject ?? 0, structure.brandInBody ?? 0),
  );
  note('institution', !fits && !isOffice(mail.senderHost) && namesInstitution(mail.nameWords));
  note('lookalike', structure.lookalikeSender ?? structure.borrowedName);
  const pages = listWebLinks(mail);
  note(
    'obscuredLink',
    obscuring.some((signal: StructureSignal) => structure[signal] !== undefined),
  );
  note('otherReply', replyDomain !== null);
  note('replyOnly', pages.length === 0);
  note('picture', mail.html.images > 0 && pages.length === 0);
  for (const concept of ['deadline', 'subscribed'] as const) note(concept, found.has(concept));
  const warnings = hits.filter(({ phrase }) => phrase.concept === 'warning').length;
  note('warning', Math.min(warnings, warningsMax) / warningsMax);
  const pressure = hits.filter(({ phrase }) => pressing.has(phrase.concept));
  const phrases = densestPhrases(pressure);
  note(
    'inSubject',
    pressure.some(({ at }) => at < mail.bodyFrom),
  );
  note('dense', Math.min(phrases, densePhrasesMax) / densePhrasesMax);
  note('sparse', mail.words.length - mail.bodyFrom > longWords && phrases <= newsletterPhrasesMax);
  return { requests: asked, signals };
}

function namesInstitution(name: readonly string[]): boolean {
  const named = new Set(conceptsIn(name).map(({ phrase }) => phrase.concept));
  return voices.some((voice) => named.has(voice));
}

/** Counts the different phrases in the `denseWords` words with the most, up to `densePhrasesMax`. */
function densestPhrases(hits: readonly ConceptHit[]): number {
  let most = 0;
  for (let from = 0, to = 0; to < hits.length && most < densePhrasesMax; to += 1) {
    while (hits[to]!.at - hits[from]!.at > denseWords) from += 1;
    if (to - from + 1 > most)
      most = Math.max(most, new Set(hits.slice(from, to + 1).map(({ phrase }) => phrase)).size);
  }
  return most;
}
