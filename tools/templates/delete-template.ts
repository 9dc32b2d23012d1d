import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { findTemplate } from '../../src/engine/templates/find-template.ts';
import { TemplateRefInput } from '../../src/model/template/template-input.ts';
import { templateExample } from './template-example.ts';

export const deleteTemplate = defineTool({
  name: 'delete_template',
  title: 'Delete template',
  summary: 'Delete a template with its versions.',
  advice: 'Active workflows keep the version that they send.',
  toolset: 'campaigns',
  rare: true,
  input: z.strictObject({ template: TemplateRefInput }),
  output: z.object({ object: z.literal('template'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'campaigns.write',
  rest: { route: 'DELETE /templates/{template}' },
  example: {
    input: { template: templateExample.name },
    output: { object: 'template', id: templateExample.id, deleted: true },
  },
  async run(scope, { template: idOrName }) {
    const { id } = await findTemplate(scope.store, idOrName);
    return await scope.commit(async ({ templates }) => {
      const held = (await templates.hold(id)) ?? scope.fail('not_found');
      await templates.remove(held);
      return { object: 'template' as const, id, deleted: true as const };
    });
  },
});
