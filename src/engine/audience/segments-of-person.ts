import type { SegmentRecord } from '../../model/segment/segment.ts';
import type { Page } from '../../store/page.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { World } from '../../world/world.ts';
import { resolveRuleAlone } from './resolve-audience.ts';

/** A rule about one person takes about a millisecond, but counts of many events may take longer. */
const examinedMsMax = 250;

/**
 * Keeps the segments of a page whose rule matches a subscriber now. `next` is set if there are more, or if the time is
 * over.
 */
export async function segmentsOfPerson(
  store: OrganizationStore,
  { monotonic }: Pick<World['clock'], 'monotonic'>,
  subscriber: number,
  page: Page<SegmentRecord>,
  now: number,
): Promise<Page<SegmentRecord>> {
  const began = monotonic();
  const rows: SegmentRecord[] = [];
  const range = { above: subscriber - 1, upTo: subscriber };
  for (const [index, segment] of page.rows.entries()) {
    const found = await store.audiences.among(await resolveRuleAlone(store, segment.rule), range, now, 1);
    if (found.length > 0) rows.push(segment);
    const isLast = index === page.rows.length - 1;
    if (isLast ? page.hasMore : monotonic() - began >= examinedMsMax) {
      return { rows, hasMore: true, next: segment.id };
    }
  }
  return { rows, hasMore: false };
}
