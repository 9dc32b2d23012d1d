import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { readAttachment } from '../../src/engine/content/read-bodies.ts';
import { IdInput } from '../../src/model/id.ts';
import { attachmentsMax } from '../../src/model/message/reading/read-mime.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';

export const getEmailAttachment = defineTool({
  name: 'get_email_attachment',
  title: 'Get an attachment of an email',
  summary: 'Get one attachment of an email submitted over SMTP.',
  advice: 'get_email lists the attachments.',
  toolset: 'deliverability',
  rare: true,
  input: z.strictObject({
    id: IdInput.describe('eml_…'),
    n: z.int().min(1).max(attachmentsMax).describe('Number, from 1'),
  }),
  output: z.object({
    object: z.literal('email_attachment'),
    email_id: z.string(),
    filename: untrusted(z.string()),
    content_type: untrusted(z.string()),
    size: z.int(),
    content: untrusted(z.string(), 'word').describe('Content in base64'),
  }),
  failures: ['not_found'],
  effect: 'read',
  needs: 'emails.read',
  rest: { route: 'GET /emails/{id}/attachments/{n}', fileAs: 'application/octet-stream' },
  example: {
    input: { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb', n: 1 },
    output: {
      object: 'email_attachment',
      email_id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb',
      filename: 'receipt.txt',
      content_type: 'text/plain',
      size: 9,
      content: 'VGhhbmsgeW91',
    },
  },
  async run({ store, engine, signal, fail }, { id, n }) {
    const email = (await store.emails.byId(id)) ?? fail('not_found');
    const attachment =
      (await readAttachment(engine, email, n, signal)) ??
      fail('not_found', { message: `This email has no attachment ${n}` });
    return {
      object: 'email_attachment' as const,
      email_id: id,
      filename: attachment.filename ?? `${id}-${n}`,
      content_type: attachment.type,
      size: attachment.size,
      content: Buffer.from(attachment.content).toString('base64'),
    };
  },
});
