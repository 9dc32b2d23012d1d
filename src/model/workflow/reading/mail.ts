import { formatMailbox, parseMailbox } from '../../address.ts';
import { type Body, checkTiptap, htmlBytesMax, markdownBytesMax } from '../../content/body.ts';
import { mergeFieldsIn } from '../../content/merge-fields.ts';
import { previewCharactersMax, subjectCharactersMax } from '../../email/send-body.ts';
import type { SendEmailConfig, TriggerType } from '../definition.ts';
import type { GivenFields } from './given-fields.ts';
import { mergeFieldFaults } from './merge-fields.ts';

const bodyKinds = ['html', 'markdown', 'tiptap'] as const;
const emptyBody: Body = { kind: 'markdown', source: '' };

export const mailFields = [
  'from',
  'replyTo',
  'subject',
  'preview',
  ...bodyKinds,
  'transactional',
] as const satisfies readonly (keyof SendEmailConfig | Body['kind'])[];

/** Reads a mail step. Its unsubscribe link is checked at activation, after rendering. */
export function readMail(fields: GivenFields, trigger: TriggerType | null): SendEmailConfig {
  const subject = fields.required('subject', 'the subject of the mail')
    ? fields.line('subject', subjectCharactersMax)
    : '';
  if (subject === null && typeof fields.value('subject') === 'string') {
    fields.fault('subject', 'must not be empty');
  }
  const mail: SendEmailConfig = {
    from: readMailbox(fields, 'from'),
    replyTo: readMailbox(fields, 'replyTo'),
    subject: subject ?? '',
    preview: fields.line('preview', previewCharactersMax),
    body: readBody(fields),
    transactional: fields.flag('transactional'),
  };
  const { kind, source } = mail.body;
  if (source !== '' && !mail.transactional && !mergeFieldsIn(source).includes('unsubscribeUrl')) {
    fields.fault(
      kind,
      'must show {{unsubscribeUrl}} as a link, such as [Unsubscribe]({{unsubscribeUrl}}); receipts and the like take transactional: true instead',
    );
  }
  for (const [name, text] of [
    ['subject', mail.subject],
    ['preview', mail.preview ?? ''],
    [kind, source],
  ] as const) {
    for (const message of mergeFieldFaults(text, { trigger, inMail: true })) fields.fault(name, message);
  }
  return mail;
}

function readMailbox(fields: GivenFields, name: 'from' | 'replyTo'): string | null {
  const value = fields.value(name);
  if (value === undefined || value === '') return null;
  const read = typeof value === 'string' ? parseMailbox(value) : null;
  if (read?.ok) return formatMailbox(read.mailbox);
  fields.fault(
    name,
    `must be one mailbox, such as Acme <hello@acme.dev>${read === null ? '' : `. ${read.message}`}`,
  );
  return null;
}

function readBody(fields: GivenFields): Body {
  const given = bodyKinds.filter((kind) => fields.has(kind));
  const [kind] = given;
  if (kind === undefined) {
    fields.fault('markdown', 'is required, or html, or tiptap: exactly one of the three', 'required');
    return emptyBody;
  }
  if (given.length > 1) {
    for (const one of given) {
      fields.fault(one, 'cannot stand beside another body: exactly one of html, markdown, tiptap');
    }
    return emptyBody;
  }
  const value = fields.value(kind);
  if (kind === 'tiptap') {
    const checked = checkTiptap(value);
    if (checked.ok) return { kind, source: checked.source };
    fields.fault([kind, ...checked.path], checked.message);
    return emptyBody;
  }
  const bytesMax = kind === 'html' ? htmlBytesMax : markdownBytesMax;
  if (typeof value !== 'string' || value.trim() === '') {
    fields.fault(kind, `must be the text of the mail in ${kind === 'html' ? 'HTML' : 'Markdown'}`);
    return emptyBody;
  }
  if (Buffer.byteLength(value) > bytesMax) {
    fields.fault(kind, `must have at most ${bytesMax.toLocaleString('en')} bytes`);
    return emptyBody;
  }
  return { kind, source: value };
}
