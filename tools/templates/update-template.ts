import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertAsAsked } from '../../src/engine/approval/permit-checks.ts';
import { describeRename } from '../../src/engine/templates/describe-change.ts';
import { findTemplate, newestVersion } from '../../src/engine/templates/find-template.ts';
import { pickContent, Template, templateAnswer } from '../../src/model/template/template.ts';
import {
  changedContent,
  changedTemplateFields,
  TemplateRefInput,
} from '../../src/model/template/template-input.ts';
import { canonicalJson } from '../../src/model/text/canonical-json.ts';
import { templateExample } from './template-example.ts';

export const updateTemplate = defineTool({
  name: 'update_template',
  title: 'Update template',
  summary: 'Change the draft of a template.',
  advice:
    'Omitted fields keep their values; variables are replaced as a whole. Sends use the last published version, so call publish_template next.',
  toolset: 'campaigns',
  input: z.strictObject({ template: TemplateRefInput, ...changedTemplateFields }),
  output: Template,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'campaigns.write',
  rest: { route: 'PATCH /templates/{template}' },
  example: {
    input: { template: templateExample.name, subject: 'Receipt {{number}}' },
    output: { ...templateExample, subject: 'Receipt {{number}}', unpublished_changes: true },
  },
  async asks(scope, { template: idOrName, name }) {
    const template = await findTemplate(scope.store, idOrName);
    return describeRename(scope, template, await newestVersion(scope.store, template), name);
  },
  async run(scope, input) {
    const { template: idOrName, name, ...request } = input;
    const { id } = await findTemplate(scope.store, idOrName);
    return await scope.commit(async (store) => {
      const { templates } = store;
      const held = (await templates.hold(id)) ?? scope.fail('not_found');
      const content = changedContent(held, request);
      const published = await newestVersion(store, held);
      await assertAsAsked(scope, input, describeRename(scope, held, published, name));
      const next = {
        ...held,
        ...content,
        name: name ?? held.name,
        isChanged:
          published === undefined || canonicalJson(pickContent(published)) !== canonicalJson(content),
        revision: held.revision + 1,
        updatedAt: scope.now,
      };
      if (!(await templates.update(held, next))) {
        scope.fail('conflict', { message: 'Another template has this name' });
      }
      return templateAnswer(next);
    });
  },
});
