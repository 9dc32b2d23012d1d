import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { heldArguments } from './ask-person.ts';

/** Held calls read in one statement. The arguments of each have up to 256 K characters, and take a few milliseconds to open. */
const readAtOnce = 10;

type Person = Pick<SubscriberRecord, 'id' | 'email' | 'externalId'>;
type Sealing = Pick<Engine, 'secretBox'>;

/**
 * Removes the held calls whose arguments name a person, in the transaction that erases them. Their assistants ask again, without the
 * person.
 * @param after the key that `forgetHeldCallsAhead` reached
 */
export async function forgetHeldCalls(
  engine: Sealing,
  store: OrganizationStore,
  person: Person,
  after: number,
): Promise<void> {
  await eachNaming(engine, store, person, after, (keys) => store.approvals.remove(keys));
}

/**
 * Removes the same calls before the erasure, so that it does not hold the writer while many calls are opened. Harmless if the erasure
 * does not follow: the assistants ask again.
 * @returns the key of the last call that was read
 */
export async function forgetHeldCallsAhead(
  engine: Sealing & Pick<Engine, 'store'>,
  organization: number,
  person: Person,
): Promise<number> {
  const store = engine.store.forOrganization(organization);
  return await eachNaming(engine, store, person, 0, (keys) =>
    engine.store.database.transaction((queries) =>
      new OrganizationStore(queries, organization).approvals.remove(keys),
    ),
  );
}

/** Calls `remove` with the keys of the calls on each page that name a person. @returns the key of the last call that was read */
async function eachNaming(
  engine: Sealing,
  store: OrganizationStore,
  person: Person,
  after: number,
  remove: (keys: readonly number[]) => Promise<void>,
): Promise<number> {
  const { id, email, externalId } = person;
  const names = [id, email, ...(externalId === null ? [] : [externalId])].map(asWritten);
  for (let reached = after; ; ) {
    const held = await store.approvals.heldAfter(reached, readAtOnce);
    const naming: number[] = [];
    for (const call of held) {
      await nextTurn();
      const text = openedText(engine, call);
      if (text === null || names.some((name) => text.includes(name))) naming.push(call.key);
    }
    if (naming.length > 0) await remove(naming);
    reached = held.at(-1)?.key ?? reached;
    if (held.length < readAtOnce) return reached;
  }
}

/** Returns null for arguments that the current secret does not open: the call cannot be let through, and may name anyone. */
function openedText(engine: Sealing, call: Parameters<typeof heldArguments>[1]): string | null {
  try {
    return JSON.stringify(heldArguments(engine, call)).toLowerCase();
  } catch {
    return null;
  }
}

/** Returns a name as it appears in JSON, in lower case. */
function asWritten(name: string): string {
  return JSON.stringify(name).slice(1, -1).toLowerCase();
}
