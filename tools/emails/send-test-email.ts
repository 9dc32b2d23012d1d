import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { acceptedId } from '../../src/engine/accept-email.ts';
import { verifiedSend } from '../../src/engine/verify-send.ts';
import { readSend, sendFields } from '../../src/model/email/send-body.ts';

const testRecipientsMax = 10;
const { to: _one, ...oneMessage } = sendFields;

export const sendTestEmail = defineTool({
  name: 'send_test_email',
  title: 'Send a test email',
  summary: 'Send one message to 1 to 10 addresses of your own, to look at it before others get it.',
  advice: 'The subject is marked [Test]; the same gates and limits hold as for every send.',
  toolset: 'campaigns',
  input: z.strictObject({
    ...oneMessage,
    to: z.array(z.string()).min(1).max(testRecipientsMax).describe('1 to 10 addresses'),
  }),
  output: z.object({ data: z.array(z.object({ id: z.string() })) }),
  failures: [
    'invalid_from_address',
    'domain_not_verified',
    'restricted_api_key',
    'RECIPIENT_RATE_LIMITED',
    'rate_limit_exceeded',
    'content_verification_failed',
    'content_verification_unavailable',
  ],
  effect: 'send',
  needs: 'emails.send',
  rest: { route: 'POST /emails/test' },
  example: {
    input: {
      from: 'hello@acme.example',
      to: ['ada@example.com'],
      subject: 'Our news in May',
      markdown: '# News',
    },
    output: { data: [{ id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' }] },
  },
  async run(scope, { to, ...message }) {
    const read = to.map((address) => readSend({ ...message, to: address }));
    const { badges } = await verifiedSend(scope.engine, scope.caller.organization, read[0]!);
    const drafts = read.map((draft) => ({
      ...draft,
      subject: `[Test] ${draft.subject}`,
      ...(badges && { badges }),
    }));
    return await scope.accept({
      source: 'test',
      mode: 'strict',
      drafts,
      answer: (fates) => ({ data: fates.map((fate) => ({ id: acceptedId(fate) })) }),
    });
  },
});
