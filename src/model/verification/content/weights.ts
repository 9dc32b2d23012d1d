/**
 * Weights of signals. The phishing weights follow a fit to mail with five senders each, so that a clumsy From
 * line proves nothing; `npm run verify:fit` prints a new fit for comparison. Lures and cues count by their
 * occurrences in the densest window, up to `repeats`.
 */

export const lureWeights = {
  credential: 1.2,
  wallet: 1.6,
  threat: 0.4,
  payment: 0.8,
  renewal: 1.3,
  delivery: 0.6,
  prize: 0.9,
  advanceFee: 1.7,
  callback: 0.6,
  refund: 0.5,
  extortion: 1.4,
  profit: 1.1,
  document: 0.9,
  urgency: 0.8,
  callToAction: 0.3,
  anyonesGreeting: 0.5,
  warning: -1.6,
  optIn: -0.8,
} as const;

export const structureWeights = {
  brandInName: 2.4,
  brandInSubject: 1.5,
  brandInBody: 1.5,
  lookalikeSender: 3.2,
  lookalikeLink: 2.5,
  borrowedName: 1.2,
  nothingOfTheSender: 0.7,
  allLeadsElsewhere: 0.1,
  shortener: 1.7,
  redirect: 1.2,
  freeHosting: 0.7,
  oddEnding: 1.2,
  randomHost: 0.8,
  foreignLetters: 1.1,
  oddPort: 1.3,
  download: 1,
  linkTextMismatch: 1,
  imageOnly: 1.7,
  invisibleCharacters: 1.2,
  homoglyphs: 1.6,
  bidiOverride: 1.5,
  splitWords: 1.5,
  form: 0.1,
  personalMailbox: 1.6,
  phoneNumber: 0.4,
  coinAddress: 1,
  oddSender: 1.2,
  loadsPage: 1.1,
  strangeName: 1,
  senderUnmentioned: 1,
  randomCode: 0.6,
  nameWithSigns: 0.5,
  shoutedSubject: 0.6,
  mailboxInSubject: 0.7,
  oneTarget: 0.3,
  greatSum: 0.7,
} as const;

/** Blocks at `total` with a lure or a brand's name and at least `structure`, or at `structureAlone`. */
export const phishingThresholds = {
  campaign: { total: 5.4, structure: 0.4, structureAlone: 5.4 },
  transactional: { total: 5.6, structure: 0.4, structureAlone: 6.2 },
} as const;

export const pitchWeights = {
  pitch: 1.1,
  meeting: 0.8,
  probe: 1.1,
  bump: 1.1,
  acquiredList: 1.2,
  listSale: 1.2,
  linkBuilding: 1.1,
  recruiting: 1,
  fundraising: 1,
  noRelationship: 0.9,
  smallTalk: 0.6,
  introduction: 0.8,
  readersBusiness: 0.5,
  trade: 0.5,
  proof: 0.6,
  smallAsk: 0.7,
  replyOptOut: 0.6,
  flattery: 0.5,
  optIn: -0.9,
  relation: -1.5,
  circle: -0.6,
} as const;

export const letterWeights = {
  short: 0.5,
  fewLinks: 0.6,
  noImage: 0.9,
  question: 0.5,
  talksOfItself: 0.4,
  replySubject: 0.6,
  plainLayout: 0.6,
  namesTheirWork: 0.8,
  openSlot: 0.8,
  knowsTheirAffairs: -0.8,
  reference: -0.5,
  listed: -0.3,
} as const;

/** `smallTalk` is the total for a letter without other content. `review` is for letters without a sign of a relationship. */
export const coldThresholds = {
  total: 4.6,
  smallTalk: 6.3,
  cues: 0.4,
  letter: 1.7,
  review: 4.2,
} as const;

export const repeats = 3;

/**
 * Weights of a request: whose voice, how it asks, where the answer goes. Fitted with fixed signs to written mail in many
 * languages and to the learning half of a corpus. `phishingPoint` counts each point of the phishing total.
 */
export const askedWeights = {
  fits: -3.6,
  nameless: 1.9,
  strangeName: 1.2,
  institution: 1.2,
  lookalike: 0.4,
  brand: 0.3,
  obscuredLink: 2.2,
  otherReply: 1.8,
  replyOnly: 0.3,
  picture: 0.8,
  deadline: 0.4,
  warning: -3,
  subscribed: -0.6,
  inSubject: 0.7,
  dense: 0.3,
  sparse: -2.2,
  grantAccess: 1.5,
  replyPrivately: 0.9,
  giveBankData: 0.5,
  smallFee: 0.4,
  rescheduleParcel: 0.3,
  phishingPoint: 0.8,
} as const;

/** A block also needs a request in the subject, or `dense` for two phrases close together. */
export const askedThresholds = { block: 4.8, review: 3.3, dense: 0.5 } as const;
