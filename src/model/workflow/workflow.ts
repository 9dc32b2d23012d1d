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
  /** Grows with every edit. */
  revision: number;
  createdAt: number;
  updatedAt: number;
  activatedAt: number | null;
  pausedAt: number | null;
  /** How long it stood still in all pauses that are over. */
  pausedMs: number;
};

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
