import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest, totalFor } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { countSegmentNow } from '../../src/engine/audience/count-segment.ts';
import { resolveRuleAlone } from '../../src/engine/audience/resolve-audience.ts';
import {
  Segment,
  type SegmentCount,
  type SegmentRecord,
  segmentAnswer,
} from '../../src/model/segment/segment.ts';
import type { OrganizationStore } from '../../src/store/store.ts';
import { segmentExample } from './segment-example.ts';

/** Each takes a few milliseconds. */
const countedNowMax = 5;

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
  async run({ store, caller, now }, paging) {
    const request = await pageRequest(paging, store.queries, 'segments');
    const page = await store.segments.page(request);
    const rows: [SegmentRecord, SegmentCount | null][] = [];
    let countedNow = 0;
    for (const segment of page.rows) {
      const mayCount = segment.counted !== null || countedNow < countedNowMax;
      if (segment.counted === null) countedNow += 1;
      rows.push([segment, mayCount ? await knownCount(store, segment, now) : null]);
    }
    return {
      ...listAnswer({ ...page, rows }, ([segment, counted]) => segmentAnswer(segment, counted)),
      // An organization has few segments.
      ...(await totalFor(caller, () => store.segments.count(), { isKept: true })),
    };
  },
});

/** A large segment has a kept count, from its creation or from get_segment. */
async function knownCount(
  store: OrganizationStore,
  { counted, rule }: SegmentRecord,
  now: number,
): Promise<SegmentCount | null> {
  return counted ?? (await countSegmentNow(store, await resolveRuleAlone(store, rule), now));
}
