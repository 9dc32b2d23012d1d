/** Values of the template editor: read from a template or a form, and passed to the tools. */
import type { z } from 'zod';
import type { getTemplate } from '../../../../../tools/templates/get-template.ts';
import { type Mark, marksIn } from '../../../../model/content/merge-fields.ts';
import { isKnownField } from '../../../../model/content/template/meant-field.ts';
import { variableLimits, variableTypes } from '../../../../model/template/variables.ts';
import { plainSender } from '../../shown.ts';
import { bodyIn, bodyRequest, type MailBody } from './mail-body.ts';

export type TemplateAnswer = z.output<typeof getTemplate.output>;
export type TemplateVariable = TemplateAnswer['variables'][number];
type VariableType = TemplateVariable['type'];

export type VariableValues = { name: string; type: string; required: boolean; sample: string };

export type TemplateValues = MailBody & {
  name: string;
  subject: string;
  preview: string;
  from: string;
  replyTo: string;
  variables: readonly VariableValues[];
};

const firstBody = `Hello {{first_name|there}},

thank you for your order {{order_number}}.

[See your order]({{order_url}})`;

export const emptyTemplate: TemplateValues = {
  name: '',
  subject: 'Your order {{order_number}}',
  preview: '',
  from: '',
  replyTo: '',
  kind: 'MARKDOWN',
  body: firstBody,
  variables: [
    { name: 'order_number', type: 'string', required: true, sample: 'R-17' },
    { name: 'first_name', type: 'string', required: false, sample: 'Ada' },
    { name: 'order_url', type: 'url', required: true, sample: 'https://example.com/orders/R-17' },
  ],
};

export function readValues(template: TemplateAnswer): TemplateValues {
  const { name, subject, preview, from, reply_to, html, markdown, tiptap, variables } = template;
  return {
    name,
    subject,
    preview: preview ?? '',
    from: plainSender(from ?? ''),
    replyTo: reply_to ?? '',
    kind: tiptap !== null ? 'TIPTAP' : html !== null ? 'HTML' : 'MARKDOWN',
    body: html ?? markdown ?? '',
    variables: variables.map(({ name, type, required, sample }) => ({
      name,
      type,
      required,
      sample: sample === null ? '' : String(sample),
    })),
  };
}

export function valuesIn(form: URLSearchParams): TemplateValues {
  const text = (name: string): string => form.get(name) ?? '';
  const values = {
    name: text('name'),
    subject: text('subject'),
    preview: text('preview'),
    from: text('from'),
    replyTo: text('replyTo'),
    ...bodyIn(form),
  };
  const declared = Array.from({ length: variableLimits.perTemplate }, (_, index) => String(index))
    .filter((at) => text(`name_${at}`) !== '' && !form.has(`remove_${at}`))
    .map((at) => ({
      name: text(`name_${at}`),
      type: text(`type_${at}`),
      required: form.has(`required_${at}`),
      sample: text(`sample_${at}`),
    }));
  return { ...values, variables: withPlaceholders(values, declared) };
}

type Field = Extract<Mark, { kind: 'field' }>;

/** Declares the placeholders of the text, so that a person only writes them there. A placeholder with a default is optional. */
function withPlaceholders(
  { subject, preview, body }: Pick<TemplateValues, 'subject' | 'preview' | 'body'>,
  declared: readonly VariableValues[],
): VariableValues[] {
  const names = new Set(declared.map(({ name }) => name));
  const found = new Map<string, boolean>();
  const fields = [subject, preview, body]
    .flatMap((text) => marksIn(text))
    .filter((mark): mark is Field => mark.kind === 'field');
  for (const { name, fallback } of fields) {
    if (names.has(name) || isKnownField(name) || name.includes('.')) continue;
    found.set(name, (found.get(name) ?? false) || fallback === '');
  }
  const added = [...found].map(([name, required]) => ({
    name,
    type: /url$/i.test(name) ? 'url' : 'string',
    required,
    sample: '',
  }));
  return [...declared, ...added].slice(0, variableLimits.perTemplate);
}

/** The input of `create_template` and `update_template`. */
export function requestFrom(values: TemplateValues): Record<string, unknown> {
  const { name, subject, preview, from, replyTo, variables } = values;
  return {
    name,
    subject,
    preview,
    from: from.trim() === '' ? null : from,
    reply_to: replyTo.trim() === '' ? null : replyTo,
    ...bodyRequest(values),
    variables: variables.map(({ name, type, required, sample }) => ({
      name,
      type,
      required,
      sample: sample === '' ? null : valueFrom(type as VariableType, sample),
    })),
  };
}

/** Returns other text as it is, so that the tool rejects it by name. */
export function valueFrom(type: VariableType, text: string): string | number | boolean {
  if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text.trim())) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const typeWords: Readonly<Record<VariableType, string>> = {
  string: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  url: 'Link',
};

export const typeOptions = variableTypes.map((value) => ({ value, label: typeWords[value] }));

export function describeType(type: VariableType): string {
  return typeWords[type];
}

export const templateFieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  subject: 'Subject',
  preview: 'Preview text',
  from: 'From',
  reply_to: 'Replies go to',
  html: 'Body',
  markdown: 'Body',
  variables: 'Placeholders',
  to: 'Address',
};
