import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { holdLinkRecipient, recipientShown, recordOptOut } from '../../src/engine/consent/link-recipient.ts';
import { recordUnsubscribe } from '../../src/engine/ledger/record-email-events.ts';
import { IdInput } from '../../src/model/id.ts';
import { recipientFields } from '../../src/model/subscriber/consent.ts';

export const unsubscribeByLink = defineTool({
  name: 'unsubscribe_by_link',
  title: 'Unsubscribe by link',
  summary: 'Unsubscribe the recipient of a mail from campaigns.',
  toolset: 'deliverability',
  doors: ['link'],
  input: z.strictObject({
    id: IdInput.describe('Email id'),
    reason: z.enum(['one-click', 'link']).describe('one-click: RFC 8058; link: the button on the page'),
  }),
  output: z.object({ object: z.literal('unsubscription'), ...recipientFields }),
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'subscribers.write',
  rest: null,
  example: {
    input: { id: 'eml_01kb3k7f5d2c8n1r4s6t9v0w3x', reason: 'one-click' },
    output: {
      object: 'unsubscription',
      email: 'a…@example.com',
      locale: null,
      standing: 'unsubscribed',
    },
  },
  async run(scope, { id, reason }) {
    const { engine, now } = scope;
    return await scope.commit(async (store) => {
      const before = (await holdLinkRecipient(engine, store, id, now)) ?? scope.fail('not_found');
      const left = await recordOptOut(engine, store, id, before, reason, now);
      if (left) await recordUnsubscribe(store, left, now);
      const after = (await holdLinkRecipient(engine, store, id, now)) ?? scope.fail('not_found');
      return { object: 'unsubscription' as const, ...recipientShown(after) };
    });
  },
});
