import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerSubscriber, holdSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { keepSubscriber } from '../../src/engine/subscribers/keep-subscriber.ts';
import { Subscriber, SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { unsubscribed } from '../../src/model/subscriber/subscriber-change.ts';
import { shownAs } from '../../src/model/text/alias.ts';
import { oneLineOrNull, someLinesOrNull } from '../../src/model/text/text.ts';
import { subscriberExample } from './subscriber-example.ts';

export const unsubscribeSubscriber = defineTool({
  name: 'unsubscribe_subscriber',
  title: 'Unsubscribe subscriber',
  summary: 'Stop campaigns and other marketing mail to one subscriber.',
  advice:
    'Transactional mail continues. To stop all mail, use add_suppression. To subscribe them again, use create_subscriber with resubscribe: true.',
  toolset: 'audience',
  input: z.strictObject({
    subscriber: SubscriberRefInput,
    reason: someLinesOrNull(1_000).optional(),
    topic: oneLineOrNull(256)
      .optional()
      .describe('Recorded only; the subscriber leaves all campaigns')
      .meta(shownAs({ type: 'string', description: 'Recorded only: all topics stop' })),
  }),
  output: Subscriber,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'subscribers.write',
  rest: { route: 'POST /subscribers/{subscriber}/unsubscribe' },
  example: {
    input: { subscriber: 'ada@example.com', reason: 'Asked by phone' },
    output: {
      ...subscriberExample,
      status: 'UNSUBSCRIBED',
      unsubscribedAt: '2026-11-22T10:00:00.000Z',
      unsubscribeReason: 'Asked by phone',
    },
  },
  async run(scope, { subscriber, reason, topic }) {
    const because = { reason: reason || null, topic: topic || null };
    return await scope.commit(async (store) => {
      const known = (await holdSubscriber(store, subscriber)) ?? scope.fail('not_found');
      const next = unsubscribed(known, because, scope.now);
      return await answerSubscriber(store, await keepSubscriber(store, known, next, scope.now));
    });
  },
});
