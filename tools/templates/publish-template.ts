import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { askToPublish, publishTemplate as publish } from '../../src/engine/templates/publish-template.ts';
import { Template, templateAnswer } from '../../src/model/template/template.ts';
import { TemplateRefInput } from '../../src/model/template/template-input.ts';
import { Badge } from '../../src/model/verification/content/verdict.ts';
import { templateExample } from './template-example.ts';

export const publishTemplate = defineTool({
  name: 'publish_template',
  title: 'Publish template',
  summary: 'Check the draft of a template and publish it as the version that sends use.',
  advice: 'It sends nothing.',
  toolset: 'campaigns',
  input: z.strictObject({ template: TemplateRefInput }),
  output: Template.extend({ badges: z.array(Badge).describe('Findings of content verification') }),
  failures: [
    'not_found',
    'conflict',
    'content_verification_failed',
    'content_verification_unavailable',
    'service_unavailable',
  ],
  effect: 'write',
  idempotent: true,
  needs: 'campaigns.write',
  rest: { route: 'POST /templates/{template}/publish' },
  example: { input: { template: templateExample.name }, output: { ...templateExample, badges: [] } },
  asks: askToPublish,
  async run(scope, input) {
    const { template, badges } = await publish(scope, input);
    return { ...templateAnswer(template), badges: [...badges] };
  },
});
