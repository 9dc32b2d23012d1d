import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { replayFailed, replayOne, replaySince } from '../../src/engine/webhooks/replay-deliveries.ts';
import { endPause } from '../../src/engine/webhooks/webhook-status.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { InstantInput, isoInstant } from '../../src/model/instant.ts';
import { deliveryExample } from './webhook-example.ts';

export const replayWebhookDeliveries = defineTool({
  name: 'replay_webhook_deliveries',
  title: 'Replay webhook deliveries',
  summary: 'Send again one message, all since a time, or else all that failed.',
  toolset: 'automation',
  input: z.strictObject({
    webhook: IdInput,
    message: IdInput.optional(),
    since: InstantInput.optional(),
  }),
  output: z.object({
    object: z.literal('webhook_replay'),
    replayed: z.int().describe('Deliveries due now'),
    complete: z.boolean().describe('false: call again, for a range with next_since as since'),
    next_since: z.string().nullable(),
  }),
  failures: ['not_found', 'conflict'],
  effect: 'write',
  looksOutside: true,
  adds: true,
  bulk: true,
  needs: 'webhooks.write',
  rest: {
    route: 'POST /webhooks/{webhook}/replay',
    aliases: ['POST /webhooks/{webhook}/events/{message}/replay'],
  },
  example: {
    input: { webhook: deliveryExample.webhook_id, since: '2026-11-21T00:00:00Z' },
    output: { object: 'webhook_replay', replayed: 42, complete: true, next_since: null },
  },
  async run(scope, { webhook: id, message, since }) {
    if (message !== undefined && since !== undefined) {
      throw invalidField('since', 'cannot be given together with message');
    }
    const answer = await scope.commit(async (store) => {
      const webhook = (await store.webhooks.hold(id)) ?? scope.fail('not_found');
      if (webhook.state.status !== 'enabled') {
        return scope.fail('conflict', {
          message: 'The webhook is disabled. Save it with enabled: true first',
        });
      }
      const { replayed, hasMore, nextSince } =
        message !== undefined
          ? await replayOne(store, webhook, message, scope.now)
          : since !== undefined
            ? await replaySince(store, webhook, Date.parse(since), scope.now)
            : await replayFailed(store, webhook, scope.now);
      await endPause(store, webhook);
      return {
        object: 'webhook_replay' as const,
        replayed,
        complete: !hasMore,
        next_since: nextSince === null ? null : isoInstant(nextSince),
      };
    });
    scope.engine.wake();
    return answer;
  },
});
