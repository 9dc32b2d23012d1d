import { dmarcRecordsIn, domainsAbove, endsWalk, policyIn } from '../../model/sending-domain/dmarc-record.ts';
import type {
  Answered,
  DnsProbe,
  OtherKind,
  PolicyAbove,
  Twice,
} from '../../model/sending-domain/dns-probe.ts';
import {
  judgeRecord,
  listSpfMechanisms,
  type PublishedRecord,
  type PublishingTargets,
} from '../../model/sending-domain/published-records.ts';
import { spfRecordsIn, spfValue } from '../../model/sending-domain/spf-record.ts';
import type { Answer } from '../../world/dns/resolver.ts';
import { type Asking, walkSpf } from './walk-spf.ts';

/**
 * Looks up a record and, if it is not right, the records that explain why; `unavailable` without an answer. A
 * DNS provider may have appended an entry of `zones` twice.
 */
export async function probeDnsRecord(
  ask: Asking,
  record: PublishedRecord,
  domain: string,
  zones: readonly string[],
  targets: PublishingTargets,
): Promise<DnsProbe> {
  const answer = await (record.type === 'TXT' ? ask.txt(record.name) : ask.cname(record.name));
  if (answer.kind === 'unavailable') return answer;
  const look: Answered = { kind: 'answered', texts: recordsIn(answer) };
  if (record.record === 'DMARC' && dmarcRecordsIn(look.texts).length === 0) {
    const above = await policiesAbove(ask, domain);
    if (above === null) return { kind: 'unavailable' };
    look.above = above;
  }
  if (record.record === 'SPF') Object.assign(look, await spfCosts(ask, domain, look.texts, targets));
  const { verdict } = judgeRecord(record, look, targets);
  if (verdict === 'right') {
    const returnPath = record.record === 'RETURN_PATH' && (await returnPathProbe(ask, record.value, targets));
    return returnPath ? { ...look, returnPath } : look;
  }
  if (record.record === 'DKIM') look.cname = recordsIn(await ask.cname(record.name));
  if (verdict === 'wrong') return look;
  const [others, twice] = await Promise.all([
    // A nonexistent name has no other records either.
    record.type === 'CNAME' && answer.kind === 'none' ? otherRecords(ask, record.name) : [],
    nameTwice(ask, record, zones, targets),
  ]);
  return { ...look, others, twice };
}

async function spfCosts(
  ask: Asking,
  domain: string,
  texts: readonly string[],
  targets: PublishingTargets,
): Promise<Pick<Answered, 'spf' | 'spfToPublish'>> {
  const found = spfRecordsIn(texts);
  const [text, second] = found;
  if (text === undefined || second !== undefined) return {};
  const value = spfValue(found, listSpfMechanisms(targets));
  const spf = await walkSpf(ask, domain, text);
  // Added mechanisms come first in the record, so their look-ups are counted.
  const isAdded = value.length > text.length;
  return { spf, ...(isAdded && { spfToPublish: await walkSpf(ask, domain, value) }) };
}

async function returnPathProbe(
  ask: Asking,
  host: string,
  targets: PublishingTargets,
): Promise<Answered['returnPath'] | null> {
  const answer = await ask.txt(host);
  if (answer.kind === 'unavailable') return null;
  const texts = recordsIn(answer);
  return { texts, ...(await spfCosts(ask, host, texts, targets)) };
}

function recordsIn<T>(answer: Answer<T[]>): T[] {
  return answer.kind === 'found' ? answer.value : [];
}

/** Walks up the DNS tree to the organizational domain (RFC 9989 4.10). */
async function policiesAbove(ask: Asking, domain: string): Promise<PolicyAbove[] | null> {
  const above: PolicyAbove[] = [];
  for (const name of domainsAbove(domain)) {
    const answer = await ask.txt(`_dmarc.${name}`);
    if (answer.kind === 'unavailable') return null;
    const text = policyIn(recordsIn(answer));
    if (text === null) continue;
    above.push({ domain: name, text });
    if (endsWalk(text)) break;
  }
  return above;
}

async function otherRecords(ask: Asking, name: string): Promise<OtherKind[]> {
  const [addresses, mx, txt] = await Promise.all([ask.addresses(name), ask.mx(name), ask.txt(name)]);
  const kinds: [OtherKind, Answer<unknown>][] = [
    ['A or AAAA', addresses],
    ['MX', mx],
    ['TXT', txt],
  ];
  return kinds.filter(([, { kind }]) => kind === 'found').map(([other]) => other);
}

async function nameTwice(
  ask: Asking,
  record: PublishedRecord,
  zones: readonly string[],
  targets: PublishingTargets,
): Promise<Twice | null> {
  for (const zone of zones) {
    const name = `${record.name}.${zone}`;
    const texts = recordsIn(await (record.type === 'TXT' ? ask.txt(name) : ask.cname(name)));
    if (judgeRecord(record, { texts }, targets).verdict !== 'missing') return { name, zone };
  }
  return null;
}
