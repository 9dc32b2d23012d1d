import { z } from 'zod';
import type { ApprovedPeople } from '../campaign/approved-people.ts';
import { type CampaignStatus, campaignStatuses } from '../campaign/lifecycle.ts';
import { dayMs, Instant, isoInstant, isoInstantOrNull, minuteMs, secondMs } from '../instant.ts';
import { Preview, type SendPreview, shownPreview } from '../sending/send-preview.ts';
import { untrusted } from '../text/untrusted.ts';
import { type WorkflowStatus, workflowStatuses } from '../workflow/workflow.ts';

export const approvalLimits = {
  /** How long a question can be answered, and a yes be used. */
  openMs: dayMs,
  /** How long what was asked and decided is kept. */
  keptMs: 30 * dayMs,
  /** Open questions of one token, so that an assistant cannot bury the one that counts. */
  pendingOfTokenMax: 50,
  pendingMax: 200,
  /** Characters of what a person says with a decision. */
  wordCharactersMax: 500,
  /** A person is mailed that something is asked at most once in so long, so that no assistant fills their mailbox. */
  mailedEveryMs: 15 * minuteMs,
  /** The answer of a call that was let through is kept so long for its repeat, as answers are by an idempotency key. */
  answerKeptMs: dayMs,
  /** Ids of what was made that are kept of an answer. */
  idsMax: 100,
  /** A call that was let through and has no outcome yet is taken to be running for so long; after it, to be cut off. */
  runningMs: 60 * secondMs,
} as const;

/** Where a question stands. An open one that is past its time is `expired`. */
export const approvalStatuses = ['pending', 'approved', 'declined', 'used', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];
/** As it is stored: time alone makes a question expire. */
type StoredStatus = Exclude<ApprovalStatus, 'expired'>;

/**
 * How a question moves. A person who has said no can still say yes; what was let through stays so. Where what would be done
 * has changed, it is asked again.
 */
const moves = {
  approve: { from: ['pending', 'declined'], to: 'approved' },
  decline: { from: ['pending'], to: 'declined' },
  use: { from: ['approved'], to: 'used' },
  askAgain: { from: ['pending', 'approved', 'declined'], to: 'pending' },
} as const satisfies Record<string, { from: readonly StoredStatus[]; to: StoredStatus }>;
export type ApprovalMove = keyof typeof moves;

/** The states a move starts from, and where it ends. */
export function approvalMove(move: ApprovalMove): { from: readonly StoredStatus[]; to: StoredStatus } {
  return moves[move];
}

/** A question as stored. Instants are epoch milliseconds. */
export type ApprovalRecord = {
  /** The internal key; never shown. */
  key: number;
  id: string;
  status: StoredStatus;
  tool: string;
  /** Which call of which caller it is: equal for a repeat of it. */
  callMark: string;
  /** Who asked: the internal key of their token, and its id and name then; null for the operator's own assistant. */
  token: { key: number; id: string; name: string } | null;
  grant: string | null;
  client: string | null;
  /** The arguments, sealed; empty once they are used or over. */
  arguments: string;
  /** Fingerprint of all that a yes is for. */
  about: string;
  /** How many people a yes is for; null for any number. */
  recipients: number | null;
  people: ApprovedPeople | null;
  shown: ShownToPerson;
  askedAt: number;
  expiresAt: number;
  decidedAt: number | null;
  /** Null for a decision at the terminal of the machine. */
  decidedBy: { id: string; name: string /** That signed it. */; passkey?: string | undefined } | null;
  word: string | null;
  usedAt: number | null;
  /** `done`, or the name of a failure; null until then. */
  outcome: string | null;
  /** When its caller was given the answer. */
  answeredAt: number | null;
};

/** What a person is shown, as it was when it was asked. */
export type ShownToPerson = {
  preview: SendPreview;
  /** It is of a change that mails no one. */
  isChange?: true | undefined;
  /** Why it is asked, where it would not be at other times. */
  because?: string | undefined;
  /** Of what it made or changed, once it is done. */
  ids?: readonly string[] | undefined;
  /**
   * Mark of what the call would do again, taken right after the approval carried it out. A repeat without an idempotency key is
   * recognised as the same call while the mark is equal, and is a new call once it differs.
   */
  after?: string | undefined;
};

/** The current status of a campaign or workflow that an approved call made or changed. */
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
  url: z.string().describe('Where a person decides'),
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
    .describe('null: undecided, or at the terminal'),
  word: untrusted(z.string()).nullable().describe('What the person said with it'),
  outcome: z.string().nullable().describe('Of a used one: done or a failure'),
  ids: z.array(z.string()).describe('Of what it made or changed'),
  answer_until: Instant.nullable().describe('Until then one repeat of the call gets its answer'),
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
    .describe('Current status of campaigns and workflows among ids'),
});
export type Approval = z.infer<typeof Approval>;

/** The state of a question now. @param now epoch milliseconds */
export function approvalStatus(
  { status, expiresAt }: Pick<ApprovalRecord, 'status' | 'expiresAt'>,
  now: number,
): ApprovalStatus {
  return status !== 'used' && expiresAt <= now ? 'expired' : status;
}

/** A question as doors answer it. @param whole with what the person is shown */
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

/** Until when the first repeat of a call gets its answer; null where none waits. */
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

/** The page on which a person decides. */
export function approvalUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/console/approvals/${id}`;
}

/** What a person said with a decision: one visible line, null for none. */
export function wordOf(text: string | undefined, clean: (text: string) => string): string | null {
  const line = clean(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line === '' ? null : line.slice(0, approvalLimits.wordCharactersMax).toWellFormed();
}
