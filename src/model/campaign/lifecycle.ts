/**
 * The five statuses of a campaign and all moves between them. A paused campaign stays SENDING: paused is a flag beside
 * the status, so that there are only these five.
 */
export const campaignStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'ARCHIVED'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export type CampaignMove =
  /** A caller sends it, now or for later. */
  | 'schedule'
  /** Its time has come. */
  | 'start'
  /** Every recipient has a final row. */
  | 'finish'
  /** A caller ends it for good before that. */
  | 'end'
  | 'cancel'
  | 'archive'
  /** Only for a campaign that was never sent. */
  | 'restore';

const moves: Readonly<Record<CampaignStatus, Partial<Record<CampaignMove, CampaignStatus>>>> = {
  DRAFT: { schedule: 'SCHEDULED', archive: 'ARCHIVED' },
  SCHEDULED: { start: 'SENDING', cancel: 'DRAFT' },
  SENDING: { finish: 'SENT', end: 'ARCHIVED' },
  SENT: { archive: 'ARCHIVED' },
  ARCHIVED: { restore: 'DRAFT' },
};

/** The status a move leads to; null where the table has no such move. */
export function nextCampaignStatus(from: CampaignStatus, move: CampaignMove): CampaignStatus | null {
  return moves[from][move] ?? null;
}

/** Where a campaign that is SENDING stands. Being paused is a flag beside it: a paused campaign keeps its stage. */
export const sendingStages = [
  /** The audience is being enrolled. */
  'gathering',
  /** It is, and has to be compared with what a person approved before anyone is mailed. */
  'gathered',
  /** Mails are accepted for recipients who wait; in an A/B test for those who have a variant. */
  'sending',
  /** An A/B test waits for opens and clicks. */
  'choosing',
  /** Every recipient has a mail or a reason; accepted mails are still on their first attempt. */
  'settling',
  /** It was ended, and what waits is being closed. The status is ARCHIVED already. */
  'ending',
  /** No mail of an ended campaign waits. */
  'ended',
] as const;
export type SendingStage = (typeof sendingStages)[number];

export type StageEvent =
  | 'enrolled'
  /** As `enrolled`, where a person approved the audience. */
  | 'enrolled_to_compare'
  | 'approval_holds'
  /** The variants of an A/B test are out, and recipients wait for the winner. */
  | 'test_sent'
  | 'winner_chosen'
  | 'all_mailed'
  | 'end'
  | 'closed';

const stageMoves: Readonly<Record<SendingStage, Partial<Record<StageEvent, SendingStage>>>> = {
  gathering: { enrolled: 'sending', enrolled_to_compare: 'gathered', end: 'ending' },
  gathered: { approval_holds: 'sending', end: 'ending' },
  sending: { test_sent: 'choosing', all_mailed: 'settling', end: 'ending' },
  choosing: { winner_chosen: 'sending', end: 'ending' },
  settling: { end: 'ending' },
  ending: { closed: 'ended' },
  ended: {},
};

/** The stage after an event. @throws Error for an event that cannot happen at that stage: a fault of ours */
export function nextStage(from: SendingStage, event: StageEvent): SendingStage {
  const next = stageMoves[from][event];
  if (next === undefined) throw new Error(`A campaign that is ${from} meets ${event}`);
  return next;
}

/**
 * Whether a campaign was ended before all recipients had their mail: one that was sent in full has the instant of that.
 * None of its mails goes out any more.
 */
export function wasEnded({
  status,
  startedAt,
  sentAt,
}: {
  status: CampaignStatus;
  startedAt: number | null;
  sentAt: number | null;
}): boolean {
  return status === 'ARCHIVED' && startedAt !== null && sentAt === null;
}

/** Whether a campaign of this status may be deleted. Deleting a SCHEDULED one cancels it. */
export function mayDelete(status: CampaignStatus): boolean {
  return status !== 'SENDING';
}
