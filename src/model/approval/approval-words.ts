import type { SendPreview } from '../sending/send-preview.ts';
import type { Approval } from './approval.ts';

/**
 * The words of a question to a person. Data and not functions, because the page, the terminal, the form of a client and the
 * app, which is a program for a browser, say the same in each their own markup. `{…}` is a slot; `filled` fills it.
 */
export const approvalWords = {
  asked: 'Asked by {who}, {at}.',
  operator: 'the operator’s assistant',
  token: 'token {name}',
  program: '{who}, program {client}',
  by: 'by {name}',
  atTerminal: 'at the terminal',
  decidedAt: '{by}, {at}',
  withWords: '{by}, with the words {word}',
  decideOnPage: 'Look at it and decide',
  deciders: 'People with the role approver decide this.',
} as const;

/** How a question stands, with what came of a yes. */
export type Standing = Exclude<Approval['status'], 'used'> | 'running' | 'done' | 'refused';

export const standingSentences: Readonly<Record<Standing, string>> = {
  pending: 'Open until {until}.',
  expired: 'It was not decided in time, and nothing was done.',
  declined: 'Declined {by}.',
  approved: 'Approved {by}. It goes through once its assistant calls again.',
  running: 'Approved {by}. It is being carried out.',
  done: 'Approved {by}. It was done.',
  refused: 'Approved {by}. It was refused then: {outcome}.',
};

/** The same where there is room for a few words. */
export const standingLabels: Readonly<Record<Standing, string>> = {
  pending: 'pending',
  expired: 'expired',
  declined: 'declined',
  approved: 'approved',
  running: 'approved, being carried out',
  done: 'approved, done',
  refused: 'approved, refused: {outcome}',
};

export function standingOf({ status, outcome }: Pick<Approval, 'status' | 'outcome'>): Standing {
  if (status !== 'used') return status;
  if (outcome === 'done') return 'done';
  return outcome === null ? 'running' : 'refused';
}

/** The facts of a preview, in their order. */
export const factLabels = {
  recipients: 'People',
  audience: 'Audience',
  ab_test: 'A/B test',
  scheduled_at: 'When',
  delivery: 'Delivery',
  from: 'From',
  reply_to: 'Replies go to',
  subjects: 'Subject',
  skipped: 'Skipped',
  badges: 'Noticed',
  warnings: 'Note',
} as const;

export const factWords = {
  title: 'What it does',
  /** The people of a workflow that is to run. */
  fromNowOn: 'everyone who meets its trigger from now on; {count} at once',
  /** The people of a link that is redirected. */
  sentBefore: '{count} who have the link in their mail',
  whole: 'All {count}',
  result: 'Result',
  to: 'To',
  atLeast: 'at least {count}',
  more: '{shown} and {count} more',
  others: 'and {count} more',
  moreMails: 'and {count} more mails',
  /** After the notes that stand beside a link to the page. */
  moreNotes: 'and {count} more notes; the approval page shows them',
  /** After a sentence that a form has no room for. */
  cut: '({count} characters in all, cut for this form)',
  /** At the end of a form that does not show everything. */
  restOnPage:
    'This form does not show everything. To see all of it, choose to decide at the console: the page and “posthouse approvals show” have the rest.',
  cutBesidePage: '({count} characters in all; the approval page shows them)',
  atOnce: 'at once',
} as const;

export const deliverySentences: Readonly<Record<SendPreview['delivery'], string>> = {
  live: 'Live: goes to real mailboxes',
  test: 'Test: nothing leaves the server',
  captured: 'Captured: kept here, nothing leaves the server',
  mixed: 'Mixed: some of it goes to real mailboxes',
};

/** Before what a mail says: to all alike, or to the one whose values fill it. */
export const textWords = {
  whole: 'It says',
  cut: 'It begins',
  wholeFor: 'For {address} it says',
  cutFor: 'For {address} it begins',
  none: 'It has no text.',
} as const;

/** The parts of a sentence in their order: ours, and the values in its slots. */
export function filled<Value>(
  sentence: string,
  values: Readonly<Record<string, Value>>,
): readonly (string | Value)[] {
  return sentence.split(slot).map((part, at) => (at % 2 === 1 ? values[part]! : part));
}

/** Splits a sentence so that every second part is the name of a slot. */
const slot = /\{(\w+)\}/;

/** The same where the values are text. */
export function sentence(words: string, values: Readonly<Record<string, string>>): string {
  return filled(words, values).join('');
}
