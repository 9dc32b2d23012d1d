import { FieldRefused } from './envelope.ts';
import { SendEmailAnswer, SendEmailRequest, VerifyEmailAnswer, VerifyEmailRequest } from './schemas.ts';
import { operation, type ToolInput } from './translation.ts';

export const sendEmail = operation({
  method: 'POST',
  path: '/emails',
  tool: 'send_tracked_email',
  operationId: 'v1SendEmail',
  tag: 'Emails',
  summary: 'Send one transactional email',
  request: SendEmailRequest,
  response: SendEmailAnswer,
  example: {
    request: {
      from: 'Ada <ada@example.com>',
      to: 'grace@example.org',
      subject: 'Hello',
      content: 'Hello **{{firstName|there}}**',
    },
    response: { success: true, message: 'Email accepted', id: 'eml_01k8zr6xw0e4m2v7c9q1b5t3hd' },
  },
  errors: ['invalid_from_address', 'domain_not_verified', 'RECIPIENT_RATE_LIMITED', 'rate_limit_exceeded'],
  fieldNames: { reply_to: 'replyTo', markdown: 'content', html: 'content', tiptap: 'content' },
  toInput({ body }): ToolInput<'send_tracked_email'> {
    return {
      from: body.from,
      to: body.to,
      subject: body.subject,
      markdown: body.contentType === 'MARKDOWN' ? contentText(body.content) : undefined,
      html: body.contentType === 'HTML' ? contentText(body.content) : undefined,
      tiptap: body.contentType === 'TIPTAP' ? tiptapDocument(body.content) : undefined,
      reply_to: body.replyTo,
      preview: body.preview,
      tracking: trackingAsked(body.tracking),
    };
  },
  toBody: ({ id }) => ({ message: 'Email accepted', id }),
});

function contentText(content: string | Record<string, unknown>): string {
  if (typeof content !== 'string') throw new FieldRefused('content', 'must be a string');
  if (content === '') throw new FieldRefused('content', 'must not be empty');
  return content;
}

/** v1 accepted any value before the field had a meaning, so other values still mean the domain's default. */
function trackingAsked(tracking: unknown): ToolInput<'send_tracked_email'>['tracking'] {
  const said = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
  if (typeof tracking !== 'object' || tracking === null) {
    return { opens: said(tracking), clicks: said(tracking) };
  }
  const { opens, clicks } = tracking as Record<string, unknown>;
  return { opens: said(opens), clicks: said(clicks) };
}

/** Accepts a document, or its JSON text as in the first v1 release. */
function tiptapDocument(content: string | Record<string, unknown>): Record<string, unknown> {
  if (typeof content !== 'string') return content;
  try {
    const document: unknown = JSON.parse(content);
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) {
      return document as Record<string, unknown>;
    }
  } catch {
    // Invalid JSON gets the same error below as JSON that is not an object.
  }
  throw new FieldRefused('content', 'must be the JSON text of a Tiptap document');
}

export const verifyEmail = operation({
  method: 'POST',
  path: '/emails/verify',
  tool: 'verify_email_address',
  operationId: 'v1VerifyEmail',
  tag: 'Emails',
  summary: 'Verify one email address',
  request: VerifyEmailRequest,
  response: VerifyEmailAnswer,
  example: {
    request: { email: 'grace@example.org' },
    response: { success: true, valid: true, error: null, code: null },
  },
  errors: [],
  toInput({ body }): ToolInput<'verify_email_address'> {
    return { email: body.email };
  },
  toBody: ({ valid, error, code }) => ({ valid, error, code }),
});
