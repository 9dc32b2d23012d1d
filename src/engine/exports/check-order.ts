import { type ExportOrder, exportFaults, isUnfiltered } from '../../model/export/export-input.ts';
import { type FieldFault, invalidFields } from '../../model/failure.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { findSubscriber } from '../subscribers/find-subscriber.ts';

/** Rejects filters by unknown objects, because an empty file would look like an answer. @throws Failure validation_error */
export async function checkOrder(store: OrganizationStore, order: ExportOrder): Promise<void> {
  const faults = exportFaults(order);
  if (faults.length === 0) faults.push(...(await unknownNames(store, order)));
  if (faults.length > 0) throw invalidFields(faults);
}

async function unknownNames(store: OrganizationStore, order: ExportOrder): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const unknown = (path: string, what: string): void => {
    faults.push({ path, code: 'invalid', message: `is not a ${what} of this organization` });
  };
  if (order.tag !== undefined && (await store.tags.keysOf([order.tag])).length === 0) unknown('tag', 'tag');
  if (order.segment !== undefined && !(await store.segments.byIdOrName(order.segment))) {
    unknown('segment', 'segment');
  }
  if (order.campaign !== undefined && !(await store.campaigns.headById(order.campaign))) {
    unknown('campaign', 'campaign');
  }
  const { subscriber } = order;
  // Mail also goes to addresses without a subscriber.
  const isAddress = order.kind === 'emails' && subscriber?.includes('@');
  if (subscriber !== undefined && !isAddress && !(await findSubscriber(store, subscriber))) {
    unknown('subscriber', 'subscriber');
  }
  return faults;
}

export async function estimatedRows(store: OrganizationStore, order: ExportOrder): Promise<number | null> {
  return order.kind === 'subscribers' && isUnfiltered(order) ? await store.counts.read('subscribers') : null;
}
