import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { heldArguments } from './ask-person.ts';

/** Few are read at a time: the arguments of each may be a quarter of a megabyte. */
const readAtOnce = 10;

/**
 * Forgets the calls that wait for a yes and name a person who is erased, in the transaction that erases them: they are sealed, so
 * each is opened and looked at. Their assistants ask again, and then for someone less.
 */
export async function forgetHeldCalls(
  engine: Pick<Engine, 'secretBox'>,
  store: OrganizationStore,
  { id, email, externalId }: Pick<SubscriberRecord, 'id' | 'email' | 'externalId'>,
): Promise<void> {
  const names = [id, email, ...(externalId === null ? [] : [externalId])].map(asWritten);
  for (let after = 0; ; ) {
    const held = await store.approvals.heldAfter(after, readAtOnce);
    const naming = held.filter((call) => {
      const text = openedText(engine, call);
      return text === null || names.some((name) => text.includes(name));
    });
    await store.approvals.remove(naming.map(({ key }) => key));
    if (held.length < readAtOnce) return;
    after = held.at(-1)!.key;
  }
}

/** Null for what the instance's secret of today does not open: it can never be let through, and may name anyone. */
function openedText(
  engine: Pick<Engine, 'secretBox'>,
  call: Parameters<typeof heldArguments>[1],
): string | null {
  try {
    return JSON.stringify(heldArguments(engine, call)).toLowerCase();
  } catch {
    return null;
  }
}

/** As it stands within a JSON text, in either case. */
function asWritten(name: string): string {
  return JSON.stringify(name).slice(1, -1).toLowerCase();
}
