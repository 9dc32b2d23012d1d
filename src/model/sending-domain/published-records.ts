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
import { allows, returnPathSpfAdvice, spfAdvice, spfRecordsIn, spfValue } from './spf-record.ts';

export const recordKinds = ['DKIM', 'SPF', 'RETURN_PATH', 'DMARC', 'TRACKING', 'MX'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Names of this instance that the records point to. Null if no such name is reachable from outside. */
export type PublishingTargets = {
  /** SPF mechanisms that allow the sending hosts; empty if unknown. */
  spfMechanisms: readonly string[];
  /** Mechanisms of known relay providers. Optional in a record, because such a relay may use its own return path. */
  spfOfRelay?: readonly string[];
  returnPathHost: string | null;
  trackingHost: string | null;
  /** Mail leaves from this host, not through a relay. */
  sendsDirectly: boolean;
  relayed?: boolean;
};

export const noTargets: PublishingTargets = {
  spfMechanisms: [],
  returnPathHost: null,
  trackingHost: null,
  sendsDirectly: false,
};

export type Publishing = {
  name: string;
  dkim: DkimKeys;
  /** Keys of a rotation whose record has not been seen yet. */
  nextDkim: DkimKeys | null;
  retiredKeys: readonly RetiredKey[];
  customReturnPath: string;
  trackingSubdomain: string | null;
};

export type PublishedRecord = {
  record: RecordKind;
  type: 'TXT' | 'CNAME';
  name: string;
  value: string;
  /** Required for full verification. */
  counts: boolean;
  key?: PublishedKey;
};

/** Only the signing RSA record counts, because every receiver supports it. */
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
  // Bounces to our own host are checked against its SPF record, not the domain's.
  records.push(
    row('SPF', 'TXT', name, spfValue(foundSpf, listSpfMechanisms(targets)), {
      counts: returnPathHost === null,
    }),
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

export function listSpfMechanisms({ spfMechanisms, spfOfRelay = [] }: PublishingTargets): readonly string[] {
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
  /** `missing`: no record of the kind. `wrong`: a record exists but does not match. */
  verdict: 'right' | 'wrong' | 'missing';
  found: string[];
};

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

function domainOf({ name }: PublishedRecord): string {
  return name.slice('_dmarc.'.length);
}

/** @param wasThere whether an earlier check saw the record */
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
        ...spfSources(targets),
        value: spfValue(spfRecordsIn(answered.texts), listSpfMechanisms(targets)),
        counts: record.counts,
      });
    case 'DMARC':
      return dmarcAdvice(domain.name, answered, targets.returnPathHost !== null);
    case 'RETURN_PATH':
      return answered.returnPath
        ? returnPathSpfAdvice(record.value, answered.returnPath, spfSources(targets))
        : cnameAdvice(answered, plainHost(record.value));
    default:
      return cnameAdvice(answered, plainHost(record.value));
  }
}

export function spfSources({ spfMechanisms, spfOfRelay = [], sendsDirectly }: PublishingTargets): {
  mechanisms: readonly string[];
  ofRelay: readonly string[];
  sendsDirectly: boolean;
} {
  return { mechanisms: spfMechanisms, ofRelay: spfOfRelay, sendsDirectly };
}

/** Returns no targets without a public DNS name. `spf` defaults to this host, or to a known relay. */
export function publishingTargets(settings: {
  baseUrl: string;
  delivery: 'capture' | 'relay' | 'direct';
  bounceDomain?: string | null;
  spf?: readonly string[];
  relayHosts?: readonly string[];
}): PublishingTargets {
  const { hostname } = new URL(settings.baseUrl);
  const host = isPublicName(hostname) ? hostname : null;
  // A relay's mail comes from hosts whose SPF mechanism only its operator knows.
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

/** Requires at least two labels, and rejects IP addresses. */
function isPublicName(hostname: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname);
}

const relays: readonly (readonly [host: RegExp, mechanism: string])[] = [
  [/^email-smtp(-fips)?\.[a-z0-9-]+\.amazonaws\.com$/, 'include:amazonses.com'],
  [/^smtp\.resend\.com$/, 'include:amazonses.com'],
  [/^smtp\.sendgrid\.net$/, 'include:sendgrid.net'],
  [/^smtp\.(eu\.)?mailgun\.org$/, 'include:mailgun.org'],
  [/^smtp(-broadcasts)?\.postmarkapp\.com$/, 'include:spf.mtasv.net'],
  [/^smtp-relay\.(brevo|sendinblue)\.com$/, 'include:spf.brevo.com'],
  [/^in(-v3)?\.mailjet\.com$/, 'include:spf.mailjet.com'],
  [/^smtp(-relay)?\.gmail\.com$/, 'include:_spf.google.com'],
  [
    /^(smtp\.office365\.com|[a-z0-9-]+\.mail\.protection\.outlook\.com)$/,
    'include:spf.protection.outlook.com',
  ],
  [/^smtp\.fastmail\.com$/, 'include:spf.messagingengine.com'],
  [/^mail\.smtp2go\.com$/, 'include:spf.smtp2go.com'],
  [/^smtp\.sparkpostmail\.com$/, 'include:sparkpostmail.com'],
  [/^smtp\.mandrillapp\.com$/, 'include:spf.mandrillapp.com'],
];

/** Returns an empty list if any relay is unknown, because a partial record would look complete. */
function spfOfRelays(hosts: readonly string[]): string[] {
  const mechanisms = hosts.map(
    (host) => relays.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1] ?? null,
  );
  return mechanisms.includes(null) ? [] : [...new Set(mechanisms.filter((one) => one !== null))];
}
