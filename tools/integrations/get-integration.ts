import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { Integration, integrationAnswer } from '../../src/model/integration/integration.ts';
import { integrationExample } from './integration-example.ts';

export const getIntegration = defineTool({
  name: 'get_integration',
  title: 'Get integration',
  summary: 'Show an integration: URL, mapping, last event and last error.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ id: IdInput }),
  output: Integration,
  failures: ['not_found'],
  effect: 'read',
  needs: 'webhooks.read',
  rest: { route: 'GET /integrations/{id}' },
  example: { input: { id: integrationExample.id }, output: integrationExample },
  async run({ store, engine, fail }, { id }) {
    const integration = (await store.integrations.byId(id)) ?? fail('not_found');
    const standing = await store.integrations.standing(integration.key);
    return integrationAnswer(engine.settings.baseUrl, integration, standing);
  },
});
