import { z } from 'zod';
import { stoppedSendWarnings } from '../approval/stopped-sends.ts';
import { readDates } from './read-date.ts';

/** Each row has exactly one result. */
export const rowFates = [
  'created',
  'updated',
  'unchanged',
  'skipped',
  'duplicates',
  'invalid',
  'refused',
] as const;
export type RowFate = (typeof rowFates)[number];

export type ImportCounts = Record<RowFate, number> & {
  rows: number;
  pending: number;
  /** Pending subscribers who are not test recipients; missing in counts of earlier releases. */
  pendingReal?: number;
  /** Imported addresses that are or become suppressed, and get no mail. */
  suppressed: number;
  stopped: number;
  /** Known subscribers who remain unsubscribed, bounced or complained; missing in counts of earlier releases. */
  inactive?: number;
  reasons: Record<string, number>;
  leftOut: Record<string, number>;
  /** Signs of a purchased list; see `warnOfPurchasedList`. */
  roleAddresses: number;
  unlikelyAddresses: number;
  withoutConsent: number;
  /** Changed recipients of approved campaigns and workflows, by id. Undefined if there are none. */
  stoppedSends?: Record<string, number>;
  /** Transactions with more approved campaigns and workflows than are checked. Undefined if there are none. */
  stoppedSendsUnchecked?: number;
};

export function noCounts(): ImportCounts {
  return {
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    duplicates: 0,
    invalid: 0,
    refused: 0,
    pending: 0,
    pendingReal: 0,
    suppressed: 0,
    stopped: 0,
    inactive: 0,
    reasons: {},
    leftOut: {},
    roleAddresses: 0,
    unlikelyAddresses: 0,
    withoutConsent: 0,
  };
}

export function countIn(amounts: Record<string, number>, name: string): void {
  amounts[name] = (amounts[name] ?? 0) + 1;
}

export function countLeftOut({ leftOut }: Pick<ImportCounts, 'leftOut'>): number {
  return Object.values(leftOut).reduce((sum, amount) => sum + amount, 0);
}

export function addedCounts(a: ImportCounts, b: ImportCounts): ImportCounts {
  const sum = { ...a };
  for (const [name, amount] of Object.entries(b)) {
    if (typeof amount === 'number') sum[name as RowFate] = (sum[name as RowFate] ?? 0) + amount;
  }
  sum.reasons = addedAmounts(a.reasons, b.reasons);
  sum.leftOut = addedAmounts(a.leftOut, b.leftOut);
  if (a.stoppedSends || b.stoppedSends) {
    sum.stoppedSends = addedAmounts(a.stoppedSends ?? {}, b.stoppedSends ?? {});
  }
  return sum;
}

function addedAmounts(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...a };
  for (const [name, amount] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + amount;
  return sum;
}

export const Counts = z.object({
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int().describe('Existing subscribers skipped by on_conflict: skip'),
  duplicates: z.int().describe('Rows that repeat an earlier address'),
  invalid: z.int(),
  refused: z.int().describe('Valid rows without consent or over a limit'),
  pending: z.int().describe('Created subscribers who must confirm first'),
  suppressed: z.int().describe('Imported subscribers whose address is suppressed'),
  stopped: z
    .int()
    .describe('Created and updated subscribers that the file makes UNSUBSCRIBED, BOUNCED or COMPLAINED'),
  inactive: z
    .int()
    .describe('Updated and unchanged subscribers who remain unsubscribed, bounced or complained'),
  reasons: z.record(z.string(), z.int()).describe('Counts of invalid and refused rows by reason'),
  left_out: z.record(z.string(), z.int()).describe('Counts of omitted values by field'),
});

export function countsAnswer(counts: ImportCounts): z.infer<typeof Counts> {
  const {
    leftOut,
    pendingReal: _,
    roleAddresses: __,
    unlikelyAddresses: ___,
    withoutConsent: ____,
    stoppedSends: _____,
    stoppedSendsUnchecked: ______,
    ...shown
  } = counts;
  return { ...shown, inactive: shown.inactive ?? 0, left_out: leftOut };
}

export function explainedCounts(counts: ImportCounts): string[] {
  const { stopped, leftOut, stoppedSends = {}, stoppedSendsUnchecked = 0 } = counts;
  const sentences = stoppedSendWarnings({
    people: stoppedSends,
    repeated: [],
    isComplete: stoppedSendsUnchecked === 0,
  });
  if (stopped > 0) {
    const people = stopped === 1 ? '1 person' : `${stopped.toLocaleString('en')} people`;
    sentences.push(
      `stopped: ${people}, by the file UNSUBSCRIBED, BOUNCED or COMPLAINED, who were not before; they get no campaigns`,
    );
  }
  const dates = leftOut['consent.at'] ?? 0;
  if (dates > 0) {
    const rows = dates === 1 ? 'date of 1 row is' : `dates of ${dates.toLocaleString('en')} rows are`;
    sentences.push(`consent.at: the ${rows} not read. ${readDates}`);
  }
  return sentences;
}

const partOfRolesMax = 0.1;
const partUnlikelyMax = 0.05;
/** Shares of fewer rows are not significant. */
const judgedRowsMin = 20;

export function warnOfPurchasedList(counts: ImportCounts, hasStatement: boolean): string[] {
  const { rows, invalid, roleAddresses, unlikelyAddresses, withoutConsent } = counts;
  const percent = (part: number): string => `${Math.round((part / rows) * 100)} %`;
  const warnings: string[] = [];
  const isJudged = rows >= judgedRowsMin;
  if (isJudged && roleAddresses / rows > partOfRolesMax) {
    warnings.push(
      `${percent(roleAddresses)} are role addresses such as info@: lists that were bought or collected have many`,
    );
  }
  if (isJudged && unlikelyAddresses / rows > partUnlikelyMax) {
    warnings.push(
      `${percent(unlikelyAddresses)} look undeliverable (unreadable, of a reserved domain, or suppressed): more than 5 % harms the reputation of a sender`,
    );
  }
  if (!hasStatement && withoutConsent > 0 && withoutConsent >= rows - invalid) {
    warnings.push('Nothing states how these people agreed to get mail: pass consent, or map columns for it');
  }
  return warnings;
}
