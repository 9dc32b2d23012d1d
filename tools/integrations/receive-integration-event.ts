import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { receiveEvent } from '../../src/engine/integrations/receive-event.ts';
import { IdInput } from '../../src/model/id.ts';
import { integrationLimits } from '../../src/model/integration/integration.ts';
import { integrationExample } from './integration-example.ts';

const fullRetrySeconds = 60;

export const receiveIntegrationEvent = defineTool({
  name: 'receive_integration_event',
  title: 'Receive an integration event',
  summary: 'Store an event posted to an integration and queue it for processing.',
  toolset: 'automation',
  doors: ['integration'],
  input: z.strictObject({
    integrationId: IdInput,
    type: z.string().min(1).max(200),
    marks: z
      .array(z.string().max(64))
      .min(1)
      .max(4)
      .describe('Fingerprints that identify a repeated request'),
    body: z.string().max(integrationLimits.bodyOctetsMax).describe('The request body, as JSON text'),
    topic: z.string().max(400).nullable().describe('Source SNS topic'),
  }),
  output: z.object({
    object: z.literal('receipt'),
    integration_id: z.string(),
    recorded: z.enum(['kept', 'duplicate', 'not_taken']),
  }),
  failures: ['not_found', 'rate_limit_exceeded', 'invalid_signature'],
  effect: 'write',
  idempotent: true,
  needs: 'webhooks.write',
  rest: null,
  example: {
    input: {
      integrationId: integrationExample.id,
      type: 'customer.created',
      marks: ['w1Yw3vT0mY6nB2kQ8sR4xL5cD7fG9hJ1'],
      body: '{"id":"evt_1","type":"customer.created","data":{"object":{"email":"ada@example.com"}}}',
      topic: null,
    },
    output: { object: 'receipt', integration_id: integrationExample.id, recorded: 'kept' },
  },
  async run(scope, { integrationId, ...arrived }) {
    // The worker is not woken, because its next poll claims many events in one commit.
    return await scope.commit(async (store) => {
      const integration = (await store.integrations.byId(integrationId)) ?? scope.fail('not_found');
      const recorded = await receiveEvent(scope.engine, store, integration, arrived, scope.now);
      if (recorded === 'foreign_topic') return scope.fail('invalid_signature');
      if (recorded === 'full') {
        return scope.fail('rate_limit_exceeded', {
          message: 'Too many events of this integration are waiting; send the event again later',
          retryAfterSeconds: fullRetrySeconds,
        });
      }
      return { object: 'receipt' as const, integration_id: integration.id, recorded };
    });
  },
});
