import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { acceptedId } from '../../src/engine/accept-email.ts';
import { trackedSend } from '../../src/engine/tracking-of.ts';
import { verifiedSend } from '../../src/engine/verify-send.ts';
import { readSend, sendFields } from '../../src/model/email/send-body.ts';

export const sendEmail = defineTool({
  name: 'send_email',
  title: 'Send an email',
  summary: 'Send one transactional email to one recipient.',
  advice:
    'Reaches a real person unless the address is a fixture (example.com, *.test). For many recipients use send_email_batch. Follow it with get_email.',
  toolset: 'core',
  input: z.strictObject(sendFields),
  output: z.object({ id: z.string() }),
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
  rest: { route: 'POST /emails' },
  example: {
    input: {
      from: 'Acme <hello@acme.example>',
      to: 'ada@example.com',
      subject: 'Your receipt',
      markdown: '# Thank you\n\nHello {{firstName|there}}, your order is on its way.',
    },
    output: { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' },
  },
  async run(scope, input) {
    const { engine, caller } = scope;
    const mail = await verifiedSend(engine, caller.organization, readSend(input));
    return await scope.accept({
      source: 'api',
      mode: 'strict',
      drafts: [await trackedSend(engine, caller.organization.key, mail)],
      answer: ([fate]) => ({ id: acceptedId(fate) }),
    });
  },
});
