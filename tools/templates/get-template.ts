import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { findTemplate, findVersion } from '../../src/engine/templates/find-template.ts';
import { Template, templateAnswer } from '../../src/model/template/template.ts';
import { TemplateRefInput, TemplateVersionInput } from '../../src/model/template/template-input.ts';
import { templateExample } from './template-example.ts';

export const getTemplate = defineTool({
  name: 'get_template',
  title: 'Get template',
  summary: 'Show a template and its variables: the draft, or a published version.',
  toolset: 'campaigns',
  input: z.strictObject({
    template: TemplateRefInput,
    version: TemplateVersionInput.optional().describe('Default: the draft'),
  }),
  output: Template,
  failures: ['not_found', 'conflict'],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'GET /templates/{template}' },
  example: { input: { template: templateExample.name }, output: templateExample },
  async run({ store }, { template: idOrName, version: number }) {
    if (number === undefined) return templateAnswer(await findTemplate(store, idOrName));
    const { template, version } = await findVersion(store, idOrName, number);
    return templateAnswer(template, version);
  },
});
