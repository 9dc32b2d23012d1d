/** Phishing themes: the beliefs and actions that a phisher wants from the reader. */
export const lureThemes = [
  'credential',
  'wallet',
  'threat',
  'payment',
  'renewal',
  'delivery',
  'prize',
  'advanceFee',
  'callback',
  'refund',
  'extortion',
  'profit',
  'document',
] as const;
export const pitchThemes = [
  'pitch',
  'meeting',
  'probe',
  'bump',
  'acquiredList',
  'listSale',
  'linkBuilding',
  'recruiting',
  'fundraising',
  'noRelationship',
  'smallTalk',
  'introduction',
  'readersBusiness',
  'trade',
  'proof',
  'smallAsk',
  'replyOptOut',
  'flattery',
] as const;
const otherThemes = [
  'urgency',
  'callToAction',
  'anyonesGreeting',
  'optIn',
  'relation',
  'circle',
  'warning',
] as const;

type LureTheme = (typeof lureThemes)[number];
export type PitchTheme = (typeof pitchThemes)[number];
export type Theme = LureTheme | PitchTheme | (typeof otherThemes)[number];

/**
 * The phrases of one language, one per line, in ordinary spelling: case and accents are ignored.
 *
 *   verify/confirm your ~ account     `a/b` is either word, `~` up to three words of any kind
 *   suspend* your account             `*` matches any ending (after at least three letters)
 *   ! next of kin                     significant enough to count twice
 */
export type Lexicon = Partial<Record<Theme, string>>;
