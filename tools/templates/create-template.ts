import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { bodyKinds } from '../../src/model/email/send-body.ts';
import { Template, templateAnswer, templateLimits } from '../../src/model/template/template.ts';
import { changedContent, newTemplateFields } from '../../src/model/template/template-input.ts';
import { templateExample } from './template-example.ts';

const { name, subject, from, markdown, variables } = templateExample;

export const createTemplate = defineTool({
  name: 'create_template',
  title: 'Create template',
  summary: 'Create a template: a stored email with variables, written as {{name}}.',
  advice: 'Declare each of them in variables. The template is a draft until you call publish_template.',
  toolset: 'campaigns',
  input: z.strictObject(newTemplateFields),
  exactlyOneOf: { fields: bodyKinds },
  output: Template,
  failures: ['conflict'],
  effect: 'write',
  adds: true,
  needs: 'campaigns.write',
  rest: { route: 'POST /templates', status: 201 },
  example: {
    input: { name, subject, from, markdown, variables },
    output: { ...templateExample, published_version: null, unpublished_changes: true },
  },
  async run(scope, { name, ...request }) {
    const { engine, now } = scope;
    const id = engine.world.ids.id('tpl');
    const template = {
      ...changedContent(null, request),
      id,
      name,
      publishedVersion: null,
      isChanged: true,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    return await scope.commit(async ({ templates }) => {
      if ((await templates.count()) >= templateLimits.perOrganization) {
        scope.fail('conflict', {
          message: `An organization has at most ${templateLimits.perOrganization.toLocaleString('en')} templates`,
        });
      }
      if (!(await templates.add(template))) {
        scope.fail('conflict', { message: 'Another template has this name' });
      }
      return templateAnswer({ ...template, key: 0 });
    });
  },
});
