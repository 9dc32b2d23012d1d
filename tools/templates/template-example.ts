import type { z } from 'zod';
import type { Template, TemplateSummary } from '../../src/model/template/template.ts';

export const templateSummaryExample: z.infer<typeof TemplateSummary> = {
  object: 'template',
  id: 'tpl_01kb4m2h9d5c8n1r4s6t9v0w3x',
  name: 'receipt',
  subject: 'Your receipt {{number}}',
  published_version: 1,
  unpublished_changes: false,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
};

export const templateExample: z.infer<typeof Template> = {
  ...templateSummaryExample,
  version: null,
  published_at: null,
  from: '"Acme" <hello@acme.example>',
  reply_to: null,
  preview: null,
  html: null,
  markdown: '# Thank you, {{first_name|friend}}\n\n[View receipt {{number}}]({{receipt_url}})',
  tiptap: null,
  variables: [
    { name: 'number', type: 'string', required: true, sample: 'R-17' },
    { name: 'first_name', type: 'string', required: false, sample: 'Ada' },
    { name: 'receipt_url', type: 'url', required: true, sample: 'https://acme.example/receipts/17' },
  ],
};
