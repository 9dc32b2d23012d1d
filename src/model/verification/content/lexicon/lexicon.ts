/**
 * What a phrase speaks of. The first group is what a swindler needs the reader to believe or to do, the second how
 * somebody approaches a stranger, the third what tells for the sender.
 */
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
 * The phrases of one language, one a line, written as anybody would: case and accents do not matter.
 *
 *   verify/confirm your ~ account     `a/b` is either word, `~` up to three words of any kind
 *   suspend* your account             `*` stands for any ending (of a beginning of three letters at least)
 *   ! next of kin                     says so much that it counts twice
 */
export type Lexicon = Partial<Record<Theme, string>>;
