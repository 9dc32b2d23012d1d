/**
 * How much each signal counts. Set and reviewed by hand; `npm run verify:fit` prints what a fit would say beside it.
 * A lure or a cue counts as often as it is found in its densest place, up to `repeats`.
 */

/** What is asked or claimed, in words. */
export const lureWeights = {
  credential: 1,
  wallet: 1,
  threat: 0.9,
  payment: 0.7,
  renewal: 0.8,
  delivery: 0.8,
  prize: 0.9,
  advanceFee: 1.3,
  callback: 0.8,
  refund: 0.7,
  extortion: 1.4,
  profit: 0.8,
  document: 0.6,
  urgency: 0.4,
  callToAction: 0.4,
  anyonesGreeting: 0.5,
  warning: -1.2,
  optIn: -0.3,
} as const;

/** How the mail is made: where it leads, and whose it claims to be. */
export const structureWeights = {
  brandInName: 2.2,
  brandInSubject: 1.4,
  brandInBody: 0.9,
  lookalikeSender: 3,
  lookalikeLink: 2.5,
  borrowedName: 0.9,
  nothingOfTheSender: 1,
  allLeadsElsewhere: 0.6,
  shortener: 1.2,
  redirect: 0.8,
  freeHosting: 1,
  oddEnding: 0.8,
  randomHost: 0.8,
  foreignLetters: 1,
  oddPort: 1.2,
  download: 1,
  linkTextMismatch: 1.2,
  imageOnly: 1.4,
  hiddenText: 1.2,
  invisibleCharacters: 1.2,
  homoglyphs: 1.4,
  bidiOverride: 1.5,
  splitWords: 1.4,
  form: 0.6,
  personalMailbox: 1.2,
  phoneNumber: 0.6,
  coinAddress: 1,
  oddSender: 0.8,
  loadsPage: 1.6,
} as const;

export const phishingThresholds = {
  campaign: { total: 3.8, lexical: 0.8, structure: 0.6, structureAlone: 4 },
  transactional: { total: 4.6, lexical: 1.2, structure: 0.6, structureAlone: 5 },
} as const;

/** How a stranger is approached. */
export const pitchWeights = {
  pitch: 0.9,
  meeting: 1.2,
  probe: 1.5,
  bump: 1.2,
  acquiredList: 1.6,
  listSale: 1.3,
  linkBuilding: 1.2,
  recruiting: 1.2,
  fundraising: 1.2,
  noRelationship: 0.8,
  smallTalk: 0.6,
  optIn: -1.5,
} as const;

/** What a letter to one person looks like. */
export const letterWeights = {
  short: 1,
  fewLinks: 0.6,
  noImage: 1,
  question: 0.3,
  talksOfItself: 0.4,
  replySubject: 0.8,
  plainLayout: 0.4,
  namesTheirWork: 0.8,
} as const;

export const coldThresholds = { total: 4.4, cues: 0.6, letter: 2.4 } as const;

/** Each kind of phrase counts at most so often. */
export const repeats = 3;
