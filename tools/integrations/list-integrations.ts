import { z } from 'zod';
import { limitMax, listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import {
  Integration,
  integrationAnswer,
  integrationLimits,
} from '../../src/model/integration/integration.ts';
import { alias } from '../../src/model/text/alias.ts';
import { integrationExample } from './integration-example.ts';

export const listIntegrations = defineTool({
  name: 'list_integrations',
  title: 'List integrations',
  summary: 'List integrations with their state.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({
    limit: z.int().min(1).max(limitMax).default(integrationLimits.perOrganizationMax).meta(alias),
    after: listFields.after.meta(alias),
    before: listFields.before.meta(alias),
  }),
  output: listSchema(Integration),
  failures: [],
  effect: 'read',
  needs: 'webhooks.read',
  rest: { route: 'GET /integrations' },
  example: { input: {}, output: { object: 'list', data: [integrationExample], has_more: false } },
  async run({ store, engine }, paging) {
    const request = await pageRequest(paging, store.queries, 'integrations');
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
