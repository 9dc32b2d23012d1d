import { z } from 'zod';
import { defineTool } from '../../../src/contract/tool.ts';
import { previewReady } from '../../../src/engine/campaigns/preview-campaign.ts';
import {
  isEarlier,
  readyToMove,
  rescheduleCampaign as reschedule,
} from '../../../src/engine/campaigns/schedule-campaign.ts';
import { Campaign } from '../../../src/model/campaign/campaign-answer.ts';
import { ScheduleInput } from '../../../src/model/campaign/schedule.ts';
import { IdInput } from '../../../src/model/id.ts';
import { TimeZoneInput } from '../../../src/model/time-zone.ts';
import { scheduledExample } from '../campaign-example.ts';

export const rescheduleCampaign = defineTool({
  name: 'reschedule_campaign',
  title: 'Reschedule campaign',
  summary: 'Change the time of a scheduled campaign.',
  toolset: 'campaigns',
  input: z.strictObject({
    campaignId: IdInput,
    scheduledAt: ScheduleInput.describe('ISO 8601; a time without offset is in timezone'),
    timezone: TimeZoneInput.optional().describe('Default: time zone of the campaign'),
  }),
  output: Campaign,
  failures: ['not_found', 'scheduled_in_past', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'campaigns.send',
  rest: { route: 'POST /campaigns/{campaignId}/reschedule' },
  example: {
    input: { campaignId: scheduledExample.id, scheduledAt: '2027-05-04T09:00', timezone: 'Europe/Lisbon' },
    output: scheduledExample,
  },
  async preview(scope, { campaignId, ...asked }) {
    const campaign = (await scope.store.campaigns.byId(campaignId)) ?? scope.fail('not_found');
    const ready = readyToMove(scope, campaign, asked);
    // A later time keeps the approval.
    return isEarlier(ready) ? await previewReady(scope, 'reschedule_campaign', ready) : null;
  },
  run: reschedule,
});
