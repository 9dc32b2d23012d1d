import { z } from 'zod';
import { defineTool } from '../../../src/contract/tool.ts';
import { previewSchedule } from '../../../src/engine/campaigns/preview-campaign.ts';
import { scheduleCampaign } from '../../../src/engine/campaigns/schedule-campaign.ts';
import { Campaign } from '../../../src/model/campaign/campaign-answer.ts';
import { ScheduleInput } from '../../../src/model/campaign/schedule.ts';
import { IdInput } from '../../../src/model/id.ts';
import { TimeZoneInput } from '../../../src/model/time-zone.ts';
import { scheduledExample } from '../campaign-example.ts';

export const sendCampaign = defineTool({
  name: 'send_campaign',
  title: 'Send campaign',
  summary: 'Send a draft campaign to its whole audience, now or at scheduledAt.',
  advice:
    'Before it starts, use reschedule_campaign or cancel_campaign; after that, use pause_campaign. For results, use get_campaign_report.',
  toolset: 'campaigns',
  input: z.strictObject({
    campaignId: IdInput,
    scheduledAt: ScheduleInput.optional().describe('ISO 8601; a time without offset is in timezone'),
    timezone: TimeZoneInput.optional().describe('Default: time zone of the campaign'),
  }),
  output: Campaign,
  failures: [
    'not_found',
    'campaign_not_draft',
    'restricted_api_key',
    'domain_not_verified',
    'missing_unsubscribe_url',
    'audience_empty',
    'scheduled_in_past',
    'content_verification_failed',
    'content_verification_unavailable',
    'conflict',
  ],
  effect: 'send',
  needs: 'campaigns.send',
  rest: { route: 'POST /campaigns/{campaignId}/send' },
  example: {
    input: {
      campaignId: scheduledExample.id,
      scheduledAt: '2027-05-04T09:00',
      timezone: 'Europe/Lisbon',
    },
    output: scheduledExample,
  },
  preview: previewSchedule,
  run: scheduleCampaign,
});
