import { z } from 'zod';
import { numberedPage, numberedPageFields, numberedPageSchema } from '../../src/contract/numbered-page.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { findSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { Event, EventName, eventAnswer } from '../../src/model/subscriber/event.ts';
import { SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { eventExample } from '../events/event-example.ts';

export const pageSubscriberEvents = defineTool({
  name: 'page_subscriber_events',
  title: 'Page through events of subscriber',
  summary: 'List the tracked events of a subscriber by page number or cursor, with the total.',
  toolset: 'audience',
  doors: ['v1'],
  input: z.strictObject({
    subscriber: SubscriberRefInput,
    name: EventName.optional(),
    ...numberedPageFields,
  }),
  output: numberedPageSchema(Event),
  failures: ['not_found'],
  effect: 'read',
  needs: 'events.read',
  rest: null,
  example: {
    input: { subscriber: 'ada@example.com', page: 1 },
    output: { items: [eventExample], total: 1 },
  },
  async run({ store, fail }, { subscriber, name, ...input }) {
    const { key } = (await findSubscriber(store, subscriber)) ?? fail('not_found');
    const { request, countUpTo } = await numberedPage(input, store.queries, {
      table: 'events',
      keyAt: (offset) => store.events.keyAt(key, name, offset),
    });
    const total =
      name === undefined
        ? await store.subscribers.eventCount(key)
        : await store.events.count(key, name, countUpTo);
    const rows = request ? (await store.events.page(key, name, request)).rows : [];
    return { items: rows.map(eventAnswer), total };
  },
});
