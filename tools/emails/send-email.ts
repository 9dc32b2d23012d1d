import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { acceptedId, sendFailures } from '../../src/engine/context/submission.ts';
import { previewMail, previewSend } from '../../src/engine/sending/preview-send.ts';
import { verifiedDraft } from '../../src/engine/sending/verify-send.ts';
import { bodyKinds, readSend, sendFaults, sendFields } from '../../src/model/email/send-body.ts';

export const sendEmail = defineTool({
  name: 'send_email',
  title: 'Send an email',
  summary: 'Send one transactional email to one person.',
  advice:
    'Mail to example.com and *.test addresses is only simulated. To send several emails, use send_email_batch. For the result, call get_email with the returned id.',
  toolset: 'core',
  input: z.strictObject(sendFields),
  exactlyOneOf: { fields: bodyKinds },
  output: z.object({ id: z.string() }),
  failures: sendFailures,
  effect: 'send',
  mailsOne: true,
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
  otherFaults: sendFaults,
  async preview(scope, input) {
    const read = readSend(input);
    return await previewSend(scope, {
      tool: 'send_email',
      source: 'api',
      mode: 'strict',
      mails: [await previewMail(read, () => verifiedDraft(scope, read))],
      bulk: false,
      about: input,
    });
  },
  async run(scope, input) {
    return await scope.accept({
      source: 'api',
      mode: 'strict',
      drafts: [await verifiedDraft(scope, readSend(input))],
      answer: ([fate]) => ({ id: acceptedId(fate) }),
    });
  },
});
