import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { OrganizationStore, type Store } from '../../store/store.ts';
import { everyoneMark, externalMarks, personMark } from '../context/person-mark.ts';
import type { Engine } from '../context/scope.ts';

/** Per transaction, a few milliseconds of the SQLite writer. `questions` are read, the others changed. */
export const forgottenRowsMax = { answers: 200, events: 50, questions: 500 };

type Person = Pick<SubscriberRecord, 'email' | 'id' | 'externalId'>;
type Sealing = Pick<Engine, 'secretBox'>;

/** Call it in the erasing transaction. @param questionsAfter the key that `forgetTracesAhead` reached */
export async function forgetTraces(
  engine: Sealing,
  store: OrganizationStore,
  person: Person,
  questionsAfter: number,
): Promise<void> {
  for (const forget of [forgetAnswers, forgetEvents]) {
    while (await forget(engine, store, person));
  }
  for (let after: number | null = questionsAfter; after !== null; ) {
    after = await store.approvals.forgetPerson(person.email, after, forgottenRowsMax.questions);
  }
}

/**
 * Runs before the erasure, which would otherwise hold the writer for long. Harmless without an erasure: the
 * keys stay taken, and an open approval is requested again. Returns the newest approval key read.
 */
export async function forgetTracesAhead(
  engine: Sealing,
  { database }: Pick<Store, 'database'>,
  organization: number,
  person: Person,
): Promise<number> {
  const inTransaction = async <Result>(work: (store: OrganizationStore) => Promise<Result>) =>
    await database.transaction((queries) => work(new OrganizationStore(queries, organization)));
  for (const forget of [forgetAnswers, forgetEvents]) {
    while (await inTransaction((store) => forget(engine, store, person)));
  }
  let reached = 0;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    reached = from;
    after = await inTransaction(({ approvals }) =>
      approvals.forgetPerson(person.email, from, forgottenRowsMax.questions),
    );
  }
  return reached;
}

async function forgetAnswers(engine: Sealing, store: OrganizationStore, person: Person): Promise<boolean> {
  const limit = forgottenRowsMax.answers;
  return (await store.idempotency.forgetPerson(marksOf(engine, store, person), limit)) === limit;
}

async function forgetEvents(engine: Sealing, store: OrganizationStore, person: Person): Promise<boolean> {
  const limit = forgottenRowsMax.events;
  const marks = [...marksOf(engine, store, person), ...externalMarks(engine, store.organization, person)];
  return (await store.integrationEvents.forgetPeople(marks, limit)) === limit;
}

function marksOf(
  { secretBox }: Sealing,
  { organization }: OrganizationStore,
  { email, id }: Person,
): string[] {
  return [
    personMark(secretBox, organization, email),
    personMark(secretBox, organization, id),
    everyoneMark(secretBox, organization),
  ];
}
