import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { allFailed, messagesOfRange, oneMessage } from '../../src/engine/webhooks/replay-deliveries.ts';
import { endPause } from '../../src/engine/webhooks/webhook-status.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { InstantInput, isoInstant } from '../../src/model/instant.ts';
import { replayDeliveries } from '../../src/store/records/webhooks/webhook-history.ts';
import { deliveryExample } from './webhook-example.ts';

export const replayWebhookDeliveries = defineTool({
  name: 'replay_webhook_deliveries',
  title: 'Replay webhook deliveries',
  summary:
    'Send deliveries of a webhook again: one message, all since a time, or by default all failed ones.',
  advice: 'If complete is false, call again; if next_after is given, pass it as after.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({
    webhook: IdInput,
    message: IdInput.optional().describe('Message id'),
    since: InstantInput.optional(),
    after: IdInput.optional().describe('next_after of the last result'),
  }),
  output: z.object({
    object: z.literal('webhook_replay'),
    replayed: z.int().describe('Deliveries queued again'),
    complete: z.boolean().describe('false: call again; for a time range, pass next_after as after'),
    next_since: z.string().nullable(),
    next_after: z.string().nullable(),
  }),
  failures: ['not_found', 'conflict'],
  effect: 'write',
  adds: true,
  bulk: true,
  needs: 'webhooks.write',
  rest: {
    route: 'POST /webhooks/{webhook}/replay',
    aliases: ['POST /webhooks/{webhook}/events/{message}/replay'],
  },
  example: {
    input: { webhook: deliveryExample.webhook_id, since: '2026-11-21T00:00:00Z' },
    output: { object: 'webhook_replay', replayed: 42, complete: true, next_since: null, next_after: null },
  },
  async run(scope, { webhook: id, message, since, after }) {
    const [first, second] = ['message', 'since', 'after'].filter(
      (_, at) => [message, since, after][at] !== undefined,
    );
    if (first && second) throw invalidField(second, `cannot be given together with ${first}`);
    const start = after !== undefined ? { after } : since !== undefined ? { since: Date.parse(since) } : null;
    const range =
      start &&
      (await messagesOfRange(
        scope.store,
        (await scope.store.webhooks.byId(id)) ?? scope.fail('not_found'),
        start,
      ));
    const answer = await scope.commit(async (store) => {
      const webhook = (await store.webhooks.hold(id)) ?? scope.fail('not_found');
      if (webhook.state.status !== 'enabled') {
        return scope.fail('conflict', {
          message: 'The webhook is disabled. Save it with enabled: true first',
        });
      }
      const { messages, complete, last } =
        range ??
        (message !== undefined
          ? await oneMessage(store, webhook, message)
          : await allFailed(store, webhook, scope.now));
      await replayDeliveries(store, webhook.key, messages, scope.now);
      await endPause(store, webhook);
      return {
        object: 'webhook_replay' as const,
        replayed: messages.length,
        complete,
        next_since: last && isoInstant(last.at),
        next_after: last?.id ?? null,
      };
    });
    scope.engine.wake();
    return answer;
  },
});
