/** Pausing is a flag and not a status, so that there are only these five. */
export const campaignStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'ARCHIVED'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export type CampaignMove =
  | 'schedule'
  | 'start'
  /** Every recipient has a final row. */
  | 'finish'
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

export function nextCampaignStatus(from: CampaignStatus, move: CampaignMove): CampaignStatus | null {
  return moves[from][move] ?? null;
}

/** Stage of a SENDING campaign. A paused campaign keeps its stage. */
export const sendingStages = [
  'gathering',
  /** The enrolled audience must be compared with the approved one before sending. */
  'gathered',
  /** Mails are accepted for waiting recipients; during an A/B test, only for recipients with a variant. */
  'sending',
  'choosing',
  /** Every recipient has a mail or a reason; first attempts are still running. */
  'settling',
  /** The campaign was ended and is ARCHIVED; waiting mail is being cancelled. */
  'ending',
  /** No mail of the ended campaign waits. */
  'ended',
] as const;
export type SendingStage = (typeof sendingStages)[number];

export type StageEvent =
  | 'enrolled'
  | 'enrolled_to_compare'
  | 'approval_holds'
  /** The variants were sent; the remaining recipients wait for the winner. */
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

/** @throws Error for an event that is impossible at this stage, which is a programming error */
export function nextStage(from: SendingStage, event: StageEvent): SendingStage {
  const next = stageMoves[from][event];
  if (next === undefined) throw new Error(`A campaign that is ${from} meets ${event}`);
  return next;
}

/** A completed campaign has `sentAt`; no mail of an ended campaign is sent. */
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

/** Deleting a SCHEDULED campaign cancels it. */
export function mayDelete(status: CampaignStatus): boolean {
  return status !== 'SENDING';
}
