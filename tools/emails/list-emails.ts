import { z } from 'zod';
import {
  listFields,
  searchedAnswer,
  searchedListSchema,
  searchRequest,
  totalFor,
} from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { findSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { parseMailbox } from '../../src/model/address.ts';
import {
  deliveryModes,
  type EmailRecord,
  EmailSummary,
  emailSources,
  emailSummary,
} from '../../src/model/email/email.ts';
import { emailEvents } from '../../src/model/email/lifecycle.ts';
import { readTrouble } from '../../src/model/email/trouble.ts';
import { IdInput } from '../../src/model/id.ts';
import { InstantInput } from '../../src/model/instant.ts';
import { SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import type { OrganizationStore } from '../../src/store/store.ts';

const queryCharactersMax = 200;

export const listEmails = defineTool({
  name: 'list_emails',
  title: 'List sent emails',
  summary: 'List emails, newest first, without their content.',
  advice: 'For the content and events of one email, use get_email.',
  toolset: 'core',
  input: z.strictObject({
    ...listFields,
    last_event: z.enum(emailEvents).optional(),
    to: z.string().max(320).optional(),
    from: z.string().min(1).max(320).optional().describe('Part of the sender'),
    subscriber: SubscriberRefInput.optional(),
    campaign: IdInput.optional().describe('Campaign id'),
    batch: IdInput.optional().describe('Id of any email of the batch'),
    source: z.enum(emailSources).optional(),
    delivery_mode: z.enum(deliveryModes).optional().describe('test: simulated; captured: stored, not sent'),
    unsent: z.boolean().optional().describe('Only captured and test emails'),
    token_id: IdInput.optional().describe('Accepting token'),
    created_after: InstantInput.optional(),
    created_before: InstantInput.optional(),
    query: z.string().min(1).max(queryCharactersMax).optional().describe('Part of the recipient or subject'),
  }),
  output: searchedListSchema(EmailSummary),
  failures: [],
  effect: 'read',
  needs: 'emails.read',
  rest: { route: 'GET /emails' },
  example: {
    input: { last_event: 'bounced', limit: 1 },
    output: {
      object: 'list',
      data: [
        {
          object: 'email',
          id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb',
          from: 'hello@acme.example',
          to: ['bounce@example.com'],
          reply_to: null,
          subject: 'Your receipt',
          preview: null,
          last_event: 'bounced',
          created_at: '2026-11-21T09:30:00.000Z',
          sent_at: '2026-11-21T09:30:00.000Z',
          message_id: '<eml_01kaa0xq5v8m3c2n7r4t6w9yzb@acme.example>',
          source: 'api',
          delivery_mode: 'test',
          subscriber_id: null,
          campaign_id: null,
          workflow_run_id: null,
          trouble: { reason: 'mailbox', bounce: 'hard', message: '550 5.1.1 No such mailbox (simulated)' },
        },
      ],
      has_more: false,
    },
  },
  async run({ store, signal, caller }, input) {
    const page = await searchRequest(input, store.queries, 'emails', signal);
    const batch = input.batch === undefined ? null : await store.emails.byId(input.batch);
    if (batch === undefined || (batch && !isWithin(batch, input)))
      return searchedAnswer(none, page, emailSummary);
    const token = input.token_id === undefined ? null : await store.tokens.byId(input.token_id);
    if (token === undefined) return searchedAnswer(none, page, emailSummary);
    const filters = {
      lastEvent: input.last_event,
      to: input.to === undefined ? undefined : canonical(input.to),
      from: input.from,
      subscriberId: await subscriberId(store, input.subscriber),
      campaignId: input.campaign,
      source: batch?.source ?? input.source,
      deliveryMode: input.delivery_mode,
      ...(input.unsent && { unsent: true as const }),
      token: token?.key,
      // All mails of a batch have the same time.
      createdAfter: batch ? batch.createdAt - 1 : instant(input.created_after),
      createdBefore: batch ? batch.createdAt + 1 : instant(input.created_before),
      query: input.query,
    };
    const emails = await store.emails.page(filters, page);
    const count = async (upTo: number) => await store.emails.count(filters, upTo);
    const total = await totalFor(caller, count, { isKept: false });
    const troubles = await store.emails.troubles(emails.rows);
    const answer = searchedAnswer(emails, page, (email) => {
      const event = troubles.get(email.id);
      return { ...emailSummary(email), ...(event && { trouble: readTrouble(event) }) };
    });
    return { ...answer, ...total };
  },
});

/** An invalid address matches no mail. */
function canonical(text: string): string {
  const parsed = parseMailbox(text);
  return parsed.ok ? parsed.mailbox.key : text.toLowerCase();
}

const none = { rows: [], hasMore: false };

/** Whether the batch satisfies the other filters. */
function isWithin(
  { source, createdAt }: Pick<EmailRecord, 'source' | 'createdAt'>,
  asked: {
    source?: string | undefined;
    created_after?: string | undefined;
    created_before?: string | undefined;
  },
): boolean {
  const after = instant(asked.created_after) ?? Number.NEGATIVE_INFINITY;
  const before = instant(asked.created_before) ?? Number.POSITIVE_INFINITY;
  return (asked.source ?? source) === source && createdAt > after && createdAt < before;
}

/** An unknown subscriber matches no mail. */
async function subscriberId(
  store: OrganizationStore,
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined) return undefined;
  return (await findSubscriber(store, named))?.id ?? named;
}

function instant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
