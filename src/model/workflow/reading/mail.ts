import { formatMailbox, parseMailbox } from '../../address.ts';
import { type Body, checkTiptap, htmlBytesMax, markdownBytesMax } from '../../content/body.ts';
import { mergeFieldsIn } from '../../content/merge-fields.ts';
import { previewCharactersMax, subjectCharactersMax } from '../../email/send-body.ts';
import type { StepVariables } from '../../template/step-content.ts';
import { templateLimits } from '../../template/template.ts';
import { variableLimits } from '../../template/variables.ts';
import type { SendEmailConfig, StepTemplate, TriggerType } from '../definition.ts';
import { readFreeFields } from './free-fields.ts';
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
  'template',
  'variables',
] as const satisfies readonly (keyof SendEmailConfig | keyof StepTemplate | Body['kind'])[];

/** Reads a mail step. Its unsubscribe link is checked at activation, after rendering. */
export function readMail(fields: GivenFields, trigger: TriggerType | null): SendEmailConfig {
  if (fields.has('template')) return readTemplateMail(fields, trigger);
  if (fields.has('variables')) fields.fault('variables', 'needs a template');
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

/** The content is read at activation, which fixes the version of the template. */
function readTemplateMail(fields: GivenFields, trigger: TriggerType | null): SendEmailConfig {
  for (const name of ['subject', 'preview', ...bodyKinds]) {
    if (fields.has(name)) fields.fault(name, 'cannot stand beside template, which has its own');
  }
  return {
    from: readMailbox(fields, 'from'),
    replyTo: readMailbox(fields, 'replyTo'),
    subject: '',
    preview: null,
    body: emptyBody,
    transactional: fields.flag('transactional'),
    template: {
      name: fields.line('template', templateLimits.nameLength) ?? '',
      variables: readStepVariables(fields, trigger),
    },
  };
}

function readStepVariables(fields: GivenFields, trigger: TriggerType | null): StepVariables {
  const read = readFreeFields(fields, 'variables', variablesMax);
  for (const [name, value] of Object.entries(read)) {
    const path = ['variables', name];
    if (typeof value === 'string') {
      for (const message of mergeFieldFaults(value, { trigger, inMail: false })) fields.fault(path, message);
    } else if (!['number', 'boolean'].includes(typeof value)) {
      fields.fault(path, 'must be text, a number, true or false');
    }
  }
  return read as StepVariables;
}

const variablesMax = { keysMax: variableLimits.perTemplate, bytesMax: 16 * 1024 };

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
