import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest, totalFor } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { Segment, segmentAnswer } from '../../src/model/segment/segment.ts';
import { segmentExample } from './segment-example.ts';

export const listSegments = defineTool({
  name: 'list_segments',
  title: 'List segments',
  summary: 'List segments, newest first.',
  advice: 'To count the subscribers of a segment, use get_segment.',
  toolset: 'audience',
  input: z.strictObject(listFields),
  output: listSchema(Segment),
  failures: [],
  effect: 'read',
  needs: 'subscribers.read',
  rest: { route: 'GET /segments' },
  example: {
    input: {},
    output: { object: 'list', data: [{ ...segmentExample, subscriber_count: null }], has_more: false },
  },
  async run({ store, caller }, paging) {
    const request = await pageRequest(paging, store.queries, 'segments');
    const page = await store.segments.page(request);
    return {
      ...listAnswer(page, (segment) => segmentAnswer(segment, segment.counted)),
      // An organization has few segments.
      ...(await totalFor(caller, () => store.segments.count(), { isKept: true })),
    };
  },
});
