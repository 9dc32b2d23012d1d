import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { acceptedId, type Draft, sendFailures } from '../../src/engine/context/submission.ts';
import { asContentRefusal, previewSend } from '../../src/engine/sending/preview-send.ts';
import { refusedFor, verifiedSend } from '../../src/engine/sending/verify-send.ts';
import { parseMailbox } from '../../src/model/address.ts';
import {
  bodyKinds,
  type ReadSend,
  readSend,
  type SendBody,
  sendFaults,
  sendFields,
} from '../../src/model/email/send-body.ts';
import { type Failure, type FieldFault, invalidFields } from '../../src/model/failure.ts';

const testRecipientsMax = 10;
const { to: _one, ...oneMessage } = sendFields;

export const sendTestEmail = defineTool({
  name: 'send_test_email',
  title: 'Send a test email',
  summary: 'Send a message, marked [Test], to your own addresses.',
  advice: 'To test a campaign, use test_campaign.',
  toolset: 'campaigns',
  input: z.strictObject({
    ...oneMessage,
    to: z.array(z.string()).min(1).max(testRecipientsMax),
  }),
  exactlyOneOf: { fields: bodyKinds },
  output: z.object({ data: z.array(z.object({ id: z.string() })) }),
  failures: sendFailures,
  effect: 'send',
  needs: 'emails.send',
  roles: ['author'],
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
  otherFaults: (input) => [...recipientFaults(input.to), ...sendFaults({ ...input, to: undefined })],
  async preview(scope, input) {
    const read = readEach(input);
    // All have the same content, so they share one verdict.
    const refused = (refusal: Failure | null, drafts: readonly Draft[]) =>
      drafts.map((draft) => ({ draft, refusal }));
    const mails = await draftsOf(scope, read).then(
      (drafts) => refused(null, drafts),
      (error) => refused(asContentRefusal(error), read),
    );
    return await previewSend(scope, {
      tool: 'send_test_email',
      source: 'test',
      mode: 'strict',
      mails,
      bulk: mails.length > 1,
      about: input,
    });
  },
  async run(scope, input) {
    return await scope.accept({
      source: 'test',
      mode: 'strict',
      drafts: await draftsOf(scope, readEach(input)),
      answer: (fates) => ({ data: fates.map((fate) => ({ id: acceptedId(fate) })) }),
    });
  },
});

function readEach({ to, ...message }: Omit<SendBody, 'to'> & { to: readonly string[] }): ReadSend[] {
  const recipients = recipientFaults(to);
  if (recipients.length > 0)
    throw invalidFields([...recipients, ...sendFaults({ ...message, to: undefined })]);
  return to.map((address) => readSend({ ...message, to: address }));
}

function recipientFaults(to: unknown): FieldFault[] {
  if (!Array.isArray(to)) return [];
  return to.slice(0, testRecipientsMax).flatMap((address: unknown, index) => {
    const read = typeof address === 'string' ? parseMailbox(address) : null;
    if (read === null || read.ok) return [];
    return { path: `to[${index}]`, code: 'invalid', message: `is not one mailbox: ${read.message}` };
  });
}

async function draftsOf(scope: Scope, read: readonly ReadSend[]): Promise<Draft[]> {
  const recipients = read.map(({ to }) => to);
  const { badges } = await refusedFor(recipients, () => verifiedSend(scope, read[0]!));
  return read.map((draft) => ({
    ...draft,
    subject: `[Test] ${draft.subject}`,
    ...(badges && { badges }),
  }));
}
