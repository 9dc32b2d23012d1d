import { describe, expect, test } from 'vitest';
import {
  type CampaignMove,
  type CampaignStatus,
  campaignStatuses,
  mayDelete,
  nextCampaignStatus,
} from '../../../src/model/campaign/lifecycle.ts';

const moves: readonly CampaignMove[] = ['schedule', 'start', 'finish', 'end', 'cancel', 'archive', 'restore'];

/** Every pair that leads somewhere; all others lead nowhere. */
const allowed: Record<string, CampaignStatus> = {
  'DRAFT schedule': 'SCHEDULED',
  'DRAFT archive': 'ARCHIVED',
  'SCHEDULED start': 'SENDING',
  'SCHEDULED cancel': 'DRAFT',
  'SENDING finish': 'SENT',
  'SENDING end': 'ARCHIVED',
  'SENT archive': 'ARCHIVED',
  'ARCHIVED restore': 'DRAFT',
};

describe('a campaign moves as agreed and no other way', () => {
  test.each(campaignStatuses.flatMap((from) => moves.map((move) => [from, move] as const)))(
    '%s %s',
    (from, move) => {
      expect(nextCampaignStatus(from, move)).toBe(allowed[`${from} ${move}`] ?? null);
    },
  );
});

test('only while it is being sent it cannot be deleted', () => {
  expect(campaignStatuses.filter((status) => !mayDelete(status))).toEqual(['SENDING']);
});
