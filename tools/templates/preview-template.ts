import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { previewTemplate as preview } from '../../src/engine/templates/preview-template.ts';
import {
  TemplateRefInput,
  TemplateVersionInput,
  VariableValuesInput,
} from '../../src/model/template/template-input.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';
import { Badge } from '../../src/model/verification/content/verdict.ts';
import { templateExample } from './template-example.ts';

export const previewTemplate = defineTool({
  name: 'preview_template',
  title: 'Preview template',
  summary: 'Render a template with values: the draft, or a published version. Nothing is sent.',
  toolset: 'campaigns',
  rare: true,
  input: z.strictObject({
    template: TemplateRefInput,
    version: TemplateVersionInput.optional().describe('Default: the draft'),
    variables: VariableValuesInput.optional().describe('Values by name. Default: the samples'),
  }),
  output: z.object({
    object: z.literal('template_preview'),
    id: z.string(),
    version: z.int().nullable().describe('null: the draft'),
    from: z.string().nullable(),
    reply_to: z.string().nullable(),
    subject: untrusted(z.string()),
    preview: untrusted(z.string().nullable()),
    html: untrusted(z.string()),
    text: untrusted(z.string()),
    missing: z.array(z.string()).describe('Required variables without a value or a sample'),
    problems: z.array(z.string()).describe('Reasons why publish_template would refuse the content'),
    badges: z.array(Badge).describe('Findings of content verification'),
  }),
  failures: ['not_found', 'conflict', 'service_unavailable'],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'POST /templates/{template}/preview' },
  app: 'ui://posthouse/email-preview',
  example: {
    input: { template: templateExample.name, variables: { number: 'R-18' } },
    output: {
      object: 'template_preview',
      id: templateExample.id,
      version: null,
      from: '"Acme" <hello@acme.example>',
      reply_to: null,
      subject: 'Your receipt R-18',
      preview: null,
      html: '<!doctype html><html>…</html>',
      text: 'Thank you, Ada',
      missing: [],
      problems: [],
      badges: [],
    },
  },
  async run(scope, input) {
    return await preview(scope, input);
  },
});
