import { z } from 'zod';
import { listAnswer, listFields, listOf, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { Integration, integrationAnswer } from '../../src/model/integration/integration.ts';
import { integrationExample } from './integration-example.ts';

export const listIntegrations = defineTool({
  name: 'list_integrations',
  title: 'List integrations',
  summary: 'List integrations: proof, last event, last fault.',
  toolset: 'automation',
  input: z.strictObject(listFields),
  output: listOf(Integration),
  failures: [],
  effect: 'read',
  needs: 'webhooks.read',
  rest: { route: 'GET /integrations' },
  example: { input: {}, output: { object: 'list', data: [integrationExample], has_more: false } },
  async run({ store, engine }, paging) {
    const request = await pageRequest(paging, (id) => store.integrations.keyOf(id));
    const page = await store.integrations.page(request);
    const standings = await store.integrations.standings(page.rows.map(({ key }) => key));
    return listAnswer(page, (one) =>
      integrationAnswer(
        engine.settings.baseUrl,
        one,
        standings.get(one.key) ?? { topic: null, lastFault: null, lastFaultAt: null, lastReceivedAt: null },
      ),
    );
  },
});
