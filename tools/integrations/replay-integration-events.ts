import { z } from 'zod';
import { limitMax } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { replayTerms } from '../../src/engine/integrations/apply-event.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { InstantInput } from '../../src/model/instant.ts';
import { addJobNow, addJobsOnTerms } from '../../src/store/jobs.ts';
import { integrationExample } from './integration-example.ts';

export const replayIntegrationEvents = defineTool({
  name: 'replay_integration_events',
  title: 'Replay integration events',
  summary:
    'Process events of an integration again: one event, all since a time, or by default all failed ones.',
  advice: 'While has_more is true, call again.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({
    id: IdInput,
    since: InstantInput.optional(),
    limit: z.int().min(1).max(limitMax).default(limitMax),
    eventId: IdInput.optional(),
  }),
  output: z.object({
    object: z.literal('replay'),
    integration_id: z.string(),
    replayed: z.int().describe('Events queued again'),
    has_more: z.boolean().describe('true: call again for the remaining events'),
  }),
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'webhooks.write',
  rest: { route: 'POST /integrations/{id}/replay' },
  example: {
    input: { id: integrationExample.id },
    output: { object: 'replay', integration_id: integrationExample.id, replayed: 3, has_more: false },
  },
  async run(scope, { id, since, eventId, limit }) {
    if (since !== undefined && eventId !== undefined) {
      throw invalidField('eventId', 'cannot be given together with since');
    }
    const answer = await scope.commit(async (store) => {
      const integration = (await store.integrations.byId(id)) ?? scope.fail('not_found');
      const wanted =
        eventId !== undefined
          ? { id: eventId }
          : since !== undefined
            ? { since: Date.parse(since) }
            : 'failed';
      const ids = await store.integrationEvents.replay(integration.key, wanted, limit);
      const { assistant, chain } = store.origin;
      for (const subject of ids) {
        const job = { organization: store.organization, kind: 'apply_integration_event', subject } as const;
        if (assistant === null) await addJobNow(store.queries, job, scope.now);
        else
          await addJobsOnTerms(
            store.queries,
            [{ ...job, runAt: scope.now, terms: replayTerms(assistant, chain) }],
            scope.now,
          );
      }
      return {
        object: 'replay' as const,
        integration_id: integration.id,
        replayed: ids.length,
        has_more: ids.length === limit,
      };
    });
    scope.engine.wake();
    return answer;
  },
});
