import { z } from 'zod';
import {
  countTotal,
  numberedPage,
  numberedPageFields,
  numberedPageSchema,
} from '../../src/contract/numbered-page.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { subscriberFilter } from '../../src/engine/audience/subscriber-filter.ts';
import { findDeepKey } from '../../src/engine/subscribers/find-deep-key.ts';
import { answerSubscribers } from '../../src/engine/subscribers/find-subscriber.ts';
import { Subscriber, subscriberFilterFields } from '../../src/model/subscriber/subscriber.ts';
import { subscriberExample } from './subscriber-example.ts';

export const pageSubscribers = defineTool({
  name: 'page_subscribers',
  title: 'Page through subscribers',
  summary: 'List subscribers by page number or cursor, with the total.',
  toolset: 'audience',
  doors: ['v1'],
  input: z.strictObject({ ...numberedPageFields, ...subscriberFilterFields }),
  output: numberedPageSchema(Subscriber),
  failures: [],
  effect: 'read',
  needs: 'subscribers.read',
  rest: null,
  example: { input: { page: 1, limit: 50 }, output: { items: [subscriberExample], total: 1 } },
  async run({ engine, store, now }, input) {
    const filter = await subscriberFilter(store, input);
    const list = store.subscribers.list(filter);
    const isUnfiltered = Object.values(filter).every((condition) => condition === undefined);
    const numbered = await numberedPage(input, store.queries, {
      table: 'subscribers',
      keyAt: (offset) => (isUnfiltered ? findDeepKey(engine, store, offset, now) : list.keyAt(offset)),
    });
    const page = numbered.request && (await store.subscribers.page(filter, numbered.request));
    const total = isUnfiltered
      ? await store.counts.read('subscribers')
      : await countTotal(numbered, page, (upTo, after) => list.count(upTo, after));
    return { items: await answerSubscribers(store, page?.rows ?? []), total };
  },
});
