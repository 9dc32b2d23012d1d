import type { z } from 'zod';
import type { CampaignSummary } from '../../model/campaign/campaign-answer.ts';
import type { CampaignStatus } from '../../model/campaign/lifecycle.ts';
import type { Html } from '../public/html.ts';
import { type StateWords, stateBadge } from './look/parts.ts';

/** The state of a campaign, as every list and page shows it. */
export const campaignStates: Readonly<Record<CampaignStatus | 'PAUSED', StateWords>> = {
  DRAFT: { state: 'still', text: 'Draft', picture: 'edit' },
  SCHEDULED: { state: 'info', text: 'Scheduled', picture: 'calendar' },
  SENDING: { state: 'info', text: 'Sending', picture: 'send' },
  PAUSED: { state: 'warn', text: 'Paused', picture: 'pause' },
  SENT: { state: 'ok', text: 'Sent', picture: 'ok' },
  ARCHIVED: { state: 'still', text: 'Archived', picture: 'archive' },
};

type Standing = Pick<z.output<typeof CampaignSummary>, 'status' | 'paused'>;

/** A paused campaign is still being sent, so its status is SENDING. */
export function isPaused({ status, paused }: Standing): boolean {
  return status === 'SENDING' && paused;
}

export function campaignBadge(campaign: Standing): Html {
  return stateBadge(campaignStates[isPaused(campaign) ? 'PAUSED' : campaign.status]);
}
