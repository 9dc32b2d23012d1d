import { hourMs } from '../../model/instant.ts';
import type { CommittedCount } from '../../store/records/mail/email-metrics.ts';
import type { World } from '../../world/world.ts';

/** Older events come from mail of an earlier version that is counted now, not from this process. */
const newsMs = hourMs;

export function meteringMail({
  meters,
  clock,
}: Pick<World, 'meters' | 'clock'>): ((counted: Iterable<CommittedCount>) => void) | undefined {
  if (!meters) return undefined;
  return (counted) => {
    const since = clock.now() - newsMs;
    for (const { group, name, at, count, by } of counted) {
      if (at < since) continue;
      if (
        (group === 'reason' || group === 'test_reason') &&
        (count === 'bounced_hard' || count === 'bounced_soft')
      ) {
        meters.count('bounces_total', { class: name }, by);
      }
      if (group === 'provider' && count === 'complained') {
        meters.count('complaints_total', { provider: name }, by);
      }
    }
  };
}
