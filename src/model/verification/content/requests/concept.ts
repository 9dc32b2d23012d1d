/** Requests to the reader. Any of them may be honest: the sender and the channel of the answer decide. */
export const requests = [
  'signIn',
  'confirmIdentity',
  'giveBankData',
  'changedBankDetails',
  'payrollChange',
  'giftCards',
  'payInvoice',
  'scanCode',
  'grantAccess',
  'openFile',
  'callNumber',
  'walletPhrase',
  'smallFee',
  'renewMailbox',
  'claimPrize',
  'rescheduleParcel',
  'replyPrivately',
] as const;

/** Approaches of senders who look for business. */
export const approaches = [
  'firstContact',
  'askMeeting',
  'introduceService',
  'followUp',
  'sellList',
  'exchangeLinks',
  'recruit',
] as const;

/** Institutions and people that a mail may claim to come from without a proper name. */
export const voices = [
  'authority',
  'bank',
  'carrier',
  'insurer',
  'provider',
  'exchange',
  'itDesk',
  'staffOffice',
  'boss',
] as const;

/** `deadline` and `threat` press the reader, `warning` explains fraud, `subscribed` names the reason for the mail. */
const circumstances = ['deadline', 'threat', 'warning', 'subscribed'] as const;

export type Request = (typeof requests)[number];
export type Approach = (typeof approaches)[number];
export type Voice = (typeof voices)[number];
export type Concept = Request | Approach | Voice | (typeof circumstances)[number];

/**
 * The phrases of one language by concept, one phrase per line, in ordinary spelling: case and accents are ignored.
 *
 *   confirm/verif* + your account/identity   both parts within `reachCharacters` of each other, in any order
 *   verif*                                   `*` matches any ending of a word; without it the word must be whole
 *   *konto                                   `*` in front matches any beginning, as in compounds and after prefixes
 *
 * In Chinese, Japanese and Thai text, which has no spaces, every part matches anywhere and needs no `*`.
 */
export type ConceptPhrases = Partial<Record<Concept, string>>;
