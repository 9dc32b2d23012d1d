import type { SendPreview } from '../sending/send-preview.ts';
import { type Approval, contentReview } from './approval.ts';

/** Texts of an approval request, as data, because page, terminal, form and browser app share them. */
export const approvalWords = {
  asked: 'Asked by {who}, {at}.',
  operator: 'the operator’s assistant',
  token: 'token {name}',
  program: '{who}, program {client}',
  by: 'by {name}',
  atTerminal: 'at the terminal',
  decidedAt: '{by}, {at}',
  withWords: '{by}, with the note {word}',
  decideOnPage: 'Review and decide',
  deciders: 'People with the role approver can decide this.',
} as const;

/** Status of a request, including the result of an approved call. */
export type DisplayStatus = Exclude<Approval['status'], 'used'> | 'released' | 'running' | 'done' | 'refused';

export const statusSentences: Readonly<Record<DisplayStatus, string>> = {
  pending: 'Open until {until}.',
  expired: 'The request expired without a decision, and nothing was done.',
  declined: 'Declined {by}.',
  approved: 'Approved {by}. It runs when the assistant makes the call again.',
  released: 'Released {by}. The organization can send this content until {until}.',
  running: 'Approved {by}. It is running.',
  done: 'Approved {by}. It succeeded.',
  refused: 'Approved {by}. It was refused when it ran: {outcome}.',
};

export const statusLabels: Readonly<Record<DisplayStatus, string>> = {
  pending: 'pending',
  expired: 'expired',
  declined: 'declined',
  approved: 'approved',
  released: 'released',
  running: 'approved, running',
  done: 'approved, done',
  refused: 'approved, refused: {outcome}',
};

export function displayStatus({
  status,
  outcome,
  tool,
}: Pick<Approval, 'status' | 'outcome' | 'tool'>): DisplayStatus {
  if (status === 'approved' && tool === contentReview.tool) return 'released';
  if (status !== 'used') return status;
  if (outcome === 'done') return 'done';
  return outcome === null ? 'running' : 'refused';
}

/** In display order. */
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
  badges: 'Findings',
  warnings: 'Notes',
} as const;

export const factWords = {
  title: 'Effect',
  /** Recipients of a workflow that will run. */
  fromNowOn: 'everyone who triggers it from now on; {count} immediately',
  /** Recipients of a redirected link. */
  sentBefore: '{count} who have already received the link',
  whole: 'All {count}',
  result: 'Result',
  to: 'To',
  atLeast: 'at least {count}',
  more: '{shown} and {count} more',
  others: 'and {count} more',
  moreMails: 'and {count} more mails',
  /** Follows the notes next to a link to the page. */
  moreNotes: 'and {count} more notes; the approval page shows them',
  /** Follows a sentence that was cut in a form. */
  cut: '({count} characters in all, cut for this form)',
  /** Ends a form that is incomplete. */
  restOnPage:
    'This form does not show everything. To see the rest, choose to decide at the console, or run “posthouse approvals show”.',
  cutBesidePage: '({count} characters in all; the approval page shows them)',
  atOnce: 'immediately',
} as const;

export const deliverySentences: Readonly<Record<SendPreview['delivery'], string>> = {
  live: 'Live: goes to real mailboxes',
  test: 'Test: nothing leaves the server',
  captured: 'Captured: kept here, nothing leaves the server',
  mixed: 'Mixed: some of it goes to real mailboxes',
};

/** Precedes the text of a mail, which is the same for all recipients or filled for one. */
export const textWords = {
  whole: 'Text',
  cut: 'Beginning of the text',
  wholeFor: 'Text for {address}',
  cutFor: 'Beginning of the text for {address}',
  none: 'The mail has no text.',
} as const;

/** Returns our texts and the slot values in order. */
export function filled<Value>(
  sentence: string,
  values: Readonly<Record<string, Value>>,
): readonly (string | Value)[] {
  return sentence.split(slot).map((part, at) => (at % 2 === 1 ? values[part]! : part));
}

/** Every second part of the split sentence is a slot name. */
const slot = /\{(\w+)\}/;

export function sentence(words: string, values: Readonly<Record<string, string>>): string {
  return filled(words, values).join('');
}
