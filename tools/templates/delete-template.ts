import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { assertAsAsked } from '../../src/engine/approval/permit-checks.ts';
import { describeDeletion } from '../../src/engine/templates/describe-change.ts';
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
  async asks({ store }, { template }) {
    return describeDeletion(await findTemplate(store, template));
  },
  async run(scope, input) {
    const { id } = await findTemplate(scope.store, input.template);
    return await scope.commit(async ({ templates }) => {
      const held = (await templates.hold(id)) ?? scope.fail('not_found');
      await assertAsAsked(scope, input, describeDeletion(held));
      await templates.remove(held);
      return { object: 'template' as const, id, deleted: true as const };
    });
  },
});
