import { invalidField } from '../../model/failure.ts';
import type { SubscriberFields } from '../../model/subscriber/subscriber.ts';
import { erasedMarkPrefix } from '../../model/subscriber/suppression.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { announceSuppressions } from '../ledger/announce-changes.ts';
import { erasedMark } from './recipient-marks.ts';

/**
 * Removes marks of erased people too. A complaint or an erasure needs proof of new consent (`consent`).
 * @throws Failure validation_error, after which the caller must roll back
 */
export async function removeSuppressions(
  { engine, now }: Pick<Scope, 'engine' | 'now'>,
  store: OrganizationStore,
  names: readonly string[],
  consent: SubscriberFields['consent'],
): Promise<string[]> {
  const marks = names.map((name) => erasedMark(engine, store.organization, name));
  const removed = await store.suppressions.remove([...names, ...marks], now);
  const isKept = removed.some(
    ({ origin, email }) => origin === 'complaint' || email.startsWith(erasedMarkPrefix),
  );
  if (isKept && !consent?.at && !consent?.source) {
    throw invalidField(
      'consent',
      'is required to remove a suppression left by a complaint or an erasure: at or source, when or how the person opted in again',
      'required',
    );
  }
  await announceSuppressions(store, 'suppression.removed', removed, now);
  return removed.map(({ id }) => id);
}
