import { z } from 'zod';
import type { ApprovedPeople } from '../campaign/approved-people.ts';
import { type CampaignStatus, campaignStatuses } from '../campaign/lifecycle.ts';
import { dayMs, Instant, isoInstant, isoInstantOrNull, minuteMs, secondMs } from '../instant.ts';
import { Preview, type SendPreview, shownPreview } from '../sending/send-preview.ts';
import { visibleLine } from '../text/strip-invisible.ts';
import { cutAtCodeUnits } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';
import { type WorkflowStatus, workflowStatuses } from '../workflow/workflow.ts';

/** The state of a new question. */
export const undecided = {
  status: 'pending',
  decidedAt: null,
  decidedBy: null,
  word: null,
  usedAt: null,
  outcome: null,
  answeredAt: null,
} as const;

export const approvalLimits = {
  /** Time to decide a request, and to use its approval. */
  openMs: dayMs,
  keptMs: 30 * dayMs,
  /** Open requests per token, so that an assistant cannot bury the important request. */
  pendingOfTokenMax: 50,
  pendingMax: 200,
  /** Open reviews per organization, because each stores its content. */
  reviewsMax: 20,
  wordCharactersMax: 500,
  /** Minimum interval between mails to a person, so that an assistant cannot flood the mailbox. */
  mailedEveryMs: 15 * minuteMs,
  /** Retention of a result for a repeated call, as for an idempotency key. */
  answerKeptMs: dayMs,
  idsMax: 100,
  /** An approved call without an outcome counts as running for this time, and as interrupted afterwards. */
  runningMs: 60 * secondMs,
} as const;

/** A request to release content instead of a call. */
export const contentReview = { tool: 'content_review', title: 'Release content' } as const;

/** `expired` is an open request after its deadline. */
export const approvalStatuses = ['pending', 'approved', 'declined', 'used', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];
/** Time alone expires a request. */
type StoredStatus = Exclude<ApprovalStatus, 'expired'>;

/** A declined request can still be approved; a used approval stays used. */
const moves = {
  approve: { from: ['pending', 'declined'], to: 'approved' },
  decline: { from: ['pending'], to: 'declined' },
  use: { from: ['approved'], to: 'used' },
  askAgain: { from: ['pending', 'approved', 'declined'], to: 'pending' },
} as const satisfies Record<string, { from: readonly StoredStatus[]; to: StoredStatus }>;
export type ApprovalMove = keyof typeof moves;

export function approvalMove(move: ApprovalMove): { from: readonly StoredStatus[]; to: StoredStatus } {
  return moves[move];
}

export type ApprovalRecord = {
  key: number;
  id: string;
  status: StoredStatus;
  tool: string;
  /** Identifies the call and its caller; equal for a repeated call. */
  callMark: string;
  /** Snapshot of the requesting token; null for the operator's own assistant. */
  token: { key: number; id: string; name: string } | null;
  grant: string | null;
  client: string | null;
  /** Encrypted arguments; empty once the approval is used or expired. */
  arguments: string;
  /** Fingerprint of everything that the approval covers. */
  about: string;
  /** Approved number of people; null for any number. */
  recipients: number | null;
  people: ApprovedPeople | null;
  shown: ShownToPerson;
  askedAt: number;
  expiresAt: number;
  decidedAt: number | null;
  /** Null for a decision at the machine's terminal. */
  decidedBy: {
    id: string;
    name: string /** Passkey used to sign the decision. */;
    passkey?: string | undefined;
  } | null;
  word: string | null;
  usedAt: number | null;
  /** `done`, or the name of a failure; null while the call is not finished. */
  outcome: string | null;
  /** Time at which the caller received the result. */
  answeredAt: number | null;
};

/** Snapshot of the display at the time of the request. */
export type ShownToPerson = {
  preview: SendPreview;
  /** For a change that mails no person. */
  isChange?: true | undefined;
  /** Reason for the request, if the call usually needs no approval. */
  because?: string | undefined;
  /** Created or changed objects, once the call is done. */
  ids?: readonly string[] | undefined;
  /** Fingerprint of the call's effect. Without an idempotency key, a call with an equal one is a repeat. */
  after?: string | undefined;
};

/** Current status of a campaign or workflow that the call created or changed. */
export type NamedState = {
  object: 'campaign' | 'workflow';
  id: string;
  status: CampaignStatus | WorkflowStatus;
  paused?: boolean;
};

export const Approval = z.object({
  object: z.literal('approval'),
  id: z.string(),
  status: z.enum(approvalStatuses),
  tool: z.string(),
  url: z.string().describe('Page where a person decides'),
  asked_at: Instant,
  expires_at: Instant,
  token: z
    .object({ id: z.string(), name: untrusted(z.string()) })
    .nullable()
    .describe('null: the operator'),
  client: untrusted(z.string()).nullable(),
  preview: Preview.optional(),
  decided_at: Instant.nullable(),
  decided_by: z
    .object({ id: z.string(), name: untrusted(z.string()) })
    .nullable()
    .describe('null: undecided, or decided at the terminal'),
  word: untrusted(z.string()).nullable().describe('Note from the person who decided'),
  outcome: z.string().nullable().describe('Result of the approved call: done, or the name of a failure'),
  ids: z.array(z.string()).describe('Ids of the objects that the call created or changed'),
  answer_until: Instant.nullable().describe('Until then, one repeat of the call returns its result'),
  states: z
    .array(
      z.object({
        object: z.enum(['campaign', 'workflow']),
        id: z.string(),
        status: z.enum([...new Set([...campaignStatuses, ...workflowStatuses])]),
        paused: z.boolean().optional(),
      }),
    )
    .optional()
    .describe('Current status of the campaigns and workflows in ids'),
});
export type Approval = z.infer<typeof Approval>;

export function approvalStatus(
  { status, expiresAt }: Pick<ApprovalRecord, 'status' | 'expiresAt'>,
  now: number,
): ApprovalStatus {
  return status !== 'used' && expiresAt <= now ? 'expired' : status;
}

export function approvalAnswer(
  record: ApprovalRecord,
  { baseUrl, now, whole }: { baseUrl: string; now: number; whole: boolean },
): Approval {
  const { token, decidedBy } = record;
  return {
    object: 'approval',
    id: record.id,
    status: approvalStatus(record, now),
    tool: record.tool,
    url: approvalUrl(baseUrl, record.id),
    asked_at: isoInstant(record.askedAt),
    expires_at: isoInstant(record.expiresAt),
    token: token && { id: token.id, name: token.name },
    client: record.client,
    ...(whole && { preview: shownPreview(record.shown) }),
    decided_at: isoInstantOrNull(record.decidedAt),
    decided_by: decidedBy && { id: decidedBy.id, name: decidedBy.name },
    word: record.word,
    outcome: record.outcome,
    ids: [...(record.shown.ids ?? [])],
    answer_until: isoInstantOrNull(answerUntil(record, now)),
  };
}

/** Returns the deadline for a repeated call to fetch its result; null if no result waits. */
function answerUntil(
  {
    status,
    outcome,
    usedAt,
    answeredAt,
    shown,
  }: Pick<ApprovalRecord, 'status' | 'outcome' | 'usedAt' | 'answeredAt' | 'shown'>,
  now: number,
): number | null {
  if (status !== 'used' || outcome !== 'done' || usedAt === null || answeredAt !== null) return null;
  if (shown.after === undefined) return null;
  const until = usedAt + approvalLimits.answerKeptMs;
  return until > now ? until : null;
}

export function approvalUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/console/approvals/${id}`;
}

/** Returns the decider's note as one visible line; null for none. */
export function cleanNote(text: string | undefined): string | null {
  return cutAtCodeUnits(visibleLine(text ?? ''), approvalLimits.wordCharactersMax) || null;
}
