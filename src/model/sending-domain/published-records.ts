/**
 * The records a sending domain is to publish in DNS, and whether what DNS answers is what was asked for.
 */

export const recordKinds = ['DKIM', 'SPF', 'RETURN_PATH', 'DMARC', 'TRACKING', 'MX'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Where the records point to: names of this instance. Null where it has none that the world can reach. */
export type PublishingTargets = {
  /** What an SPF record must contain to allow the hosts this instance sends from; empty when they are not known. */
  spfMechanisms: readonly string[];
  /** The domain that bounces come back to. */
  returnPathHost: string | null;
  /** The host that answers opens and clicks. */
  trackingHost: string | null;
};

/** What the records of a domain are made from. */
export type Publishing = {
  name: string;
  dkim: { selector: string; publicKey: string };
  /** The key of a rotation whose record is still awaited. */
  nextDkim: { selector: string; publicKey: string } | null;
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
  /** Where to look, in order, until something is found: its own name, and for DMARC those above it. */
  lookUp: readonly string[];
  /** Whether the domain is not fully verified without it. */
  counts: boolean;
};

/** The records to publish: the DKIM record that signs first, and a rotation's new one after it. */
export function recordsToPublish(
  domain: Publishing,
  targets: PublishingTargets,
  foundSpf: readonly string[] = [],
): PublishedRecord[] {
  const { name } = domain;
  const { returnPathHost, trackingHost } = targets;
  const records = [dkimRecord(name, domain.dkim, true)];
  if (domain.nextDkim) records.push(dkimRecord(name, domain.nextDkim, false));
  // Bounces that come back to a name of ours are checked against that name's SPF record, not this one.
  records.push(
    row('SPF', 'TXT', name, spfValue(foundSpf, targets.spfMechanisms), { counts: returnPathHost === null }),
  );
  if (returnPathHost !== null) {
    records.push(row('RETURN_PATH', 'CNAME', `${domain.customReturnPath}.${name}`, returnPathHost));
  }
  records.push(
    row('DMARC', 'TXT', `_dmarc.${name}`, 'v=DMARC1; p=none;', { lookUp: dmarcNames(name), counts: false }),
  );
  if (domain.trackingSubdomain !== null && trackingHost !== null) {
    records.push(row('TRACKING', 'CNAME', `${domain.trackingSubdomain}.${name}`, trackingHost));
  }
  return records;
}

function row(
  record: RecordKind,
  type: PublishedRecord['type'],
  name: string,
  value: string,
  more: Partial<Pick<PublishedRecord, 'lookUp' | 'counts'>> = {},
): PublishedRecord {
  return { record, type, name, value, lookUp: [name], counts: true, ...more };
}

/** RFC 6376 3.6.1. */
function dkimRecord(
  name: string,
  { selector, publicKey }: Publishing['dkim'],
  counts: boolean,
): PublishedRecord {
  return row('DKIM', 'TXT', `${selector}._domainkey.${name}`, `v=DKIM1; k=rsa; p=${publicKey}`, { counts });
}

/** After the name itself, the way up begins at a name of this many labels at most (RFC 9989 4.10). */
const dmarcLabelsMax = 7;
/** A top-level domain's policy is not the domain's own doing, so it is not asked. */
const dmarcLabelsMin = 2;

/** A domain without a policy of its own has the one of a domain above it. */
function dmarcNames(name: string): string[] {
  const names = [`_dmarc.${name}`];
  const labels = name.split('.').slice(1).slice(-dmarcLabelsMax);
  for (; labels.length >= dmarcLabelsMin; labels.shift()) names.push(`_dmarc.${labels.join('.')}`);
  return names;
}

/**
 * A domain has one SPF record (RFC 7208 3.2), so what is to be published is the one it has, with our hosts added.
 */
function spfValue(found: readonly string[], mechanisms: readonly string[]): string {
  const [only, second] = found;
  if (only === undefined || second !== undefined) {
    return ['v=spf1', ...(mechanisms.length > 0 ? mechanisms : ['a', 'mx']), '~all'].join(' ');
  }
  const [version = 'v=spf1', ...terms] = only.split(' ').filter((term) => term !== '');
  return [version, ...mechanisms.filter((mechanism) => !allows(terms, mechanism)), ...terms].join(' ');
}

function allows(terms: readonly string[], mechanism: string): boolean {
  return terms.some((term) => term.toLowerCase().replace(/^\+/, '') === mechanism);
}

export type Seen = {
  /** `missing`: nothing of the kind is there. `wrong`: something is, and it will not do. */
  verdict: 'right' | 'wrong' | 'missing';
  /** What is there of the record's kind. */
  found: string[];
};

/** Judges what DNS answered to one of the names of a record. */
export function judgeRecord(
  record: PublishedRecord,
  answered: readonly string[],
  targets: PublishingTargets,
): Seen {
  switch (record.record) {
    case 'DKIM':
      return judged(answered, answered.length === 1 && isDkimKey(answered[0]!, record.value));
    case 'SPF': {
      const found = answered.filter((text) => /^v=spf1( |$)/i.test(text));
      const terms = found[0]?.split(' ') ?? [];
      // Two SPF records are an error to every receiver (RFC 7208 4.5).
      return judged(
        found,
        found.length === 1 && targets.spfMechanisms.every((mechanism) => allows(terms, mechanism)),
      );
    }
    case 'DMARC': {
      const found = answered.filter((text) => /^v=DMARC1\s*(;|$)/.test(text));
      return judged(found, found.length === 1);
    }
    default:
      return judged(
        answered,
        answered.some((host) => plainName(host) === plainName(record.value)),
      );
  }
}

function judged(found: readonly string[], right: boolean): Seen {
  return { verdict: found.length === 0 ? 'missing' : right ? 'right' : 'wrong', found: [...found] };
}

/** Whether a record holds our key and lets it sign mail with rsa-sha256. */
function isDkimKey(text: string, wanted: string): boolean {
  const tags = tagsOf(text);
  const version = tags.get('v');
  const keyType = tags.get('k') ?? 'rsa';
  const hashes = tags.get('h')?.split(':') ?? ['sha256'];
  const services = tags.get('s')?.split(':') ?? ['*'];
  return (
    (version === undefined || version === 'DKIM1') &&
    keyType === 'rsa' &&
    hashes.includes('sha256') &&
    (services.includes('*') || services.includes('email')) &&
    tags.get('p') === tagsOf(wanted).get('p')
  );
}

/** A tag list (RFC 6376 3.2), its values without any blanks. */
function tagsOf(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    tags.set(part.slice(0, equals).trim(), part.slice(equals + 1).replace(/\s/g, ''));
  }
  return tags;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/**
 * Where the records of an instance point to.
 *
 * @param settings.baseUrl its public address; one without a name that the world can look up gives no targets
 * @param settings.bounceDomain the domain its bounces come back to, where it takes them
 */
export function publishingTargets(settings: {
  baseUrl: string;
  delivery: 'capture' | 'relay' | 'direct';
  bounceDomain?: string | null;
}): PublishingTargets {
  const { hostname } = new URL(settings.baseUrl);
  const host = isPublicName(hostname) ? hostname : null;
  // Through a relay mail comes from the relay's hosts, and only their operator knows what stands for them in SPF.
  const sendsItself = host !== null && settings.delivery !== 'relay';
  return {
    spfMechanisms: sendsItself ? [`a:${host}`] : [],
    returnPathHost: settings.bounceDomain ?? null,
    trackingHost: host,
  };
}

/** A name of two labels or more that is not an IP address. */
function isPublicName(hostname: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname);
}
