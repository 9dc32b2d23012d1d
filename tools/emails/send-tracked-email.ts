import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { acceptedId, sendFailures } from '../../src/engine/context/submission.ts';
import { trackedSend } from '../../src/engine/domains/domain-signers.ts';
import { verifiedSend } from '../../src/engine/sending/verify-send.ts';
import { readSend, sendFaults, sendFields } from '../../src/model/email/send-body.ts';

/** The send of v1. In v2 the sending domain decides about tracking. */
export const sendTrackedEmail = defineTool({
  name: 'send_tracked_email',
  title: 'Send a tracked email',
  summary: 'Send one transactional email and choose whether its opens and clicks are tracked.',
  toolset: 'core',
  doors: ['v1'],
  input: z.strictObject({
    ...sendFields,
    tracking: z
      .strictObject({ opens: z.boolean().nullable(), clicks: z.boolean().nullable() })
      .describe('null: use the setting of the From domain'),
  }),
  output: z.object({ id: z.string() }),
  failures: sendFailures,
  effect: 'send',
  needs: 'emails.send',
  rest: null,
  example: {
    input: {
      from: 'Acme <hello@acme.example>',
      to: 'ada@example.com',
      subject: 'Your receipt',
      markdown: '[Your order](https://acme.example/orders/7) is on its way.',
      tracking: { opens: false, clicks: true },
    },
    output: { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' },
  },
  otherFaults: sendFaults,
  async run(scope, { tracking, ...input }) {
    const { engine, caller } = scope;
    const mail = await verifiedSend(scope, readSend(input));
    return await scope.accept({
      source: 'api',
      mode: 'strict',
      drafts: [await trackedSend(engine, caller.organization.key, mail, tracking)],
      answer: ([fate]) => ({ id: acceptedId(fate) }),
    });
  },
});
