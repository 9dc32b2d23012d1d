import { z } from 'zod';
import { listFields, searchedAnswer, searchedListSchema, searchRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { findSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { Event, EventName, eventAnswer } from '../../src/model/subscriber/event.ts';
import { SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { eventExample } from '../events/event-example.ts';

export const listSubscriberEvents = defineTool({
  name: 'list_subscriber_events',
  title: 'List events of subscriber',
  summary: 'List the events tracked for a subscriber, newest first.',
  advice: 'For emails, use list_emails.',
  toolset: 'audience',
  input: z.strictObject({
    subscriber: SubscriberRefInput,
    name: EventName.optional().describe('Event name'),
    ...listFields,
  }),
  output: searchedListSchema(Event),
  failures: ['not_found'],
  effect: 'read',
  needs: 'events.read',
  rest: { route: 'GET /subscribers/{subscriber}/events' },
  example: {
    input: { subscriber: 'ada@example.com', name: 'order.paid' },
    output: { object: 'list', data: [eventExample], has_more: false },
  },
  async run({ store, fail, signal }, { subscriber, name, ...paging }) {
    const { key } = (await findSubscriber(store, subscriber)) ?? fail('not_found');
    const request = await searchRequest(paging, store.queries, 'events', signal);
    return searchedAnswer(await store.events.page(key, name, request), request, eventAnswer);
  },
});
