import { hash } from 'node:crypto';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import { scopesOfRoles } from '../../model/person/roles.ts';
import { isSessionLive, notesSeen, type SessionRecord, type SignInWay } from '../../model/person/session.ts';
import { clientName } from '../../model/text/text.ts';
import { personOfKey } from '../../store/records/access/people.ts';
import { endSessionBySecret, sessionBySecret } from '../../store/records/access/person-sessions.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { auditPerson } from './audit-person.ts';

/** Console sessions. Only the SHA-256 of a session's secret is stored. */

/** 256 bits. */
const secretBytes = 32;
const secretShape = /^[\w-]{43}$/;

export function hashOfSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

export function newSecret({ world: { ids } }: Pick<Engine, 'world'>): string {
  return ids.bytes(secretBytes).toString('base64url');
}

export type Visitor = { client: string | undefined; requestId: string };

export type SignedIn = { session: SessionRecord; person: PersonRecord; organization: OrganizationRecord };

/** Begins a session in the transaction of the sign-in. @returns the secret for the cookie */
export async function beginSession(
  engine: Pick<Engine, 'world'>,
  store: OrganizationStore,
  person: PersonRecord,
  way: SignInWay,
  visitor: Visitor,
): Promise<string> {
  const now = engine.world.clock.now();
  const secret = newSecret(engine);
  const session = {
    id: engine.world.ids.id('pse'),
    person: person.key,
    way,
    client: clientName(visitor.client),
    createdAt: now,
    seenAt: now,
  };
  await store.sessions.add(session, hashOfSecret(secret));
  await store.people.see(person.key, now);
  await auditPerson(engine, store, person, { tool: 'sign_in', about: [session.id], ...visitor });
  return secret;
}

/** Uncached, so that an ended session stops immediately. Null when the session is unknown or has ended. */
export async function provedSession(engine: Engine, secret: string): Promise<SignedIn | null> {
  if (!secretShape.test(secret)) return null;
  const { database, organizations } = engine.store;
  const now = engine.world.clock.now();
  const session = await sessionBySecret(database.reader, hashOfSecret(secret));
  if (!session || !isSessionLive(session, now)) return null;
  const [person, organization] = await Promise.all([
    personOfKey(database.reader, session.person),
    organizations.byKey(session.organization),
  ]);
  if (!person || !organization || person.organization !== organization.key) return null;
  if (notesSeen(session, now)) {
    await database.transaction(async (queries) => {
      const { sessions, people } = new OrganizationStore(queries, organization.key);
      await sessions.see(session.key, now);
      await people.see(person.key, now);
    });
  }
  return { session: { ...session, seenAt: now }, person, organization };
}

export async function endSessionWithSecret({ store }: Engine, secret: string): Promise<void> {
  if (!secretShape.test(secret)) return;
  await store.database.transaction((queries) => endSessionBySecret(queries, hashOfSecret(secret)));
}

export async function endSession(
  engine: Engine,
  person: PersonRecord,
  id: string,
  how: { tool: 'sign_out' | 'end_session' } & Visitor,
): Promise<boolean> {
  return await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, person.organization);
    if (!(await store.sessions.end(person.key, id))) return false;
    await auditPerson(engine, store, person, { about: [id], ...how });
    return true;
  });
}

/** Also invalidates unused links. */
export async function endOtherSessions(
  engine: Engine,
  { session, person }: Pick<SignedIn, 'session' | 'person'>,
  visitor: Visitor,
): Promise<void> {
  await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, person.organization);
    const others = (await store.sessions.of(person.key)).filter(({ id }) => id !== session.id);
    await store.sessions.endAll(person.key, engine.world.clock.now(), session.id);
    const about = others.map(({ id }) => id);
    await auditPerson(engine, store, person, { tool: 'end_session', about, ...visitor });
  });
}

export async function listSessions(engine: Engine, person: PersonRecord): Promise<SessionRecord[]> {
  const now = engine.world.clock.now();
  const all = await engine.store.forOrganization(person.organization).sessions.of(person.key);
  return all.filter((session) => isSessionLive(session, now));
}

export function personCaller(
  { person, organization }: Pick<SignedIn, 'person' | 'organization'>,
  requestId: string,
  client: string | undefined,
): Caller {
  const { id, name, roles } = person;
  return {
    door: 'console',
    organization,
    token: null,
    person: { id, name, roles },
    scopes: scopesOfRoles(roles),
    requestId,
    ...(client !== undefined && { client }),
  };
}
