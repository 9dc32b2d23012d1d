import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest, totalFor } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { countsOfSegments } from '../../src/engine/audience/count-segment.ts';
import {
  Segment,
  type SegmentCount,
  type SegmentRecord,
  segmentAnswer,
} from '../../src/model/segment/segment.ts';
import { segmentExample } from './segment-example.ts';

export const listSegments = defineTool({
  name: 'list_segments',
  title: 'List segments',
  summary: 'List segments, newest first.',
  advice: 'To refresh the count of a large segment, use get_segment.',
  toolset: 'audience',
  input: z.strictObject(listFields),
  output: listSchema(Segment),
  failures: [],
  effect: 'read',
  needs: 'subscribers.read',
  rest: { route: 'GET /segments' },
  example: {
    input: {},
    output: { object: 'list', data: [segmentExample], has_more: false },
  },
  async run({ engine, store, caller, now }, paging) {
    const request = await pageRequest(paging, store.queries, 'segments');
    const page = await store.segments.page(request);
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
