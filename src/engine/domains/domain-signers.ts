import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Mailbox } from '../../model/address.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import { type Tracked, untracked } from '../../model/email/tracked.ts';
import { secondMs } from '../../model/instant.ts';
import type { DkimKey } from '../../model/sending-domain/dkim-record.ts';
import { coveringNames, isOwnedByAnother } from '../../model/sending-domain/domain-owners.ts';
import { publishingTargets } from '../../model/sending-domain/published-records.ts';
import {
  findReturnPathHost,
  maySend,
  type SendingDomain,
  signingKeys,
} from '../../model/sending-domain/sending-domain.ts';
import { domainOwners } from '../../store/records/permits/domains.ts';
import type { DkimSigner } from '../../world/mail/mail.ts';
import { perEngine } from '../context/per-engine.ts';
import type { Engine } from '../context/scope.ts';
import type { Settings } from '../context/settings.ts';

export type DomainSigners = {
  domainId: string;
  name: string;
  /** RSA first. Empty while the organization may not send from the domain. */
  signers: readonly DkimSigner[];
  /** Host of the return path; null until its DNS records point to this instance. */
  returnPathHost: string | null;
  tls: SendingDomain['tls'];
  tracked: Tracked;
  warmUp: {
    on: boolean;
    firstSentAt: number | null;
  };
};

/** Changes by other processes take this long; forgetSigners applies local ones immediately. */
const rememberedMs = 5 * secondMs;
const domainsRememberedMax = 1_000;
const keysOpenedMax = 2_000;

type Remembered = { readAt: number; sender: Promise<Sender> };
type Sender = { domain: Read | null; anothers: boolean };
type Read = { revision: number; firstSentAt: number | null; signers: DomainSigners };

const memoryOf = perEngine(() => ({
  domains: new BoundedMap<string, Remembered>(domainsRememberedMax),
  /** By sealed text. */
  keys: new BoundedMap<string, KeyObject>(keysOpenedMax),
}));

/**
 * Returns the same object until the domain changes; null for an unknown domain. A key signs unless DNS showed
 * that its record is missing or wrong. @param fromDomain lower-case ASCII
 */
export async function signersFor(
  engine: Engine,
  organization: number,
  fromDomain: string,
): Promise<DomainSigners | null> {
  return (await senderFor(engine, organization, fromDomain)).domain?.signers ?? null;
}

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
  domains.set(place, { readAt: now, sender });
  try {
    return await sender;
  } catch (error) {
    // An error is not cached.
    if (domains.get(place)?.sender === sender) domains.delete(place);
    throw error;
  }
}

/** Covers all organizations and subdomains, because verification takes a domain from the others. */
export function forgetSigners(engine: Engine, domain: string): void {
  const { domains } = memoryOf(engine);
  for (const place of domains.keys()) {
    if (place.endsWith(` ${domain}`) || place.endsWith(`.${domain}`)) domains.delete(place);
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
  const anothers = isOwnedByAnother(name, organization, owners);
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
  // Return path records are equal for every organization; only DKIM keys show the owner.
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
    returnPathHost: may ? findReturnPathHost(domain, publishingTargets(engine.settings)) : null,
    tls: domain.tls,
    tracked: { opens: domain.openTracking, clicks: domain.clickTracking },
    warmUp: { on: domain.warmUp, firstSentAt: domain.firstSentAt },
  };
}

function openedKey(engine: Engine, { sealedPrivateKey }: DkimKey): KeyObject {
  const { keys } = memoryOf(engine);
  const key = keys.get(sealedPrivateKey) ?? openKey(engine, sealedPrivateKey);
  keys.set(sealedPrivateKey, key);
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

/** Null leaves the choice to the From domain. */
type AskedTracking = { opens: boolean | null; clicks: boolean | null };

/** The sender's choice wins over the setting of `fromDomain` (lower-case ASCII). An unknown domain tracks nothing. */
export async function resolveTracking(
  engine: Engine,
  organization: number,
  fromDomain: string,
  asked: AskedTracking | null = null,
): Promise<Tracked> {
  if (asked !== null && asked.opens !== null && asked.clicks !== null) {
    return { opens: asked.opens, clicks: asked.clicks };
  }
  const { opens, clicks } = (await signersFor(engine, organization, fromDomain))?.tracked ?? untracked;
  return { opens: asked?.opens ?? opens, clicks: asked?.clicks ?? clicks };
}

export async function trackedSend<Mail extends { from: Mailbox }>(
  engine: Engine,
  organization: number,
  mail: Mail,
  asked: AskedTracking | null = null,
): Promise<Mail & { tracked: Tracked }> {
  return { ...mail, tracked: await resolveTracking(engine, organization, mail.from.domain, asked) };
}

/** The instance's own address is used for every organization without a sender, whichever organization verified its domain. */
export function isInstanceSender(
  { hostName }: Pick<Settings, 'hostName'>,
  { automatic, from }: { automatic?: boolean; from: Mailbox },
): boolean {
  return automatic === true && from.address === instanceSender(hostName);
}

export function instanceSender(hostName: string): string {
  return `no-reply@${hostName}`;
}
