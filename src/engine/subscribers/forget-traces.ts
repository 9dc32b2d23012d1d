import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { OrganizationStore, type Store } from '../../store/store.ts';
import { everyoneMark, externalMarks, personMark } from '../context/person-mark.ts';
import type { Engine } from '../context/scope.ts';

/** Row limits of one transaction, which takes the SQLite writer a few milliseconds. `questions` are read, the others changed. */
export const forgottenRowsMax = { answers: 200, events: 50, questions: 500 };

type Person = Pick<SubscriberRecord, 'email' | 'id' | 'externalId'>;
type Sealing = Pick<Engine, 'secretBox'>;

/**
 * Forgets a person in kept answers, in events of other systems and in questions to people, in the transaction that erases them.
 * @param questionsAfter the key that `forgetTracesAhead` reached
 */
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
 * Forgets the same in bounded transactions before the erasure, because a person with very many keyed requests would otherwise hold the
 * writer until all their answers are gone. Harmless if the erasure does not follow: the keys stay taken, and an open question is
 * asked again.
 * @returns the key of the newest question that was read
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

/** Forgets the next kept answers. @returns true if answers may be left */
async function forgetAnswers(engine: Sealing, store: OrganizationStore, person: Person): Promise<boolean> {
  const limit = forgottenRowsMax.answers;
  return (await store.idempotency.forgetPerson(marksOf(engine, store, person), limit)) === limit;
}

/** Forgets the next events of other systems. @returns true if events may be left */
async function forgetEvents(engine: Sealing, store: OrganizationStore, person: Person): Promise<boolean> {
  const limit = forgottenRowsMax.events;
  const marks = [...marksOf(engine, store, person), ...externalMarks(engine, store.organization, person)];
  return (await store.integrationEvents.forgetPeople(marks, limit)) === limit;
}

/** The marks of records that name a person, or may. */
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
