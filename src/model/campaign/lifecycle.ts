/**
 * The five statuses of a campaign and all moves between them. A paused campaign stays SENDING: being paused is a flag
 * beside the status, so that these five are all there are.
 */
export const campaignStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'ARCHIVED'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export type CampaignMove =
  /** Somebody sends it, now or for later. */
  | 'schedule'
  /** Its time has come. */
  | 'start'
  /** Every recipient has a line that says what became of them. */
  | 'finish'
  /** Somebody ends it for good before everybody has theirs. */
  | 'end'
  | 'cancel'
  | 'archive'
  /** Only of a campaign that was never sent. */
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

/**
 * Whether a campaign was ended before everybody had theirs, because one that was sent has an instant of that. Its mails go
 * no more.
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

/** Whether a campaign of this status may be deleted. One that is SCHEDULED is cancelled by it. */
export function mayDelete(status: CampaignStatus): boolean {
  return status !== 'SENDING';
}
