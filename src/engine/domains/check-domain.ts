import { secondMs } from '../../model/instant.ts';
import { organizationalDomain } from '../../model/sending-domain/public-suffix.ts';
import type { PublishingTargets } from '../../model/sending-domain/published-records.ts';
import {
  afterCheck,
  brokenRecords,
  listDomainRecords,
  recordKey,
  type SendingDomain,
} from '../../model/sending-domain/sending-domain.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { World } from '../../world/world.ts';
import { deadline } from '../context/answer-in-time.ts';
import { planAskWaiting } from '../context/ask-waiting.ts';
import { countedProgress, unlessCancelled, type Waiting } from '../context/long-work.ts';
import { announceDomainCheck } from '../ledger/announce-changes.ts';
import { probeDnsRecord } from './probe-dns-record.ts';
import type { Asking } from './walk-spf.ts';

const dnsTotalMs = 8 * secondMs;

/** Returns the updated domain, which `keepCheck` writes. @throws the abort reason of `waiting` */
export async function checkDomain(
  world: Pick<World, 'clock' | 'resolver'>,
  organization: number,
  domain: SendingDomain,
  targets: PublishingTargets,
  now: number,
  waiting?: Waiting,
): Promise<SendingDomain> {
  const { name } = domain;
  const zones = [...new Set([name, await organizationalDomain(name)])];
  const apart = world.resolver.apart?.({ use: 'domain_check', organization }) ?? world.resolver;
  // Uncached, because the caller has often just changed a record.
  const resolver = apart.fresh ?? apart;
  const limit = deadline(world.clock, dnsTotalMs);
  const ask: Asking = {
    txt: (of) => limit.answer(() => resolver.txt(of)),
    cname: (of) => limit.answer(() => resolver.cname(of)),
    mx: (of) => limit.answer(() => resolver.mx(of)),
    addresses: (of) => limit.answer(() => resolver.addresses(of)),
  };
  try {
    const records = listDomainRecords(domain, targets);
    const tell = waiting && countedProgress(waiting, records.length, 'records looked up');
    let looked = 0;
    const asking = Promise.all(
      records.map(async (record) => {
        const look = await probeDnsRecord(ask, record, name, zones, targets);
        looked += 1;
        if (!waiting?.signal.aborted) tell?.(looked);
        return [recordKey(record), look] as const;
      }),
    );
    const looks = await (waiting ? unlessCancelled(waiting.signal, asking) : asking);
    return afterCheck(domain, targets, new Map(looks), now);
  } finally {
    limit.end();
  }
}

/** Writes a check and its announcements. @returns false after a concurrent change or deletion */
export async function keepCheck(
  store: OrganizationStore,
  before: SendingDomain,
  after: SendingDomain,
  now: number,
): Promise<boolean> {
  // Opt-in requests may have waited for the domain.
  if (before.verifiedAt === null && after.verifiedAt !== null) {
    await planAskWaiting(store.queries, store.organization, now);
  }
  const kept = await store.domains.update(after);
  if (kept) await announceDomainCheck(store, before, after, now);
  return kept;
}

export function logBreak(
  { log }: Pick<World, 'log'>,
  before: SendingDomain,
  after: SendingDomain,
  targets: PublishingTargets,
): void {
  const records = brokenRecords(before, after, targets);
  if (records.length === 0) return;
  log.warn(
    {
      domain: after.name,
      was: before.status,
      status: after.status,
      records: records.map(({ record, name }) => `${record} ${name}`),
    },
    'A sending domain is no longer valid: its DNS records changed',
  );
}
