import { plainHost } from '../host-name.ts';
import { isPlainHost, isPlainSpf } from '../text/machine-value.ts';
import type { Answered, SpfCost } from './dns-probe.ts';

/** RFC 7208 4.6.4. */
const spfLookupsMax = 10;
const spfVoidLookupsMax = 2;
/** Keeps the whole answer within 512 octets, the limit of some resolvers (RFC 7208 3.4). */
const spfOctetsMax = 450;

/** The texts that are SPF records (RFC 7208 4.5). */
export function spfRecordsIn(texts: readonly string[]): string[] {
  return texts.filter((text) => /^v=spf1( |$)/i.test(text));
}

/**
 * The SPF record to publish. A domain has only one (RFC 7208 3.2), so ours extends the existing one, with our hosts
 * first, so that they are evaluated before a limit is hit.
 */
export function spfValue(found: readonly string[], mechanisms: readonly string[]): string {
  const [only, second] = found;
  if (only === undefined || second !== undefined) {
    return ['v=spf1', ...(mechanisms.length > 0 ? mechanisms : ['a', 'mx']), '~all'].join(' ');
  }
  const [version = 'v=spf1', ...terms] = only.split(' ').filter((term) => term !== '');
  return [version, ...mechanisms.filter((mechanism) => !allows(only, mechanism)), ...terms].join(' ');
}

/** Whether a record contains a mechanism where it takes effect. Terms after `all` are never reached (RFC 7208 5.1). */
export function allows(text: string, mechanism: string): boolean {
  return reachedTerms(text).some((term) => term.toLowerCase().replace(/^\+/, '') === mechanism);
}

function reachedTerms(text: string): string[] {
  const terms = text.split(' ').filter((term) => term !== '');
  const all = terms.findIndex((term) => isAll(term));
  return terms.slice(1, all < 0 ? undefined : all + 1);
}

function isAll(term: string): boolean {
  return /^[+\-~?]?all$/i.test(term);
}

/** A term that causes a DNS look-up. */
export type SpfAsk = {
  mechanism: 'include' | 'a' | 'mx' | 'ptr' | 'exists' | 'redirect';
  /** The name looked up; null where it depends on the mail (a macro, RFC 7208 7). */
  target: string | null;
};

/**
 * The look-ups for evaluating a record, in order.
 * @param domain the record's domain
 */
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
  // A redirect is only followed without an `all` (RFC 7208 6.1).
  return redirect !== null && !endsWithAll ? [...asks, redirect] : asks;
}

function targetOf(spec: string, domain: string): string | null {
  if (spec.includes('%')) return null;
  return spec === '' ? domain : plainHost(spec);
}

type SpfSetting = {
  /** The mechanisms the record must contain. */
  mechanisms: readonly string[];
  /** The record to publish in place of the existing ones. */
  value: string;
  /** The envelope sender is in this domain, so this record decides. */
  counts: boolean;
  /** Mail leaves from this machine itself. */
  sendsDirectly: boolean;
};

/** What to change about the SPF record of a domain; null when nothing. */
export function spfAdvice(
  { texts, spf }: Pick<Answered, 'texts' | 'spf'>,
  setting: SpfSetting,
): string | null {
  const found = spfRecordsIn(texts);
  const [record, second] = found;
  const alone = setting.counts ? ' Until then DMARC rests on DKIM alone.' : '';
  if (record === undefined) {
    return texts.some((text) => /v\s*=\s*spf1/i.test(text))
      ? `A record that does not begin with v=spf1 is no SPF record: take quotation marks and blanks from its front.${alone}`
      : ofRelay(setting);
  }
  if (second !== undefined) {
    return `${found.length} SPF records stand at this name, which every receiver takes for an error. Join them into one and delete the others.${alone}`;
  }
  const sentences = [
    missingSentence(record, setting, alone),
    endSentence(record),
    ...(spf ? costSentences(spf) : []),
    lengthSentence(record),
    setting.counts && setting.sendsDirectly && setting.mechanisms.length === 0
      ? 'This server has no public name (POSTHOUSE_BASE_URL), so whether the record allows it is not known; DMARC rests on DKIM alone.'
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** Only its operator knows a relay's hosts; the record shown lists those of the domain itself. */
function ofRelay({ mechanisms, sendsDirectly }: SpfSetting): string | null {
  if (mechanisms.length > 0 || sendsDirectly) return null;
  return 'Publish the SPF record that the operator of your relay names, with its include; this one allows the servers of the domain itself alone.';
}

function missingSentence(record: string, { mechanisms, value }: SpfSetting, alone: string): string | null {
  const missing = mechanisms.filter((mechanism) => !allows(record, mechanism));
  if (missing.length === 0) return null;
  const behind = record.toLowerCase().split(' ').includes(missing[0]!);
  const what = behind
    ? `${missing.join(' ')} stands behind all, where it is never read.`
    : `The record does not allow this server: ${missing.join(' ')} is missing.`;
  return `${what} Change it to: ${shown(value)}${alone}`;
}

/** A record is untrusted text: only a plain SPF record is repeated in our sentences. */
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
    const count = more ? `more than ${lookups - 1}` : String(lookups);
    sentences.push(
      `The record needs ${count} look-ups in DNS and receivers make ${spfLookupsMax}: take out include, a, mx, ptr or exists that are not needed.`,
    );
  }
  if (voidNames.length > spfVoidLookupsMax) {
    sentences.push(
      `${voidNames.length} names in it have nothing in DNS and receivers bear ${spfVoidLookupsMax}: take out ${nameList(voidNames)}.`,
    );
  }
  if (brokenIncludes.length > 0) {
    sentences.push(`It includes ${nameList(brokenIncludes)}, where no SPF record stands: take that out.`);
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
