import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { heldArguments } from './ask-person.ts';
import { openMails } from './kept-mails.ts';

/** Each may have 650 K characters and take a few milliseconds to open. */
const readAtOnce = 10;

type Person = Pick<SubscriberRecord, 'id' | 'email' | 'externalId'>;
type Sealing = Pick<Engine, 'secretBox'>;

/** Deletes requests that name a person, in the erasing transaction. The assistants ask again. */
export async function forgetHeldCalls(
  engine: Sealing,
  store: OrganizationStore,
  person: Person,
  after: number,
): Promise<void> {
  await eachNaming(engine, store, person, after, (naming) => forget(store, naming));
}

/** Runs before the erasure, so that it holds the writer only briefly. Harmless without it: the assistants ask again. */
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

type Naming = { calls: number[]; mails: number[] };

async function forget({ approvals }: OrganizationStore, { calls, mails }: Naming): Promise<void> {
  await approvals.remove(calls);
  await approvals.forgetMails(mails);
}

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

/** Null for text sealed with another secret, which may name anyone. */
function openedText(open: () => unknown): string | null {
  try {
    return JSON.stringify(open()).toLowerCase();
  } catch {
    return null;
  }
}

function asWritten(name: string): string {
  return JSON.stringify(name).slice(1, -1).toLowerCase();
}
