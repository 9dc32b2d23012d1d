import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { findTemplate, findVersion } from '../../src/engine/templates/find-template.ts';
import { Instant, isoInstant } from '../../src/model/instant.ts';
import {
  Template,
  type TemplateRecord,
  type TemplateVersion,
  templateAnswer,
} from '../../src/model/template/template.ts';
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
  output: Template.extend({
    versions: z
      .array(z.object({ version: z.int(), published_at: Instant }))
      .describe('Newest versions, at most 20'),
  }),
  failures: ['not_found', 'conflict'],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'GET /templates/{template}' },
  example: {
    input: { template: templateExample.name },
    output: { ...templateExample, versions: [{ version: 1, published_at: templateExample.created_at }] },
  },
  async run({ store }, { template: idOrName, version: number }) {
    const answer = async (template: TemplateRecord, version?: TemplateVersion) => ({
      ...templateAnswer(template, version),
      versions: (await store.templates.versionHeads(template.key, versionsListedMax)).map(
        ({ version, publishedAt }) => ({ version, published_at: isoInstant(publishedAt) }),
      ),
    });
    if (number === undefined) return await answer(await findTemplate(store, idOrName));
    const { template, version } = await findVersion(store, idOrName, number);
    return await answer(template, version);
  },
});

const versionsListedMax = 20;
