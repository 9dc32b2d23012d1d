import type { ApprovedDelivery } from '../campaign/campaign.ts';
import { dayMs } from '../instant.ts';
import type { Rule } from '../segment/rule.ts';
import type { CauseChain } from '../sending/mail-cause.ts';
import type { Badge } from '../verification/content/verdict.ts';
import type { Definition } from './definition.ts';

export const workflowStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

export type WorkflowMove = 'activate' | 'pause' | 'resume' | 'archive' | 'restore';

const moves: Readonly<Record<WorkflowStatus, Partial<Record<WorkflowMove, WorkflowStatus>>>> = {
  DRAFT: { activate: 'ACTIVE', archive: 'ARCHIVED' },
  // Activated again, it gets a new version.
  ACTIVE: { activate: 'ACTIVE', pause: 'PAUSED', archive: 'ARCHIVED' },
  PAUSED: { activate: 'ACTIVE', resume: 'ACTIVE', archive: 'ARCHIVED' },
  ARCHIVED: { restore: 'DRAFT' },
};

/** The status a move leads to; null where the table has no such move. */
export function nextWorkflowStatus(from: WorkflowStatus, move: WorkflowMove): WorkflowStatus | null {
  return moves[from][move] ?? null;
}

/** A workflow as stored. Instants are epoch milliseconds. */
export type WorkflowRecord = {
  /** The internal key; never shown. */
  key: number;
  id: string;
  name: string;
  description: string | null;
  status: WorkflowStatus;
  /** The draft: what the next activation freezes. */
  definition: Definition;
  /** What new runs follow; null before the first activation. */
  version: number | null;
  /** How many versions were frozen. */
  versions: number;
  /** Why it paused itself. */
  problem: string | null;
  /** The token that activated it: what holds it to a domain, to recipients or to a cap holds for the mails too. */
  token: number | null;
  /** What its mail was to become when that was approved or accepted unasked; null where it is held to nothing. */
  approvedDelivery: ApprovedDelivery | null;
  /** The call that activated it; null before that and for a workflow of an earlier version. */
  cause: CauseChain | null;
  /** Grows with every edit. */
  revision: number;
  createdAt: number;
  updatedAt: number;
  activatedAt: number | null;
  /** When its approval was shown, or its activation without one; null for a workflow of an earlier version. */
  approvedAt: number | null;
  pausedAt: number | null;
  /** How long it stood still in all pauses that are over. */
  pausedMs: number;
  /** Runs of versions before it follow it. */
  movesTo: number;
  /** Runs up to this key are to be ended, and why; null when none are. */
  ending: { through: number; because: 'cancelled' | 'version_ended' } | null;
  backfill: Backfill | null;
  /** A deleted workflow cannot be found, but its runs still reference it. */
  deletedAt: number | null;
};

/** People who are in already, as they are let in: keys of subscribers from `through` up to `until`. */
export type Backfill = {
  rule: Rule | null;
  through: number;
  until: number;
  /** How many were begun, and at most how many were approved; null for any number. */
  begun: number;
  most: number | null;
};

/** The version that a run follows: the one it began in, unless its workflow moved its runs to a later one. */
export function versionOf(
  { movesTo }: Pick<WorkflowRecord, 'movesTo'>,
  { version }: { version: number },
): number {
  return Math.max(version, movesTo);
}

/** A definition as it was activated. It never changes. */
export type WorkflowVersion = {
  workflow: number;
  version: number;
  definition: Definition;
  /** By the key of the step. */
  mails: Readonly<Record<string, VersionMail>>;
  createdAt: number;
};

/** A mail step as it was frozen. */
export type VersionMail = {
  /** The sender as it was verified. */
  from: string;
  /** The id of its body among those that many mails share. */
  body: string;
  badges: readonly Badge[];
};

export const workflowsMax = 200;

/** Runs are kept this long after they ended; a person may go through a ONCE workflow again then. */
export const runsKeptMs = 400 * dayMs;
