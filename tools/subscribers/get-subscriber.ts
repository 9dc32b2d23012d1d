import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerSubscriber, findSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { Subscriber, SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { subscriberExample } from './subscriber-example.ts';

export const getSubscriber = defineTool({
  name: 'get_subscriber',
  title: 'Get subscriber',
  summary: 'Show one subscriber with status, attributes and tags.',
  advice: 'For their events, use list_subscriber_events.',
  toolset: 'core',
  input: z.strictObject({ subscriber: SubscriberRefInput }),
  output: Subscriber,
  failures: ['not_found'],
  effect: 'read',
  needs: 'subscribers.read',
  rest: { route: 'GET /subscribers/{subscriber}' },
  example: { input: { subscriber: 'ada@example.com' }, output: subscriberExample },
  async run({ store, fail }, { subscriber }) {
    const found = (await findSubscriber(store, subscriber)) ?? fail('not_found');
    return await answerSubscriber(store, found);
  },
});
