import { z } from 'zod';
import { listFields, searchedAnswer, searchedListSchema, searchRequest } from '../../../src/contract/list.ts';
import { defineTool } from '../../../src/contract/tool.ts';
import { Recipient, recipientAnswer, recipientFilterFields } from '../../../src/model/campaign/recipient.ts';
import { IdInput } from '../../../src/model/id.ts';

export const listCampaignRecipients = defineTool({
  name: 'list_campaign_recipients',
  title: 'List campaign recipients',
  summary: 'List the recipients of a campaign and what happened to each.',
  toolset: 'campaigns',
  rare: true,
  input: z.strictObject({ campaignId: IdInput, ...recipientFilterFields, ...listFields }),
  output: searchedListSchema(Recipient),
  failures: ['not_found'],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'GET /campaigns/{campaignId}/recipients' },
  example: {
    input: { campaignId: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x', state: 'skipped' },
    output: {
      object: 'list',
      data: [
        {
          object: 'recipient',
          subscriberId: 'sub_01kb3k7f5d2c8n1r4s6t9v0w3x',
          email: 'ada@example.com',
          state: 'SKIPPED',
          reason: 'unsubscribed',
          variant: null,
          emailId: null,
          lastEvent: null,
          changedAt: '2026-11-21T09:30:00.000Z',
          openedAt: null,
          clickedAt: null,
        },
      ],
      has_more: false,
    },
  },
  async run({ store, fail, signal }, { campaignId, state, last_event, reason, ...paging }) {
    const campaign = (await store.campaigns.keyOf(campaignId)) ?? fail('not_found');
    const request = await searchRequest(paging, store.queries, 'subscribers', signal);
    const page = await store.recipients.page(campaign, { state, last_event, reason }, request);
    return searchedAnswer(page, request, recipientAnswer);
  },
});
