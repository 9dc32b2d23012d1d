import { parseTagList } from './dkim-record.ts';
import type { Answered, PolicyAbove } from './dns-probe.ts';

/** Suggested for a domain without a policy: no reports, no refusals. */
export const dmarcValue = 'v=DMARC1; p=none;';

/** Maximum labels of a parent name in the tree walk (RFC 9989 4.10). */
const labelsAboveMax = 7;

/** Lists parent domains, nearest first, as in the DMARC tree walk (RFC 9989 4.10). */
export function domainsAbove(name: string): string[] {
  const names: string[] = [];
  const labels = name.split('.').slice(1).slice(-labelsAboveMax);
  for (; labels.length > 0; labels.shift()) names.push(labels.join('.'));
  return names;
}

/** The version is case-sensitive (RFC 9989 4.7). */
export function dmarcRecordsIn(texts: readonly string[]): string[] {
  return texts.filter((text) => /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(text));
}

/** Several records count as none (RFC 9989 4.10). */
export function policyIn(texts: readonly string[]): string | null {
  const [only, second] = dmarcRecordsIn(texts);
  return only === undefined || second !== undefined ? null : only;
}

export function endsWalk(text: string): boolean {
  return /^[yn]$/i.test(parseTagList(text).get('psd') ?? '');
}

/** Returns the policy of the organizational domain, else of the public suffix above it (RFC 9989 4.10.1 and 4.10.2). */
export function inheritedPolicy(name: string, above: readonly PolicyAbove[]): PolicyAbove | null {
  const top = above.at(-1);
  if (!top || parseTagList(top.text).get('psd')?.toLowerCase() !== 'y') return top ?? null;
  const labels = top.domain.split('.').length + 1;
  const organizational = name.split('.').slice(-labels).join('.');
  return above.find(({ domain }) => domain === organizational) ?? top;
}

type Policy = 'none' | 'quarantine' | 'reject';

function isPolicy(text: string | undefined): text is Policy {
  return text === 'none' || text === 'quarantine' || text === 'reject';
}

/** A record with only a report address counts as `p=none` (RFC 9989 4.10.1). */
export function isUsable(text: string): boolean {
  const tags = lowerTags(text);
  const others = [tags.get('sp'), tags.get('np')].every((policy) => policy === undefined || isPolicy(policy));
  return (isPolicy(tags.get('p')) && others) || reportsTo(text);
}

function lowerTags(text: string): Map<string, string> {
  return new Map([...parseTagList(text)].map(([tag, value]) => [tag.toLowerCase(), value.toLowerCase()]));
}

function reportsTo(text: string): boolean {
  const uris = (lowerTags(text).get('rua') ?? '').split(',').map((uri) => uri.trim());
  return uris.some((uri) => /^mailto:[^\s@]+@[^\s@]+$/.test(uri));
}

/** @param returnsToSubdomain whether bounces return to a subdomain of the domain */
export function dmarcAdvice(
  name: string,
  { texts, above = [] }: Pick<Answered, 'texts' | 'above'>,
  returnsToSubdomain: boolean,
): string | null {
  const found = dmarcRecordsIn(texts);
  const [own, second] = found;
  if (second !== undefined) {
    return `${found.length} DMARC records stand at this name, so receivers ignore all of them. Leave one.`;
  }
  if (own !== undefined) return joined(ownSentences(own, returnsToSubdomain)) ?? strictSentence(own);
  const inherited = inheritedPolicy(name, above);
  if (inherited) return inheritedSentence(name, inherited);
  return texts.some((text) => /v\s*=\s*DMARC1/i.test(text))
    ? 'The record at this name does not begin with exactly v=DMARC1, so it is not a DMARC record. Replace it with this value.'
    : null;
}

function ownSentences(text: string, returnsToSubdomain: boolean): (string | null)[] {
  const tags = lowerTags(text);
  const policy = tags.get('p');
  const historic = ['pct', 'rf', 'ri'].filter((tag) => tags.has(tag));
  return [
    policySentence(tags, reportsTo(text)),
    policy === 'none'
      ? 'p=none only monitors. When the reports show no mail but your own, p=quarantine protects the domain.'
      : null,
    tags.get('t') === 'y' && policy !== 'none'
      ? 't=y is a test: receivers apply one step less than p. Take it out once reports are clean.'
      : null,
    historic.length > 0
      ? `${historic.join(', ')} ${historic.length > 1 ? 'are' : 'is'} no part of DMARC any more (RFC 9989). Take ${historic.length > 1 ? 'them' : 'it'} out${historic.includes('pct') ? '; to try a policy, use t=y' : ''}.`
      : null,
    !tags.has('rua') ? 'Without rua= you get no reports: add rua=mailto: and a mailbox of yours.' : null,
    tags.has('rua') && !reportsTo(text) ? 'rua= names no mailbox: it has to begin with mailto:.' : null,
    tags.get('psd') === 'y'
      ? 'psd=y says that others register names under this one. Take it out unless they do.'
      : null,
    tags.get('aspf') === 's' && returnsToSubdomain
      ? 'aspf=s wants the very same domain in the envelope, so only DKIM counts here. Take it out.'
      : null,
  ];
}

/** Explains a policy stricter than `dmarcValue`, which would otherwise look like a fault. */
function strictSentence(text: string): string | null {
  const policy = lowerTags(text).get('p');
  if (policy === undefined || policy === 'none') return null;
  return `p=${policy} is stricter than what is asked for here, which is fine: leave the record as it is.`;
}

function policySentence(tags: ReadonlyMap<string, string>, reports: boolean): string | null {
  const wrong = ['p', 'sp', 'np'].filter((tag) => tags.has(tag) && !isPolicy(tags.get(tag)));
  if (wrong.length > 0) {
    const so = reports ? 'the record counts as p=none' : 'receivers ignore the record';
    return `${wrong.join(', ')} must be none, quarantine or reject; until then ${so}.`;
  }
  if (tags.has('p')) return null;
  return reports
    ? 'p= is missing, which newer receivers take for none and older ones for an error. Add p=none.'
    : 'p= is missing, so receivers ignore the record. Add p=none.';
}

/** A sending domain exists, so `np` does not apply, but `sp`, else `p` (RFC 9989 4.7). */
function inheritedSentence(name: string, { domain, text }: PolicyAbove): string {
  const tags = lowerTags(text);
  if (!isUsable(text))
    return `The record of ${domain} applies, and it has no valid policy. Publish one of its own.`;
  const valid = ['p', 'sp', 'np'].every((tag) => !tags.has(tag) || isPolicy(tags.get(tag)));
  const tag = tags.has('sp') ? 'sp' : 'p';
  const policy = (valid && tags.get(tag)) || 'none';
  const weakened = tags.get('t') === 'y' && policy !== 'none' ? ', one step less while t=y' : '';
  const origin = tags.get('psd') === 'y' ? 'the ending' : 'the domain';
  return `${name} has no record of its own: the one of ${origin} ${domain} applies, with ${policy}${weakened}. A record of its own would come before it.`;
}

function joined(sentences: readonly (string | null)[]): string | null {
  const said = sentences.filter((sentence) => sentence !== null);
  return said.length > 0 ? said.join(' ') : null;
}
