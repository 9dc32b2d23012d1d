import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { acceptedId, type Draft, sendFailures } from '../../src/engine/context/submission.ts';
import { RepeatedRequest, recordMarks } from '../../src/engine/integrations/prove-request.ts';
import { verifiedSend } from '../../src/engine/sending/verify-send.ts';
import { type Mailbox, parseMailbox } from '../../src/model/address.ts';
import { cleanSenderName } from '../../src/model/campaign/sender.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { readAuthMail } from '../../src/model/integration/auth-mail.ts';
import { integrationLimits } from '../../src/model/integration/integration.ts';
import { mailHeader } from '../../src/model/organization/mail-header.ts';
import { integrationExample } from './integration-example.ts';

export const sendAuthMail = defineTool({
  name: 'send_auth_mail',
  title: 'Send a sign-in mail',
  summary: 'Send the mail requested by the send-email hook of Supabase Auth.',
  toolset: 'automation',
  doors: ['integration'],
  input: z.strictObject({
    integrationId: IdInput,
    marks: z
      .array(z.string().max(64))
      .min(1)
      .max(4)
      .describe('Fingerprints that identify a repeated request'),
    body: z.string().max(integrationLimits.bodyOctetsMax).describe('The request body, as JSON text'),
  }),
  output: z.object({ object: z.literal('auth_mail'), ids: z.array(z.string()), repeated: z.boolean() }),
  failures: [...sendFailures, 'not_found'],
  effect: 'send',
  needs: 'emails.send',
  rest: null,
  example: {
    input: {
      integrationId: integrationExample.id,
      marks: ['w1Yw3vT0mY6nB2kQ8sR4xL5cD7fG9hJ1'],
      body: '{"user":{"email":"ada@example.com"},"email_data":{"email_action_type":"reauthentication","token":"123456"}}',
    },
    output: { object: 'auth_mail', ids: ['eml_01kaa0xq5v8m3c2n7r4t6w9yzb'], repeated: false },
  },
  async run(scope, { integrationId, marks, body }) {
    const { store, now } = scope;
    const integration = (await store.integrations.byId(integrationId)) ?? scope.fail('not_found');
    const { mapping, key } = integration;
    if (!integration.sends) {
      return scope.fail('restricted_api_key', {
        message: 'This integration cannot send mail. A person can allow it with update_integration and sends',
      });
    }
    const repeated = { object: 'auth_mail' as const, ids: [], repeated: true };
    // Before the gates, which would refuse a second mail to the same person.
    if (await store.integrationEvents.isMarked(key, marks, now)) return repeated;
    const request = readAuthMail(JSON.parse(body), mapping);
    if (request.kind === null)
      throw invalidField('body', `requests a mail that cannot be sent. ${request.why}`);
    const from = senderOf(mapping.from ?? scope.caller.organization.defaultFrom);
    const { organization } = scope.caller;
    const logo = mailHeader(organization, scope.engine.settings.baseUrl);
    const header = logo && `${logo}\n`;
    const drafts = await Promise.all(
      request.mails.map(async ({ to, subject, markdown, isOwn }): Promise<Draft> => {
        const draft: Draft = {
          from,
          to,
          replyTo: null,
          subject,
          preview: null,
          body: { kind: 'markdown', source: markdown },
        };
        // Only the organization's own templates are checked. The built-in texts only confirm an action of the person.
        return isOwn
          ? await verifiedSend(scope, { ...draft, body: { kind: 'markdown', source: markdown } })
          : { ...draft, body: { kind: 'markdown', source: header + markdown } };
      }),
    );
    try {
      return await scope.accept({
        source: 'api',
        mode: 'strict',
        drafts,
        alongside: recordMarks(store.organization, integration, marks, now),
        answer: (fates) => ({ object: 'auth_mail' as const, ids: fates.map(acceptedId), repeated: false }),
      });
    } catch (error) {
      if (error instanceof RepeatedRequest) return repeated;
      throw error;
    }

    function senderOf(text: string | null): Mailbox {
      const read = parseMailbox(text ?? '');
      if (!read.ok) {
        return scope.fail('invalid_from_address', {
          message: 'There is no sender: set from in the mapping, or default_from in the organization',
        });
      }
      const { displayName } = read.mailbox;
      return { ...read.mailbox, displayName: displayName ?? cleanSenderName(scope.caller.organization.name) };
    }
  },
});
