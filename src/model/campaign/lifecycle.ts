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

/** Whether a campaign was ended early: a sent one has an instant of that. Its remaining mails are not sent. */
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
