import { hasLexicon } from '../lexicon/index.ts';
import type { Theme } from '../lexicon/lexicon.ts';
import type { PhraseHit, ThemedPhrase } from '../phrases.ts';
import type { Concept } from './concept.ts';
import type { ConceptHit, ConceptPhrase } from './find-concepts.ts';

/** The theme that a concept counts as in a language that has concepts and no lexicon. */
const themeOf: Partial<Record<Concept, Theme>> = {
  signIn: 'credential',
  confirmIdentity: 'credential',
  renewMailbox: 'renewal',
  giveBankData: 'payment',
  payInvoice: 'payment',
  smallFee: 'payment',
  openFile: 'document',
  callNumber: 'callback',
  walletPhrase: 'wallet',
  claimPrize: 'prize',
  rescheduleParcel: 'delivery',
  threat: 'threat',
  deadline: 'urgency',
  warning: 'warning',
  subscribed: 'relation',
  firstContact: 'introduction',
  askMeeting: 'meeting',
  introduceService: 'pitch',
  followUp: 'bump',
  sellList: 'listSale',
  exchangeLinks: 'linkBuilding',
  recruit: 'recruiting',
};

/** Returns the concepts of the mail's language as themes. None if its language has a lexicon. */
export function asThemes(hits: readonly ConceptHit[]): PhraseHit[] {
  const language = languageOf(hits);
  if (language === null || hasLexicon(language)) return [];
  return hits.flatMap(({ at, phrase }) => {
    const theme = themeOf[phrase.concept];
    return theme === undefined || phrase.language !== language ? [] : [{ at, phrase: themed(phrase, theme) }];
  });
}

/** Returns the language with the most different phrases, since languages share words. A language with a lexicon wins a tie. */
function languageOf(hits: readonly ConceptHit[]): string | null {
  const counts = new Map<string, number>();
  for (const { language } of new Set(hits.map(({ phrase }) => phrase))) {
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const ranked = [...counts].sort(
    ([a, first], [b, second]) => second - first || Number(hasLexicon(b)) - Number(hasLexicon(a)),
  );
  return ranked[0]?.[0] ?? null;
}

const themes = new WeakMap<ConceptPhrase, ThemedPhrase>();

/** Returns the same object for a phrase each time, because repeats of one phrase count once. */
function themed(phrase: ConceptPhrase, theme: Theme): ThemedPhrase {
  const known = themes.get(phrase) ?? { theme, strength: 1 };
  themes.set(phrase, known);
  return known;
}
