import { type Audience, allActive, audienceRules } from '../../model/campaign/campaign.ts';
import { type Failure, type FieldFault, invalidFields } from '../../model/failure.ts';
import type { Comparison, Rule } from '../../model/segment/rule.ts';
import { namedObjectKind, namesIn } from '../../model/segment/rule-names.ts';
import type { AudienceTerms, RuleTerm } from '../../store/audience/audience-sql.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { HeldTags } from './hold-tags.ts';
import { faultsListedMax } from './read-rule.ts';

/**
 * Resolves an audience to present keys and rules. A condition that requires a deleted part matches no
 * subscriber. An audience that excludes a deleted part (`none`, `neq`) is empty too, because it would grow.
 */
export async function resolveAudience(store: OrganizationStore, audience: Audience): Promise<AudienceTerms> {
  const { tags, segmentId, subscriberIds } = audience;
  const segment = segmentId === null ? null : await store.segments.byId(segmentId);
  const rules = [...(segment ? [segment.rule] : []), ...audienceRules(audience)];
  const known = await lookUp(store, [...tags.any, ...tags.all, ...tags.none], rules);
  const keysOf = (ids: readonly string[]): number[] => ids.flatMap((id) => known.key('tag', id) ?? []);
  const anyTags = keysOf(tags.any);
  const allTags = keysOf(tags.all);
  const noTags = keysOf(tags.none);
  const isEmpty =
    (tags.any.length > 0 && anyTags.length === 0) ||
    allTags.length < tags.all.length ||
    noTags.length < tags.none.length ||
    (segmentId !== null && !segment) ||
    rules.some((rule) => leavesOutWhatIsGone(rule, known));
  return {
    isEmpty,
    anyTags,
    allTags,
    noTags,
    rules: rules.map((rule) => termOf(rule, known)),
    subscriberIds: subscriberIds.length === 0 ? null : subscriberIds,
  };
}

export function campaignsReached(rules: readonly RuleTerm[]): number[] {
  return rules.flatMap((rule) => {
    if ('and' in rule) return campaignsReached(rule.and);
    if ('or' in rule) return campaignsReached(rule.or);
    return rule.field === 'email_reached' ? [...(rule.keys ?? [])] : [];
  });
}

export async function resolveRuleAlone(store: OrganizationStore, rule: Rule): Promise<AudienceTerms> {
  return await resolveAudience(store, { ...allActive, filter: rule });
}

export async function goneRefusal(store: OrganizationStore, audience: Audience): Promise<Failure | null> {
  const faults = await listDeletedParts(store, audience);
  return faults.length === 0 ? null : invalidFields(faults.slice(0, faultsListedMax));
}

/** Lists deleted parts by path. A fault in the rule of an existing segment is reported at the segment's id. */
export async function listDeletedParts(store: OrganizationStore, audience: Audience): Promise<FieldFault[]> {
  const { tags, segmentId, filter, notReachedBy } = audience;
  const faults: FieldFault[] = [];
  const fault = (path: string, message: string): void => {
    faults.push({ path: `audience.${path}`, code: 'invalid', message });
  };
  const segment = segmentId === null ? null : await store.segments.byId(segmentId);
  if (segmentId !== null && !segment) fault('segmentId', 'is no segment of this organization any more');
  const rules = [...(segment ? [segment.rule] : []), ...audienceRules(audience)];
  const known = await lookUp(store, [...tags.any, ...tags.all, ...tags.none], rules);
  for (const list of ['any', 'all', 'none'] as const) {
    for (const [index, id] of tags[list].entries()) {
      if (known.key('tag', id) === undefined) fault(`tags.${list}[${index}]`, goneAs('tag'));
    }
  }
  for (const { kind, name, path } of filter === null ? [] : namesIn(filter, 'filter')) {
    if (known.key(kind, name) === undefined) fault(path, goneAs(kind));
  }
  if (notReachedBy !== undefined && known.key('campaign', notReachedBy) === undefined) {
    fault('notReachedBy', goneAs('campaign'));
  }
  const lost = segment && namesIn(segment.rule, '').find(({ kind, name }) => !known.key(kind, name));
  if (lost) fault('segmentId', `is a segment whose rule names a ${lost.kind} that is gone`);
  return faults;
}

function goneAs(kind: 'tag' | 'campaign'): string {
  return `is no ${kind} of this organization any more`;
}

type Known = { key(kind: 'tag' | 'campaign', name: string): number | undefined };

async function lookUp(
  store: OrganizationStore,
  tagIds: readonly string[],
  rules: readonly Rule[],
): Promise<Known> {
  const names = rules.flatMap((rule) => namesIn(rule, ''));
  const named = (wanted: 'tag' | 'campaign'): string[] =>
    names.flatMap(({ kind, name }) => (kind === wanted ? [name] : []));
  const tags = new HeldTags(await store.tags.among([...new Set([...tagIds, ...named('tag')])]), 0);
  const campaigns = await store.campaigns.keysOf([...new Set(named('campaign'))]);
  return {
    key: (kind, name) => (kind === 'tag' ? tags.find(name)?.key : campaigns.get(name)),
  };
}

function leavesOutWhatIsGone(rule: Rule, known: Known): boolean {
  if ('and' in rule) return rule.and.some((part) => leavesOutWhatIsGone(part, known));
  if ('or' in rule) return rule.or.some((part) => leavesOutWhatIsGone(part, known));
  const kind = namedObjectKind(rule);
  return kind !== null && rule.operator === 'neq' && keysIn(rule, known)?.length === 0;
}

function termOf(rule: Rule, known: Known): RuleTerm {
  if ('and' in rule) return { and: rule.and.map((part) => termOf(part, known)) };
  if ('or' in rule) return { or: rule.or.map((part) => termOf(part, known)) };
  return { ...rule, keys: keysIn(rule, known) };
}

function keysIn(comparison: Comparison, known: Known): number[] | undefined {
  const kind = namedObjectKind(comparison);
  if (kind === null) return undefined;
  const names = [comparison.value].flat().map(String);
  return [...new Set(names.flatMap((name) => known.key(kind, name) ?? []))];
}
