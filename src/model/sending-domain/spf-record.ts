import { plainHost } from '../host-name.ts';
import { isPlainHost, isPlainSpf } from '../text/machine-value.ts';
import type { Answered, SpfCost } from './dns-probe.ts';

/** RFC 7208 4.6.4. */
const spfLookupsMax = 10;
const spfVoidLookupsMax = 2;
/** Keeps the answer within 512 bytes, the limit of some resolvers (RFC 7208 3.4). */
const spfOctetsMax = 450;

export function spfRecordsIn(texts: readonly string[]): string[] {
  return texts.filter((text) => /^v=spf1( |$)/i.test(text));
}

/** A domain has only one (RFC 7208 3.2). Our hosts come first, so that they are evaluated before a limit is reached. */
export function spfValue(found: readonly string[], mechanisms: readonly string[]): string {
  if (found.length === 0) {
    return ['v=spf1', ...(mechanisms.length > 0 ? mechanisms : ['a', 'mx']), '~all'].join(' ');
  }
  const one = found.length === 1 ? found[0]! : joined(found);
  const [version = 'v=spf1', ...terms] = one.split(' ').filter((term) => term !== '');
  return [version, ...mechanisms.filter((mechanism) => !allows(one, mechanism)), ...terms].join(' ');
}

/** Ends with -all only if all of them do, because a weaker record shows that its author did not know all senders. */
function joined(found: readonly string[]): string {
  const terms = new Map<string, string>();
  for (const term of found.flatMap(reachedTerms)) {
    if (isAll(term)) continue;
    // A record has one redirect, which has no effect next to an `all` (RFC 7208 6.1).
    const included = term.replace(/^redirect=/i, 'include:');
    const key = included.toLowerCase().replace(/^\+/, '');
    if (!terms.has(key)) terms.set(key, included);
  }
  const strict = found.every((text) => reachedTerms(text).at(-1)?.toLowerCase() === '-all');
  return ['v=spf1', ...terms.values(), strict ? '-all' : '~all'].join(' ');
}

/** Terms after `all` are never reached (RFC 7208 5.1). */
export function allows(text: string, mechanism: string): boolean {
  return reachedTerms(text).some((term) => {
    const plain = term.toLowerCase().replace(/^\+/, '');
    return plain === mechanism || coversIp4(plain, mechanism);
  });
}

function coversIp4(term: string, mechanism: string): boolean {
  const [outer, inner] = [ip4Network(term), ip4Network(mechanism)];
  if (outer === null || inner === null || outer.bits > inner.bits) return false;
  const size = 2 ** (ip4Bits - outer.bits);
  return Math.floor(outer.address / size) === Math.floor(inner.address / size);
}

const ip4Bits = 32;

function ip4Network(mechanism: string): { address: number; bits: number } | null {
  const parts = /^ip4:(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/.exec(mechanism);
  if (parts === null) return null;
  const octets = parts.slice(1, 5).map(Number);
  const bits = parts[5] === undefined ? ip4Bits : Number(parts[5]);
  if (bits > ip4Bits || octets.some((octet) => octet > 255)) return null;
  return { address: octets.reduce((sum, octet) => sum * 256 + octet, 0), bits };
}

function reachedTerms(text: string): string[] {
  const terms = text.split(' ').filter((term) => term !== '');
  const all = terms.findIndex((term) => isAll(term));
  return terms.slice(1, all < 0 ? undefined : all + 1);
}

function isAll(term: string): boolean {
  return /^[+\-~?]?all$/i.test(term);
}

export type SpfAsk = {
  mechanism: 'include' | 'a' | 'mx' | 'ptr' | 'exists' | 'redirect';
  /** Name to look up; null if it depends on the mail (a macro, RFC 7208 7). */
  target: string | null;
};

/** Lists the lookups for evaluating a record, in order. */
export function spfAsks(text: string, domain: string): SpfAsk[] {
  const asks: SpfAsk[] = [];
  let redirect: SpfAsk | null = null;
  let endsWithAll = false;
  for (const term of reachedTerms(text)) {
    endsWithAll ||= isAll(term);
    const modifier = /^redirect=(.+)$/i.exec(term);
    if (modifier) redirect = { mechanism: 'redirect', target: targetOf(modifier[1]!, domain) };
    const [, name, spec] = /^[+\-~?]?(include|a|mx|ptr|exists)(?::([^/]*))?(?:\/.*)?$/i.exec(term) ?? [];
    if (name === undefined) continue;
    asks.push({
      mechanism: name.toLowerCase() as SpfAsk['mechanism'],
      target: targetOf(spec ?? domain, domain),
    });
  }
  // A redirect is followed only without an `all` (RFC 7208 6.1).
  return redirect !== null && !endsWithAll ? [...asks, redirect] : asks;
}

function targetOf(spec: string, domain: string): string | null {
  if (spec.includes('%')) return null;
  return spec === '' ? domain : plainHost(spec);
}

type SpfSetting = {
  mechanisms: readonly string[];
  /** Mechanisms documented by relay providers. A relay may use its own return path instead. */
  ofRelay: readonly string[];
  value: string;
  /** The envelope sender is in this domain, so this record decides. */
  counts: boolean;
  sendsDirectly: boolean;
};

/** Returns null if the record needs no change. */
export function spfAdvice(
  { texts, spf, spfToPublish }: Pick<Answered, 'texts' | 'spf' | 'spfToPublish'>,
  setting: SpfSetting,
): string | null {
  const found = spfRecordsIn(texts);
  const [record, second] = found;
  const alone = setting.counts ? ' Until then DMARC rests on DKIM alone.' : '';
  if (record === undefined) {
    return looksLikeSpf(texts)
      ? `A record that does not begin with v=spf1 is no SPF record: take quotation marks and blanks from its front.${alone}`
      : unknownRelayAdvice(setting);
  }
  if (second !== undefined) {
    return `${found.length} SPF records stand at this name, which every receiver takes for an error. Delete them and publish one: ${shown(setting.value)}${alone}`;
  }
  const sentences = [
    missingSentence(record, setting, alone) ?? relaySentence(record, setting),
    spfToPublish ? costAfterSentence(spf, spfToPublish, setting) : null,
    endSentence(record),
    ...(spf ? costSentences(spf) : []),
    lengthSentence(record),
    setting.counts && setting.sendsDirectly && setting.mechanisms.length === 0
      ? 'This server has no public name (POSTHOUSE_BASE_URL), so whether the record allows it is not known; DMARC rests on DKIM alone.'
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

function looksLikeSpf(texts: readonly string[]): boolean {
  return texts.some((text) => /v\s*=\s*spf1/i.test(text));
}

/** Only the operator knows a relay's hosts, so the shown record lists only the domain's own. */
export function unknownRelayAdvice({
  mechanisms,
  ofRelay,
  sendsDirectly,
}: Pick<SpfSetting, 'mechanisms' | 'ofRelay' | 'sendsDirectly'>): string | null {
  if (mechanisms.length > 0 || ofRelay.length > 0 || sendsDirectly) return null;
  return 'Publish the SPF record that the operator of your relay names, with its include; this one allows the servers of the domain itself alone.';
}

/** The CNAME's target decides. Null if no change is needed. @param host maintained by this server's operator */
export function returnPathSpfAdvice(
  host: string,
  answered: Pick<Answered, 'texts' | 'spf' | 'spfToPublish'>,
  setting: Omit<SpfSetting, 'value' | 'counts'>,
): string | null {
  const mechanisms = [...setting.mechanisms, ...setting.ofRelay];
  const value = spfValue(spfRecordsIn(answered.texts), mechanisms);
  const toPublish = mechanisms.length > 0 ? shown(value) : 'one that names the servers that send.';
  const advice = looksLikeSpf(answered.texts)
    ? spfAdvice(answered, { ...setting, value, counts: true })
    : `No SPF record was found there; publish ${toPublish} Until then DMARC rests on DKIM alone.`;
  return advice === null
    ? null
    : `The return path uses the SPF record of ${host}, which the operator of this server publishes. ${advice}`;
}

function missingSentence(record: string, { mechanisms, value }: SpfSetting, alone: string): string | null {
  const missing = mechanisms.filter((mechanism) => !allows(record, mechanism));
  if (missing.length === 0) return null;
  const behind = record.toLowerCase().split(' ').includes(missing[0]!);
  const what = behind
    ? `${missing.join(' ')} stands behind all, where it is never read.`
    : `The record does not allow ${sendersOf(missing)}: ${missing.join(' ')} is missing.`;
  return `${what} Change it to: ${shown(value)}${alone}`;
}

/** Our own server is named by its host; all other mechanisms come from the operator. */
function sendersOf(mechanisms: readonly string[]): string {
  return mechanisms.every((mechanism) => mechanism.startsWith('a:'))
    ? 'this server'
    : 'the servers that send';
}

function relaySentence(record: string, { ofRelay, value, counts }: SpfSetting): string | null {
  const missing = ofRelay.filter((mechanism) => !allows(record, mechanism));
  if (!counts || missing.length === 0) return null;
  return `The record does not allow the relay: ${missing.join(' ')} is missing. Change it to: ${shown(value)} It is not needed where the relay puts a domain of its own in the return path.`;
}

/** Our addition must not take a record past the lookup limit. */
function costAfterSentence(
  before: SpfCost | undefined,
  { lookups, more }: SpfCost,
  { mechanisms, ofRelay }: SpfSetting,
): string | null {
  if (lookups <= spfLookupsMax || (before && before.lookups > spfLookupsMax)) return null;
  const byName = [...mechanisms, ...ofRelay].some((mechanism) => mechanism.startsWith('a:'));
  return `With this change the record needs ${countOf(lookups, more)} DNS lookups, but receivers make at most ${spfLookupsMax}: first remove include, a, mx, ptr or exists mechanisms that you do not need${byName ? ', or allow this server by its address (ip4:, ip6:), which needs none' : ''}.`;
}

function countOf(lookups: number, more: boolean): string {
  return more ? `more than ${lookups - 1}` : String(lookups);
}

/** Records are untrusted, so only a plain SPF record is quoted. */
function shown(value: string): string {
  return isPlainSpf(value) ? `${value}.` : 'the value shown here.';
}

function endSentence(record: string): string | null {
  const last = reachedTerms(record).at(-1) ?? '';
  if (/^\+?all$/i.test(last))
    return `${last} allows every server in the world to send for the domain. End with ~all.`;
  if (/^\?all$/i.test(last)) return '?all says nothing about other servers. End with ~all.';
  const hasEnd = isAll(last) || /(^| )redirect=/i.test(record);
  return hasEnd ? null : 'The record has no end, so it says nothing about other servers. End with ~all.';
}

function costSentences({ lookups, more, voidNames, brokenIncludes }: SpfCost): string[] {
  const sentences: string[] = [];
  if (lookups > spfLookupsMax) {
    sentences.push(
      `The record needs ${countOf(lookups, more)} DNS lookups, but receivers make at most ${spfLookupsMax}: remove include, a, mx, ptr or exists mechanisms that you do not need.`,
    );
  }
  if (voidNames.length > spfVoidLookupsMax) {
    sentences.push(
      `${voidNames.length} names in it do not exist in DNS, but receivers accept at most ${spfVoidLookupsMax}: remove ${nameList(voidNames)}.`,
    );
  }
  if (brokenIncludes.length > 0) {
    sentences.push(`It includes ${nameList(brokenIncludes)}, which has no SPF record: remove it.`);
  }
  return sentences;
}

const namesShownMax = 5;

function nameList(names: readonly string[]): string {
  const plain = names.filter(isPlainHost).slice(0, namesShownMax);
  return plain.length > 0 ? plain.join(', ') : 'them';
}

function lengthSentence(record: string): string | null {
  const octets = new TextEncoder().encode(record).length;
  return octets > spfOctetsMax
    ? `The record has ${octets} octets; beyond ${spfOctetsMax} some receivers cannot read it. Move parts into a name of its own and include that.`
    : null;
}
