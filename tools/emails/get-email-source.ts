import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { emailSource } from '../../src/engine/delivery/email-source.ts';
import { IdInput } from '../../src/model/id.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';

export const getEmailSource = defineTool({
  name: 'get_email_source',
  title: 'Get the source of an email',
  summary: 'Get the complete MIME message of an email, as it was or would be sent.',
  advice:
    'It also requires the scope subscribers.write, because links in the message act for the recipient. Assistants get the message without these links.',
  toolset: 'core',
  rare: true,
  input: z.strictObject({ id: IdInput.describe('eml_…') }),
  output: z.object({
    object: z.literal('email_source'),
    email_id: z.string(),
    filename: z.string(),
    content_type: z.literal('message/rfc822'),
    content: untrusted(z.string(), 'word').describe('Content in base64'),
  }),
  failures: ['not_found', 'conflict', 'restricted_api_key'],
  effect: 'read',
  needs: 'emails.read',
  rest: { route: 'GET /emails/{id}/source', fileAs: 'message/rfc822' },
  example: {
    input: { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' },
    output: {
      object: 'email_source',
      email_id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb',
      filename: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb.eml',
      content_type: 'message/rfc822',
      content: 'RnJvbTogaGVsbG9AYWNtZS5leGFtcGxlDQo=',
    },
  },
  async run({ store, engine, caller, fail }, { id }) {
    const email = (await store.emails.byId(id)) ?? fail('not_found');
    const message = await emailSource(engine, email, caller);
    if (message === null) return fail('not_found', { message: 'The content of this email has been deleted' });
    return {
      object: 'email_source' as const,
      email_id: id,
      filename: `${id}.eml`,
      content_type: 'message/rfc822' as const,
      content: message.toString('base64'),
    };
  },
});
