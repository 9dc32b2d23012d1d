/** The DNS records of a sending domain: what to publish, whether the DNS answers match, and what to change if not. */
import { plainHost } from '../host-name.ts';
import { cnameAdvice, pointsTo } from './cname-record.ts';
import {
  type DkimKeys,
  dkimAdvice,
  dkimName,
  dkimValue,
  holdsKey,
  type PublishedKey,
  publishedKeys,
  type RetiredKey,
  unpublishedAdvice,
} from './dkim-record.ts';
import { dmarcAdvice, dmarcRecordsIn, dmarcValue, inheritedPolicy, isUsable } from './dmarc-record.ts';
import type { Answered } from './dns-probe.ts';
import { spfOfRelays } from './relay-spf.ts';
import { allows, returnPathSpfAdvice, spfAdvice, spfRecordsIn, spfValue } from './spf-record.ts';

export const recordKinds = ['DKIM', 'SPF', 'RETURN_PATH', 'DMARC', 'TRACKING', 'MX'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The targets of the records: names of this instance. Null where it has none that is reachable from outside. */
export type PublishingTargets = {
  /** The SPF mechanisms that allow the hosts that send; empty when they are unknown. */
  spfMechanisms: readonly string[];
  /** Those of the relays of known providers. A record is right without them: such a relay may use its own return path. */
  spfOfRelay?: readonly string[];
  /** The domain that bounces come back to. */
  returnPathHost: string | null;
  /** The host that serves open and click tracking. */
  trackingHost: string | null;
  /** Mail leaves from this machine itself, not through a relay. */
  sendsDirectly: boolean;
  /** Mail leaves through a relay. */
  relayed?: boolean;
};

/** An instance without names: for checking keys alone. */
export const noTargets: PublishingTargets = {
  spfMechanisms: [],
  returnPathHost: null,
  trackingHost: null,
  sendsDirectly: false,
};

/** The inputs for a domain's records. */
export type Publishing = {
  name: string;
  dkim: DkimKeys;
  /** The keys of a rotation whose record is still awaited. */
  nextDkim: DkimKeys | null;
  retiredKeys: readonly RetiredKey[];
  customReturnPath: string;
  trackingSubdomain: string | null;
};

export type PublishedRecord = {
  record: RecordKind;
  type: 'TXT' | 'CNAME';
  /** The full name, without a final dot. */
  name: string;
  /** What to publish. */
  value: string;
  /** Whether the domain is not fully verified without it. */
  counts: boolean;
  /** Of a DKIM record. */
  key?: PublishedKey;
};

/**
 * The records to publish: signing DKIM records first, then a rotation's new ones, then retired ones. Among these only
 * the signing RSA record counts, because every receiver supports it.
 */
export function recordsToPublish(
  domain: Publishing,
  targets: PublishingTargets,
  foundSpf: readonly string[] = [],
): PublishedRecord[] {
  const { name } = domain;
  const { returnPathHost, trackingHost } = targets;
  const records = publishedKeys(domain).map((key) =>
    row('DKIM', 'TXT', dkimName(key.selector, name), dkimValue(key), {
      counts: key.role === 'signing' && key.algorithm === 'rsa',
      key,
    }),
  );
  // Bounces that come back to our own name are checked against that name's SPF record, not this one.
  records.push(
    row('SPF', 'TXT', name, spfValue(foundSpf, mechanismsOf(targets)), { counts: returnPathHost === null }),
  );
  if (returnPathHost !== null) {
    records.push(row('RETURN_PATH', 'CNAME', `${domain.customReturnPath}.${name}`, returnPathHost));
  }
  records.push(row('DMARC', 'TXT', `_dmarc.${name}`, dmarcValue, { counts: false }));
  if (domain.trackingSubdomain !== null && trackingHost !== null) {
    records.push(row('TRACKING', 'CNAME', `${domain.trackingSubdomain}.${name}`, trackingHost));
  }
  return records;
}

/** What an SPF record to publish allows. */
export function mechanismsOf({ spfMechanisms, spfOfRelay = [] }: PublishingTargets): readonly string[] {
  return [...spfMechanisms, ...spfOfRelay];
}

function row(
  record: RecordKind,
  type: PublishedRecord['type'],
  name: string,
  value: string,
  more: Partial<Pick<PublishedRecord, 'counts' | 'key'>> = {},
): PublishedRecord {
  return { record, type, name, value, counts: true, ...more };
}

type Seen = {
  /** `missing`: no record of the kind. `wrong`: there is one, but it does not match. */
  verdict: 'right' | 'wrong' | 'missing';
  /** The existing records of that kind. */
  found: string[];
};

/** Compares the DNS answers about a record with what was to be published. */
export function judgeRecord(
  record: PublishedRecord,
  { texts, above = [] }: Pick<Answered, 'texts' | 'above'>,
  targets: PublishingTargets,
): Seen {
  switch (record.record) {
    case 'DKIM':
      return judged(texts, texts.length === 1 && holdsKey(texts[0]!, record.key!));
    case 'SPF': {
      const found = spfRecordsIn(texts);
      // Two SPF records are an error to every receiver (RFC 7208 4.5).
      return judged(
        found,
        found.length === 1 && targets.spfMechanisms.every((mechanism) => allows(found[0]!, mechanism)),
      );
    }
    case 'DMARC': {
      const own = dmarcRecordsIn(texts);
      const inherited = own.length === 0 ? inheritedPolicy(domainOf(record), above) : null;
      const found = inherited ? [inherited.text] : own;
      return judged(found, found.length === 1 && isUsable(found[0]!));
    }
    default:
      return judged(texts, pointsTo(texts, record.value));
  }
}

function judged(found: readonly string[], right: boolean): Seen {
  return { verdict: found.length === 0 ? 'missing' : right ? 'right' : 'wrong', found: [...found] };
}

/** The domain of a DMARC record. */
function domainOf({ name }: PublishedRecord): string {
  return name.slice('_dmarc.'.length);
}

/**
 * One or more sentences on what to change about a record, from DNS answers; null when nothing.
 *
 * @param wasThere whether an earlier check has seen it
 */
export function recordAdvice(
  record: PublishedRecord,
  answered: Answered,
  domain: Publishing,
  targets: PublishingTargets,
  wasThere: boolean,
): string | null {
  const advice = adviceOfKind(record, answered, domain, targets);
  if (advice !== null) return advice;
  if (judgeRecord(record, answered, targets).verdict !== 'missing') return null;
  const { twice } = answered;
  if (twice) {
    const short = record.name === twice.zone ? '@' : record.name.slice(0, -twice.zone.length - 1);
    return `It stands at ${twice.name}: the DNS provider adds ${twice.zone} to each name by itself. Enter ${short} as the name.`;
  }
  if (wasThere) return 'It was there and is gone. Publish it again.';
  if (record.key) return unpublishedAdvice(record.key);
  if (record.record === 'DMARC') {
    return 'Publish this record: large receivers refuse mail in bulk from domains without a DMARC policy.';
  }
  if (record.counts && record.record === 'SPF') {
    return 'Publish this record. Until then DMARC rests on DKIM alone.';
  }
  return 'Publish this record.';
}

function adviceOfKind(
  record: PublishedRecord,
  answered: Answered,
  domain: Publishing,
  targets: PublishingTargets,
): string | null {
  switch (record.record) {
    case 'DKIM':
      return dkimAdvice(record.key!, answered, publishedKeys(domain));
    case 'SPF':
      return spfAdvice(answered, {
        ...sendersOf(targets),
        value: spfValue(spfRecordsIn(answered.texts), mechanismsOf(targets)),
        counts: record.counts,
      });
    case 'DMARC':
      return dmarcAdvice(domain.name, answered, targets.returnPathHost !== null);
    case 'RETURN_PATH':
      return answered.returnPath
        ? returnPathSpfAdvice(record.value, answered.returnPath, sendersOf(targets))
        : cnameAdvice(answered, plainHost(record.value));
    default:
      return cnameAdvice(answered, plainHost(record.value));
  }
}

/** What is known of the servers that send, as SPF advice needs it. */
export function sendersOf({ spfMechanisms, spfOfRelay = [], sendsDirectly }: PublishingTargets): {
  mechanisms: readonly string[];
  ofRelay: readonly string[];
  sendsDirectly: boolean;
} {
  return { mechanisms: spfMechanisms, ofRelay: spfOfRelay, sendsDirectly };
}

/**
 * The targets of an instance's records.
 *
 * @param settings.baseUrl its public address; without a public DNS name there are no targets
 * @param settings.bounceDomain the domain its bounces come back to, where it accepts them
 * @param settings.spf the mechanisms that the operator names; without them, or this host, those of a known relay
 * @param settings.relayHosts the relays that mail leaves through
 */
export function publishingTargets(settings: {
  baseUrl: string;
  delivery: 'capture' | 'relay' | 'direct';
  bounceDomain?: string | null;
  spf?: readonly string[];
  relayHosts?: readonly string[];
}): PublishingTargets {
  const { hostname } = new URL(settings.baseUrl);
  const host = isPublicName(hostname) ? hostname : null;
  // Through a relay, mail comes from the relay's hosts, and only the relay's operator knows their SPF mechanism.
  const sendsItself = host !== null && settings.delivery !== 'relay';
  const named = settings.spf ?? [];
  const ofRelay =
    named.length === 0 && settings.delivery === 'relay' ? spfOfRelays(settings.relayHosts ?? []) : [];
  return {
    spfMechanisms: named.length > 0 ? named : sendsItself ? [`a:${host}`] : [],
    ...(ofRelay.length > 0 && { spfOfRelay: ofRelay }),
    returnPathHost: settings.bounceDomain ?? null,
    trackingHost: host,
    sendsDirectly: settings.delivery === 'direct',
    ...(settings.delivery === 'relay' && { relayed: true }),
  };
}

/** A name of two labels or more that is not an IP address. */
function isPublicName(hostname: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname);
}
