import { secretBox } from '../../src/engine/context/secret-box.ts';
import { openPermit } from '../../src/engine/context/send-permit.ts';
import type { Settings } from '../../src/engine/context/settings.ts';
import { type Saved, type SaveScene, saveSubscribers } from '../../src/engine/subscribers/save-subscriber.ts';
import type { OrganizationRecord } from '../../src/model/organization/organization.ts';
import {
  type SubscriberRecord,
  type SubscriberSave,
  SubscriberSaveInput,
} from '../../src/model/subscriber/subscriber.ts';
import { newSubscriber } from '../../src/model/subscriber/subscriber-change.ts';
import type { Database } from '../../src/store/database.ts';
import { OrganizationRecords } from '../../src/store/records/access/organizations.ts';
import { OrganizationStore } from '../../src/store/store.ts';
import { seededIds } from '../world/simulated/ids.ts';

export const now = 1_800_000_000_000;
export const ids = seededIds(7);
const seals = secretBox('a secret of these tests alone');
const settings: Settings = {
  baseUrl: 'http://posthouse.example',
  delivery: 'capture',
  requireVerifiedDomain: false,
  testRunners: [],
  guardScope: 'organization',
  bounceDomain: null,
  hostName: 'posthouse.example',
};

/** Creates an empty organization in a database that may contain others. */
export type StoreScene = {
  database: Database;
  organization: OrganizationRecord;
  read: OrganizationStore;
  write<T>(work: (store: OrganizationStore) => Promise<T>): Promise<T>;
};

export async function openStore(database: Database): Promise<StoreScene> {
  const organization = await database.transaction((queries) =>
    new OrganizationRecords(queries).add({
      id: ids.id('org'),
      name: 'Acme',
      plan: 'free',
      sendingEnabled: false,
      defaultFrom: null,
      timezone: 'UTC',
      doubleOptIn: false,
      postalAddress: null,
      verifyTransactional: 'block',
      createdAt: now,
    }),
  );
  return {
    database,
    organization,
    read: new OrganizationStore(database.reader, organization.key),
    write: (work) =>
      database.transaction((queries) => work(new OrganizationStore(queries, organization.key))),
  };
}

export function sceneOf({ organization }: StoreScene, store: OrganizationStore, at = now): SaveScene {
  const engine = { world: { ids }, secretBox: seals, settings };
  return { store, caller: { organization, token: null, door: 'v2' }, engine, now: at, permit: openPermit };
}

/** Saves as the tools do, each call in its own transaction. */
export async function save(where: StoreScene, ...saves: Partial<SubscriberSave>[]): Promise<Saved[]> {
  const read = saves.map((one) => SubscriberSaveInput.parse(one));
  return await where.write((store) => saveSubscribers(sceneOf(where, store), read));
}

/** The result of each save as one word. */
export function fates(saved: readonly Saved[]): string[] {
  return saved.map((one) => {
    if (one.kind === 'refused') return one.failure.failure;
    return one.created ? 'created' : 'updated';
  });
}

export function person(email: string, fields: Partial<SubscriberRecord> = {}): SubscriberRecord {
  return { ...newSubscriber(ids.id('sub'), email, 'API', false, now), ...fields };
}

/** Adds people to an organization's table, in order, and returns them with their keys. */
export async function add(
  where: StoreScene,
  people: readonly SubscriberRecord[],
): Promise<SubscriberRecord[]> {
  const keys = await where.write((store) => store.subscribers.add(people));
  return people.map((one) => ({ ...one, key: keys.get(one.email)! }));
}
