import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import {
  eventStates,
  IntegrationEvent,
  integrationEventAnswer,
} from '../../src/model/integration/integration.ts';
import { integrationEventExample, integrationExample } from './integration-example.ts';

export const listIntegrationEvents = defineTool({
  name: 'list_integration_events',
  title: 'List integration events',
  summary: 'List the events of an integration from the last 30 days with their results, newest first.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ id: IdInput, state: z.enum(eventStates).optional(), ...listFields }),
  output: listSchema(IntegrationEvent),
  failures: ['not_found'],
  effect: 'read',
  needs: 'webhooks.read',
  rest: { route: 'GET /integrations/{id}/events' },
  example: {
    input: { id: integrationExample.id, state: 'applied' },
    output: { object: 'list', data: [integrationEventExample], has_more: false },
  },
  async run({ store, fail }, { id, state, ...paging }) {
    const { key } = (await store.integrations.byId(id)) ?? fail('not_found');
    const request = await pageRequest(paging, store.queries, 'integration_events');
    return listAnswer(await store.integrationEvents.page(key, state, request), integrationEventAnswer);
  },
});
