import type { NewSuppression, SuppressionRecord } from '../../model/subscriber/suppression.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { announceSuppressions } from '../ledger/announce-changes.ts';

/** Suppresses addresses and announces new suppressions. @returns a result for each, in order */
export async function addSuppressions(
  store: OrganizationStore,
  wanted: readonly NewSuppression[],
  now: number,
): Promise<{ suppression: SuppressionRecord; created: boolean }[]> {
  const standing = await store.suppressions.suppress(wanted, now);
  const added = standing.filter(({ created }) => created).map(({ suppression }) => suppression);
  await announceSuppressions(store, 'suppression.added', added, now);
  return standing;
}

/** Existing suppressions stay unchanged. @returns the number added */
export async function addNewSuppressions(
  store: OrganizationStore,
  wanted: readonly NewSuppression[],
  now: number,
): Promise<number> {
  const added = await store.suppressions.suppressNew(wanted, now);
  await announceSuppressions(store, 'suppression.added', added, now);
  return added.length;
}
