import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { erasedMarkPrefix, type NewSuppression, startsAtOnce } from '../../model/subscriber/suppression.ts';
import type { SoughtRecipient } from '../../store/records/permits/send-facts.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

/**
 * Only the instance's secret together with the address (a mailbox key) finds the mark, so an opt-out outlives the person's data
 * (GDPR article 17(3)(b) with 21(3)).
 */
export function erasedMark(
  { secretBox }: Pick<Engine, 'secretBox'>,
  organization: number,
  address: string,
): string {
  return (
    erasedMarkPrefix + secretBox.mac('erased address', `${organization}\n${address}`).toString('base64url')
  );
}

/** Replaces the address in the suppression list. A person who opted out or complained always gets a mark. */
export async function keepMarkOfErased(
  engine: Engine,
  store: OrganizationStore,
  erased: SubscriberRecord,
  now: number,
): Promise<void> {
  const email = erasedMark(engine, store.organization, erased.email);
  const kept = await store.suppressions.takeOut(erased.email, now);
  const marks: NewSuppression[] = kept.map((one) => ({ ...one, email, sourceId: null }));
  const own = ownWish(erased);
  if (own && !marks.some(({ scope }) => scope === own.scope)) {
    const id = engine.world.ids.id('sup');
    marks.push({ id, email, sourceId: null, startsAt: startsAtOnce, expiresAt: null, ...own });
  }
  await store.suppressions.suppress(marks, now);
}

function ownWish({
  status,
  unsubscribedAt,
}: SubscriberRecord): Pick<NewSuppression, 'origin' | 'scope'> | null {
  if (status === 'COMPLAINED') return { origin: 'complaint', scope: 'all' };
  return unsubscribedAt === null ? null : { origin: 'unsubscribe', scope: 'marketing' };
}

export function soughtRecipient(
  engine: Pick<Engine, 'secretBox'>,
  organization: number,
  email: string,
): SoughtRecipient {
  return { organization, email, erasedMark: erasedMark(engine, organization, email) };
}
