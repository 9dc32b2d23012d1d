import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Tracked } from '../../model/email/tracked.ts';
import { secondMs } from '../../model/instant.ts';
import type { DkimKey } from '../../model/sending-domain/dkim-record.ts';
import { coveringNames, isAnothers } from '../../model/sending-domain/domain-owners.ts';
import { publishingTargets } from '../../model/sending-domain/published-records.ts';
import {
  maySend,
  returnPathHostOf,
  type SendingDomain,
  signingKeys,
} from '../../model/sending-domain/sending-domain.ts';
import { domainOwners } from '../../store/records/domains.ts';
import type { DkimSigner } from '../../world/mail/mail.ts';
import type { Engine } from '../context/scope.ts';

/** What mail from a domain leaves with. */
export type DomainSigners = {
  domainId: string;
  /** Lower-case ASCII. */
  name: string;
  /** RSA first. Empty while the organization may not send from the domain: a key that it has not published proves nothing. */
  signers: readonly DkimSigner[];
  /** The name under the domain that bounces come back to; null while it does not lead to us. */
  returnPathHost: string | null;
  tls: SendingDomain['tls'];
  /** Whether opens and clicks of mail from it are tracked, unless the caller asks otherwise. */
  tracked: Tracked;
  warmUp: {
    /** Mail that leaves directly begins slowly. */
    on: boolean;
    /** Epoch milliseconds of the first mail that left directly. */
    firstSentAt: number | null;
  };
};

/** What another process changed is seen after this long; what this one changed, at once. */
const rememberedMs = 5 * secondMs;
const domainsRememberedMax = 1_000;
const keysOpenedMax = 2_000;

type Remembered = { readAt: number; sender: Promise<Sender> };
type Sender = { domain: Read | null; anothers: boolean };
type Read = { revision: number; firstSentAt: number | null; signers: DomainSigners };
type IdempotencyRecord = {
  domains: Map<string, Remembered>;
  /** Opened keys, by their sealed text: no two keys share one. */
  keys: Map<string, KeyObject>;
};

const memories = new WeakMap<Engine, IdempotencyRecord>();

/**
 * What mail from exactly this domain of an organization is signed with, and what else the domain says about it.
 * The same object as before while the domain has not changed, and the same `KeyObject` for as long as a key is
 * in use. A key signs unless DNS has said that its record is missing or wrong.
 *
 * @param organization its key
 * @param fromDomain lower-case ASCII
 * @returns null when the organization has no such domain
 */
export async function signersFor(
  engine: Engine,
  organization: number,
  fromDomain: string,
): Promise<DomainSigners | null> {
  return (await senderFor(engine, organization, fromDomain)).domain?.signers ?? null;
}

/** Whether mail from a domain is another organization's to send. */
export async function isAnothersDomain(
  engine: Engine,
  organization: number,
  fromDomain: string,
): Promise<boolean> {
  return (await senderFor(engine, organization, fromDomain)).anothers;
}

async function senderFor(engine: Engine, organization: number, fromDomain: string): Promise<Sender> {
  const { domains } = memoryOf(engine);
  const place = placeOf(organization, fromDomain);
  const now = engine.world.clock.now();
  const known = domains.get(place);
  if (known && now - known.readAt < rememberedMs && now >= known.readAt) return await known.sender;
  const sender = read(engine, organization, fromDomain, known);
  put(domains, place, { readAt: now, sender }, domainsRememberedMax);
  try {
    return await sender;
  } catch (error) {
    // A fault is not remembered: the next mail reads again.
    if (domains.get(place)?.sender === sender) domains.delete(place);
    throw error;
  }
}

/**
 * To be called when a domain was changed here, so that the next mail leaves by the change: that of every organization
 * from the domain and from below, since a proof of one takes the domain from the others.
 */
export function forgetSigners(engine: Engine, domain: string): void {
  const domains = memories.get(engine)?.domains;
  for (const place of domains?.keys() ?? []) {
    if (place.endsWith(` ${domain}`) || place.endsWith(`.${domain}`)) domains!.delete(place);
  }
}

function placeOf(organization: number, domain: string): string {
  return `${organization} ${domain}`;
}

async function read(
  engine: Engine,
  organization: number,
  name: string,
  known: Remembered | undefined,
): Promise<Sender> {
  const { store } = engine;
  const [domain, owners] = await Promise.all([
    store.forOrganization(organization).domains.byName(name),
    domainOwners(store.database.reader, coveringNames(name)),
  ]);
  const anothers = isAnothers(name, organization, owners);
  if (!domain) return { domain: null, anothers };
  const before = (await known?.sender)?.domain;
  const { revision, firstSentAt } = domain;
  const same =
    before?.signers.domainId === domain.id &&
    before.revision === revision &&
    before.firstSentAt === firstSentAt;
  return {
    domain: same ? before : { revision, firstSentAt, signers: signersOf(engine, domain) },
    anothers,
  };
}

function signersOf(engine: Engine, domain: SendingDomain): DomainSigners {
  // The records of a return path point to the same place for every organization: only its keys tell who may use it.
  const may = maySend(domain);
  return {
    domainId: domain.id,
    name: domain.name,
    signers: (may ? signingKeys(domain) : []).map((key) => ({
      domain: domain.name,
      selector: key.selector,
      algorithm: `${key.algorithm}-sha256` as const,
      privateKey: openedKey(engine, key),
    })),
    returnPathHost: may ? returnPathHostOf(domain, publishingTargets(engine.settings)) : null,
    tls: domain.tls,
    tracked: { opens: domain.openTracking, clicks: domain.clickTracking },
    warmUp: { on: domain.warmUp, firstSentAt: domain.firstSentAt },
  };
}

function openedKey(engine: Engine, { sealedPrivateKey }: DkimKey): KeyObject {
  const { keys } = memoryOf(engine);
  const key = keys.get(sealedPrivateKey) ?? openKey(engine, sealedPrivateKey);
  put(keys, sealedPrivateKey, key, keysOpenedMax);
  return key;
}

function openKey({ secretBox, world: { meters } }: Engine, sealed: string): KeyObject {
  try {
    return createPrivateKey(secretBox.open('dkim', sealed));
  } catch (error) {
    meters?.count('signatures_total', { result: 'failed' });
    throw error;
  }
}

function memoryOf(engine: Engine): IdempotencyRecord {
  let memory = memories.get(engine);
  if (!memory) {
    memory = { domains: new Map(), keys: new Map() };
    memories.set(engine, memory);
  }
  return memory;
}

/** Puts an entry last, and lets the one go that has been there longest without use. */
function put<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
