import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { heldArguments } from './ask-person.ts';
import { openMails } from './kept-mails.ts';

/** Held calls read in one statement. The arguments and mails of each have up to 650 K characters, and take a few milliseconds to open. */
const readAtOnce = 10;

type Person = Pick<SubscriberRecord, 'id' | 'email' | 'externalId'>;
type Sealing = Pick<Engine, 'secretBox'>;

/**
 * Removes the held calls whose arguments name a person, and the kept mails of decided questions that do, in the transaction that
 * erases them. The assistants of the calls ask again, without the person.
 * @param after the key that `forgetHeldCallsAhead` reached
 */
export async function forgetHeldCalls(
  engine: Sealing,
  store: OrganizationStore,
  person: Person,
  after: number,
): Promise<void> {
  await eachNaming(engine, store, person, after, (naming) => forget(store, naming));
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
  return await eachNaming(engine, store, person, 0, (naming) =>
    engine.store.database.transaction((queries) =>
      forget(new OrganizationStore(queries, organization), naming),
    ),
  );
}

/** Keys of questions that name a person: in their arguments, or in their mails alone. */
type Naming = { calls: number[]; mails: number[] };

async function forget({ approvals }: OrganizationStore, { calls, mails }: Naming): Promise<void> {
  await approvals.remove(calls);
  await approvals.forgetMails(mails);
}

/** Calls `remove` with the questions on each page that name a person. @returns the key of the last question that was read */
async function eachNaming(
  engine: Sealing,
  store: OrganizationStore,
  person: Person,
  after: number,
  remove: (naming: Naming) => Promise<void>,
): Promise<number> {
  const { id, email, externalId } = person;
  const names = [id, email, ...(externalId === null ? [] : [externalId])].map(asWritten);
  for (let reached = after; ; ) {
    const held = await store.approvals.sealedAfter(reached, readAtOnce);
    const naming: Naming = { calls: [], mails: [] };
    for (const call of held) {
      await nextTurn();
      const isNamed = (open: () => unknown) => {
        const text = openedText(open);
        return text === null || names.some((name) => text.includes(name));
      };
      if (call.arguments !== '' && isNamed(() => heldArguments(engine, call))) naming.calls.push(call.key);
      else if (call.mails !== '' && isNamed(() => openMails(engine, call.mails))) naming.mails.push(call.key);
    }
    if (naming.calls.length + naming.mails.length > 0) await remove(naming);
    reached = held.at(-1)?.key ?? reached;
    if (held.length < readAtOnce) return reached;
  }
}

/** Returns null for what the current secret does not open: it may name anyone. */
function openedText(open: () => unknown): string | null {
  try {
    return JSON.stringify(open()).toLowerCase();
  } catch {
    return null;
  }
}

/** Returns a name as it appears in JSON, in lower case. */
function asWritten(name: string): string {
  return JSON.stringify(name).slice(1, -1).toLowerCase();
}
