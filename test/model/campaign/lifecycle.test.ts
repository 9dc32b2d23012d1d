import { describe, expect, test } from 'vitest';
import {
  type CampaignMove,
  type CampaignStatus,
  campaignStatuses,
  mayDelete,
  nextCampaignStatus,
  nextStage,
  type SendingStage,
  type StageEvent,
  sendingStages,
} from '../../../src/model/campaign/lifecycle.ts';

const moves: readonly CampaignMove[] = ['schedule', 'start', 'finish', 'end', 'cancel', 'archive', 'restore'];

/** Every allowed move; all others are refused. */
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

describe('a campaign changes status only along allowed transitions:', () => {
  test.each(campaignStatuses.flatMap((from) => moves.map((move) => [from, move] as const)))(
    '%s %s',
    (from, move) => {
      expect(nextCampaignStatus(from, move)).toBe(allowed[`${from} ${move}`] ?? null);
    },
  );
});

test('only a SENDING campaign cannot be deleted', () => {
  expect(campaignStatuses.filter((status) => !mayDelete(status))).toEqual(['SENDING']);
});

const events: readonly StageEvent[] = [
  'enrolled',
  'enrolled_to_compare',
  'approval_holds',
  'test_sent',
  'winner_chosen',
  'all_mailed',
  'end',
  'closed',
];

const nextStages: Record<string, SendingStage> = {
  'gathering enrolled': 'sending',
  'gathering enrolled_to_compare': 'gathered',
  'gathering end': 'ending',
  'gathered approval_holds': 'sending',
  'gathered end': 'ending',
  'sending test_sent': 'choosing',
  'sending all_mailed': 'settling',
  'sending end': 'ending',
  'choosing winner_chosen': 'sending',
  'choosing end': 'ending',
  'settling end': 'ending',
  'ending closed': 'ended',
};

test.each(sendingStages.flatMap((from) => events.map((event) => [from, event] as const)))(
  'a campaign in stage %s handles %s as its table says or throws',
  (from, event) => {
    const next = nextStages[`${from} ${event}`];
    if (next === undefined) expect(() => nextStage(from, event)).toThrow(/meets/);
    else expect(nextStage(from, event)).toBe(next);
  },
);
