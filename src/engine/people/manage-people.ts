import { Failure } from '../../model/failure.ts';
import { type PersonRecord, peoplePerOrganizationMax } from '../../model/person/person.ts';
import { losesPower } from '../../model/person/roles.ts';
import { GrantRecords } from '../../store/records/access/oauth.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';

/** No token, grant or assistant can make an approver, because the caller of a tool must not control its approval. */

type Made = Pick<PersonRecord, 'name' | 'email' | 'emailKey' | 'roles'>;

/** Only the operator, and people at the console. This guard holds even if a door forgets the check. @throws Failure */
export function assertManagesPeople({ token, person, door }: Caller): void {
  if (token === null && (person !== undefined || door === 'cli')) return;
  throw new Failure('restricted_api_key', {
    message:
      'People can be managed only at the console and on the server’s command line, not with an API token',
  });
}

/** @throws Failure conflict when there are too many people, or one has this address */
export async function addPerson(
  { world: { ids } }: Pick<Engine, 'world'>,
  store: OrganizationStore,
  made: Made,
  now: number,
): Promise<PersonRecord> {
  const people = await store.people.holdAll();
  if (people.length >= peoplePerOrganizationMax) {
    throw new Failure('conflict', {
      message: `An organization has at most ${peoplePerOrganizationMax} people; remove one first`,
    });
  }
  assertFree(people, made);
  return await store.people.add({ id: ids.id('per'), ...made, createdAt: now, lastSeenAt: null });
}

/** Ends sessions and links if the person loses a role or changes address, and apps if they lose a role. @throws Failure conflict */
export async function changePerson(
  store: OrganizationStore,
  id: string,
  change: Partial<Made>,
  now: number,
): Promise<PersonRecord | undefined> {
  const people = await store.people.holdAll();
  const person = people.find((one) => one.id === id);
  if (!person) return undefined;
  const next = { ...person, ...change };
  assertAdminLeft(people, person, next);
  assertFree(
    people.filter((one) => one !== person),
    next,
  );
  await store.people.update(next);
  // A pending link was mailed to the old address.
  if (losesPower(person.roles, next.roles) || next.emailKey !== person.emailKey) {
    await store.sessions.endAll(person.key, now);
  }
  if (losesPower(person.roles, next.roles)) await grantsIn(store).endOfApprover(person.id, now);
  return next;
}

function grantsIn({ queries, organization }: OrganizationStore): GrantRecords {
  return new GrantRecords(queries, organization);
}

/** Also ends their apps. @returns false for an unknown id. @throws Failure conflict for the last admin */
export async function removePerson(store: OrganizationStore, id: string, now: number): Promise<boolean> {
  const people = await store.people.holdAll();
  const person = people.find((one) => one.id === id);
  if (!person) return false;
  assertAdminLeft(people, person, null);
  await grantsIn(store).endOfApprover(person.id, now);
  await store.people.delete(person.key);
  return true;
}

function assertAdminLeft(
  people: readonly PersonRecord[],
  person: PersonRecord,
  next: PersonRecord | null,
): void {
  const isAdmin = ({ roles }: Pick<PersonRecord, 'roles'>) => roles.includes('admin');
  if (!isAdmin(person) || (next && isAdmin(next))) return;
  if (people.some((one) => one !== person && isAdmin(one))) return;
  throw new Failure('conflict', {
    message: 'This is the last admin: make another person an admin first',
  });
}

function assertFree(others: readonly PersonRecord[], { emailKey }: Pick<Made, 'emailKey'>): void {
  if (emailKey === null || !others.some((one) => one.emailKey === emailKey)) return;
  throw new Failure('conflict', { message: 'A person in this organization already has this address' });
}
