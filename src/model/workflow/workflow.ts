import type { ApprovedDelivery } from '../campaign/campaign.ts';
import { dayMs } from '../instant.ts';
import type { Rule } from '../segment/rule.ts';
import type { CauseChain } from '../sending/mail-cause.ts';
import type { MailTemplate } from '../template/template.ts';
import type { Badge } from '../verification/content/verdict.ts';
import type { Definition } from './definition.ts';

export const workflowStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

export type WorkflowMove = 'activate' | 'pause' | 'resume' | 'archive' | 'restore';

const moves: Readonly<Record<WorkflowStatus, Partial<Record<WorkflowMove, WorkflowStatus>>>> = {
  DRAFT: { activate: 'ACTIVE', archive: 'ARCHIVED' },
  // Activating again creates a new version.
  ACTIVE: { activate: 'ACTIVE', pause: 'PAUSED', archive: 'ARCHIVED' },
  PAUSED: { activate: 'ACTIVE', resume: 'ACTIVE', archive: 'ARCHIVED' },
  ARCHIVED: { restore: 'DRAFT' },
};

export function nextWorkflowStatus(from: WorkflowStatus, move: WorkflowMove): WorkflowStatus | null {
  return moves[from][move] ?? null;
}

export type WorkflowRecord = {
  key: number;
  id: string;
  name: string;
  description: string | null;
  status: WorkflowStatus;
  /** The draft, frozen at the next activation. */
  definition: Definition;
  /** Version for new runs; null before the first activation. */
  version: number | null;
  versions: number;
  /** Reason for an automatic pause. */
  problem: string | null;
  /** The activating token. Its restrictions (domain, recipients, caps) also apply to the workflow's mail. */
  token: number | null;
  /** Approved delivery, also without asking; null if nothing restricts it. */
  approvedDelivery: ApprovedDelivery | null;
  /** The activating call; null before activation and for workflows of earlier releases. */
  cause: CauseChain | null;
  revision: number;
  createdAt: number;
  updatedAt: number;
  activatedAt: number | null;
  /** Time at which the approval was shown, or of an activation without approval; null for earlier releases. */
  approvedAt: number | null;
  pausedAt: number | null;
  /** Total length of all finished pauses. */
  pausedMs: number;
  /** Runs of earlier versions follow this version. */
  movesTo: number;
  /** Runs up to the key `through` are to be ended. */
  ending: { through: number; because: 'cancelled' | 'version_ended' } | null;
  backfill: Backfill | null;
  /** A deleted workflow cannot be found, but its runs still reference it. */
  deletedAt: number | null;
};

/** Takes in existing people: subscriber keys from `through` up to `until`. */
export type Backfill = {
  rule: Rule | null;
  through: number;
  until: number;
  /** Runs started, and the approved maximum; null means no maximum. */
  begun: number;
  most: number | null;
};

/** Returns the version that a run follows: its first, unless the workflow moved its runs to a later one. */
export function resolveRunVersion(
  { movesTo }: Pick<WorkflowRecord, 'movesTo'>,
  { version }: { version: number },
): number {
  return Math.max(version, movesTo);
}

export type WorkflowVersion = {
  workflow: number;
  version: number;
  definition: Definition;
  mails: Readonly<Record<string, VersionMail>>;
  createdAt: number;
};

export type VersionMail = {
  from: string;
  /** Id of the body, which is shared between mails. */
  body: string;
  badges: readonly Badge[];
  /** Content of the template version that the activation fixed. Absent in a step with content of its own. */
  fixed?: FixedMail;
};

export type FixedMail = {
  template: MailTemplate;
  replyTo: string | null;
  subject: string;
  preview: string | null;
  placeholders: { names: readonly string[]; withoutDefault: readonly string[] };
};

export const workflowsMax = 200;

/** Retention of ended runs. Afterwards a person may enter a ONCE workflow again. */
export const runsKeptMs = 400 * dayMs;
