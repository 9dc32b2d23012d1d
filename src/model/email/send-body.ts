import { z } from 'zod';
import { isHeaderSafe, type Mailbox, parseMailbox } from '../address.ts';
import { type Body, checkTiptap, htmlBytesMax, markdownBytesMax } from '../content/body.ts';
import { Failure, type FieldFault, invalidFields } from '../failure.ts';
import { FreeObject } from '../free-fields.ts';

/** RFC 5322 2.1.1: a header line; the folded field itself may be longer, but nobody reads such a subject. */
export const subjectCharactersMax = 998;
export const previewCharactersMax = 200;

const bodyKinds = ['html', 'markdown', 'tiptap'] as const;

/** The fields of every send, in v2's words. */
export const sendFields = {
  from: z.string().describe('Address or Name <address>'),
  to: z
    .union([
      z.string(),
      z.array(z.string()).length(1, 'must be one address; several go with send_email_batch'),
    ])
    .describe('One recipient'),
  subject: z.string().min(1).max(subjectCharactersMax),
  html: z.string().min(1).optional().describe('Exactly one of html, markdown, tiptap'),
  markdown: z
    .string()
    .min(1)
    .optional()
    .describe('{{firstName|there}}, {{attributes.plan}}: from the subscriber, or the default after |'),
  tiptap: FreeObject.optional().describe('{type:"doc", content:[…]}'),
  reply_to: z.string().optional(),
  preview: z.string().max(previewCharactersMax).optional(),
};

export type SendBody = z.output<z.ZodObject<typeof sendFields>>;

/** A send whose every field was read: nothing in it is a caller's text where a mailbox is meant. */
export type ReadSend = {
  from: Mailbox;
  to: Mailbox;
  replyTo: Mailbox | null;
  subject: string;
  preview: string | null;
  body: Body;
};

/**
 * Reads the fields of one send.
 * @param path where the send stands in the request: `''`, or `emails[3]`
 * @throws Failure validation_error naming every wrong field; invalid_from_address
 */
export function readSend(send: SendBody, path = ''): ReadSend {
  const faults: FieldFault[] = [];
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  const fault = (field: string, message: string, code: FieldFault['code'] = 'invalid'): void => {
    faults.push({ path: at(field), code, message });
  };

  const from = parseMailbox(send.from);
  const to = parseMailbox(Array.isArray(send.to) ? send.to[0]! : send.to);
  if (!to.ok) fault('to', `is not one mailbox: ${to.message}`);
  const replyTo = send.reply_to === undefined ? null : parseMailbox(send.reply_to);
  if (replyTo && !replyTo.ok) fault('reply_to', `is not one mailbox: ${replyTo.message}`);
  if (!isHeaderSafe(send.subject)) fault('subject', 'must not contain line breaks or control characters');
  if (send.preview !== undefined && !isHeaderSafe(send.preview)) {
    fault('preview', 'must not contain line breaks or control characters');
  }
  const body = readBody(send, fault);
  if (faults.length > 0) throw invalidFields(faults);
  if (!from.ok) {
    throw new Failure('invalid_from_address', {
      message: `${at('from')} is not one mailbox: ${from.message}`,
      details: [{ path: at('from'), code: 'invalid', message: from.message }],
    });
  }
  return {
    from: from.mailbox,
    to: (to as Extract<typeof to, { ok: true }>).mailbox,
    replyTo: replyTo?.ok ? replyTo.mailbox : null,
    subject: send.subject,
    preview: send.preview ?? null,
    body: body!,
  };
}

function readBody(
  send: SendBody,
  fault: (field: string, message: string, code?: FieldFault['code']) => void,
): Body | null {
  const given = bodyKinds.filter((kind) => send[kind] !== undefined);
  const kind = given[0];
  if (kind === undefined) {
    fault('html', 'is required, or markdown, or tiptap: exactly one of the three', 'required');
    return null;
  }
  if (given.length > 1) {
    for (const other of given)
      fault(other, 'cannot be given with another body: exactly one of html, markdown, tiptap');
    return null;
  }
  if (kind === 'tiptap') {
    const checked = checkTiptap(send.tiptap);
    if (checked.ok) return { kind, source: checked.source };
    fault(['tiptap', ...checked.path].join('.'), checked.message);
    return null;
  }
  const source = send[kind]!;
  const bytesMax = kind === 'html' ? htmlBytesMax : markdownBytesMax;
  if (Buffer.byteLength(source) > bytesMax) {
    fault(kind, `must have at most ${bytesMax.toLocaleString('en')} bytes`);
    return null;
  }
  return { kind, source };
}
