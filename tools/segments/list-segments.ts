import { z } from 'zod';
import {
  listAnswer,
  listFields,
  pageRequest,
  searchedAnswer,
  searchedListSchema,
  totalFor,
} from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { countsOfSegments } from '../../src/engine/audience/count-segment.ts';
import { segmentsOfPerson } from '../../src/engine/audience/segments-of-person.ts';
import { findSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import {
  Segment,
  type SegmentCount,
  type SegmentRecord,
  segmentAnswer,
} from '../../src/model/segment/segment.ts';
import { SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { segmentExample } from './segment-example.ts';

export const listSegments = defineTool({
  name: 'list_segments',
  title: 'List segments',
  summary: 'List segments, newest first.',
  advice: 'To refresh the count of a large segment, use get_segment.',
  toolset: 'audience',
  input: z.strictObject({
    ...listFields,
    subscriber: SubscriberRefInput.optional().describe('Only segments with this subscriber'),
  }),
  output: searchedListSchema(Segment),
  failures: ['not_found'],
  effect: 'read',
  needs: 'subscribers.read',
  rest: { route: 'GET /segments' },
  example: {
    input: {},
    output: { object: 'list', data: [segmentExample], has_more: false },
  },
  async run({ engine, store, caller, now, fail }, { subscriber, ...paging }) {
    const request = await pageRequest(paging, store.queries, 'segments');
    const page = await store.segments.page(request);
    if (subscriber !== undefined) {
      const { key } = (await findSubscriber(store, subscriber)) ?? fail('not_found');
      const found = await segmentsOfPerson(store, engine.world.clock, key, page, now);
      return searchedAnswer(found, request, (segment) => segmentAnswer(segment, segment.counted));
    }
    const counts = await countsOfSegments(engine, store, page.rows, now);
    const rows = page.rows.map((segment, index): [SegmentRecord, SegmentCount | null] => [
      segment,
      counts[index]!,
    ]);
    return {
      ...listAnswer({ ...page, rows }, ([segment, counted]) => segmentAnswer(segment, counted)),
      // An organization has few segments.
      ...(await totalFor(caller, () => store.segments.count(), { isKept: true })),
    };
  },
});
