import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { readBodies } from '../../src/engine/content/read-bodies.ts';
import { linksFor } from '../../src/engine/content/system-links.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { emailSource } from '../../src/engine/delivery/email-source.ts';
import { mergeWarnings } from '../../src/model/content/merge-fields.ts';
import { capturedSentence } from '../../src/model/email/captured.ts';
import {
  contentRemovedAt,
  Email,
  type EmailEvent,
  type EmailRecord,
  emailSummary,
} from '../../src/model/email/email.ts';
import { IdInput } from '../../src/model/id.ts';
import { isoInstant } from '../../src/model/instant.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';

export const getEmail = defineTool({
  name: 'get_email',
  title: 'Get an email',
  summary: 'Show one email with its content, last_event and all events.',
  advice:
    'The event sent means that the next server accepted the email; delivered means that the recipient’s server did. Warnings are in the event queued.',
  toolset: 'core',
  input: z.strictObject({
    id: IdInput.describe('eml_…'),
    source: z.boolean().default(false).describe('Include the complete MIME message'),
  }),
  output: Email.extend({ source: untrusted(z.string().nullable(), 'word').optional() }),
  failures: ['not_found', 'conflict', 'restricted_api_key'],
  effect: 'read',
  needs: 'emails.read',
  rest: { route: 'GET /emails/{id}' },
  app: 'ui://posthouse/email-preview',
  example: {
    input: { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' },
    output: {
      object: 'email',
      id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb',
      from: 'hello@acme.example',
      to: ['ada@example.com'],
      reply_to: null,
      subject: 'Your receipt',
      preview: null,
      last_event: 'delivered',
      created_at: '2026-11-21T09:30:00.000Z',
      sent_at: '2026-11-21T09:30:00.000Z',
      message_id: '<eml_01kaa0xq5v8m3c2n7r4t6w9yzb@acme.example>',
      source: 'api',
      delivery_mode: 'test',
      subscriber_id: null,
      campaign_id: null,
      workflow_run_id: null,
      html: '<!doctype html><html>…</html>',
      text: 'Thank you',
      cause: [{ operation: 'send_email', door: 'v2', token_id: 'tok_01kaa0xq5v8m3c2n7r4t6w9yzc' }],
      template: null,
      content_removed_at: null,
      attachments: [],
      badges: [],
      events: [
        { type: 'queued', created_at: '2026-11-21T09:30:00.000Z', machine: false, data: {} },
        { type: 'delivered', created_at: '2026-11-21T09:30:00.000Z', machine: false, data: {} },
      ],
    },
  },
  async run(scope, { id, source }) {
    const email = (await scope.store.emails.byId(id)) ?? scope.fail('not_found');
    const message = source ? await emailSource(scope.engine, email, scope.caller) : null;
    return {
      ...(await wholeEmail(scope, email)),
      ...(source && { source: message?.toString('base64') ?? null }),
    };
  },
});

export async function wholeEmail(
  { store, engine, caller, signal }: Pick<Scope, 'store' | 'engine' | 'caller' | 'signal'>,
  email: EmailRecord,
): Promise<z.input<typeof Email>> {
  const events = await store.emails.timeline(email.id);
  const content = await readBodies(engine, email, linksFor(caller), { rank: 'look', signal });
  return {
    ...emailSummary(email),
    html: content?.html ?? null,
    text: content?.text ?? null,
    cause: email.cause && [...email.cause],
    template: email.template,
    content_removed_at: contentRemovedAt(email),
    attachments: (content?.attachments ?? []).map(({ filename, type, size, contentId }) => ({
      filename,
      content_type: type,
      size,
      ...(contentId !== undefined && { content_id: contentId }),
    })),
    badges: email.badges ?? [],
    events: [queuedEvent(email), ...events].map((event) => ({
      type: event.type,
      created_at: isoInstant(event.at),
      machine: event.machine,
      data: event.details,
    })),
  };
}

/** The first event of every mail, with warnings for its sender. */
function queuedEvent(email: EmailRecord): EmailEvent {
  const missing = mergeWarnings(email.mergeMissing ?? [], email.workflowRunId !== null);
  const warnings =
    email.deliveryMode === 'captured'
      ? [...missing, { field: 'sending_enabled', message: capturedSentence }]
      : missing;
  return {
    type: 'queued',
    at: email.createdAt,
    machine: false,
    details: warnings.length === 0 ? {} : { warnings },
  };
}
