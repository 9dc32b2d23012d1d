import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { InstantInput } from '../../src/model/instant.ts';
import { integrationLimits } from '../../src/model/integration/integration.ts';
import { addJobNow } from '../../src/store/jobs.ts';
import { integrationExample } from './integration-example.ts';

export const replayIntegrationEvents = defineTool({
  name: 'replay_integration_events',
  title: 'Replay integration events',
  summary: 'Apply kept events of an integration again: those that failed, or all since a time.',
  toolset: 'automation',
  input: z.strictObject({
    integrationId: IdInput,
    since: InstantInput.optional(),
    eventId: IdInput.optional().describe('One alone'),
  }),
  output: z.object({
    object: z.literal('replay'),
    integration_id: z.string(),
    replayed: z.int().describe('How many wait to be applied again'),
    has_more: z.boolean().describe('There may be more: ask again'),
  }),
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'webhooks.write',
  rest: { route: 'POST /integrations/{integrationId}/replay' },
  example: {
    input: { integrationId: integrationExample.id },
    output: { object: 'replay', integration_id: integrationExample.id, replayed: 3, has_more: false },
  },
  async run(scope, { integrationId, since, eventId }) {
    if (since !== undefined && eventId !== undefined) {
      throw invalidField('eventId', 'cannot be given together with since');
    }
    const { replayedMax } = integrationLimits;
    const answer = await scope.commit(async (store) => {
      const integration = (await store.integrations.byId(integrationId)) ?? scope.fail('not_found');
      const wanted =
        eventId !== undefined
          ? { id: eventId }
          : since !== undefined
            ? { since: Date.parse(since) }
            : 'failed';
      const ids = await store.integrationEvents.replay(integration.key, wanted, replayedMax);
      for (const subject of ids) {
        const job = { organization: store.organization, kind: 'apply_integration_event', subject } as const;
        await addJobNow(store.queries, job, scope.now);
      }
      return {
        object: 'replay' as const,
        integration_id: integration.id,
        replayed: ids.length,
        has_more: ids.length === replayedMax,
      };
    });
    scope.engine.wake();
    return answer;
  },
});
