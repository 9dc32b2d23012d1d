import type { Audience } from '../model/campaign/campaign.ts';
import type { Comparison, Rule } from '../model/segment/rule.ts';
import { readRuleField } from '../model/segment/rule-field.ts';
import type { AudienceTerms, RuleTerm } from '../store/audience-sql.ts';
import type { OrganizationStore } from '../store/store.ts';

/** Everybody, whatever their status. */
const noTerms: AudienceTerms = {
  nobody: false,
  anyTags: [],
  allTags: [],
  noTags: [],
  rules: [],
  subscriberIds: null,
};

/**
 * For whom an audience is, looked up in its organization as it stands now: tags by their keys, a segment by its rule.
 * What is gone, or somebody else's, is had by nobody; an audience that asks for it gets smaller by that, never larger.
 */
export async function resolveAudience(store: OrganizationStore, audience: Audience): Promise<AudienceTerms> {
  const { tags, segmentId, filter, subscriberIds } = audience;
  const anyTags = await tagKeys(store, tags.any);
  const allTags: number[] = [];
  let allThere = true;
  for (const id of tags.all) {
    const keys = await tagKeys(store, [id]);
    allTags.push(...keys);
    allThere &&= keys.length > 0;
  }
  const noTags = await tagKeys(store, tags.none);
  const segment = segmentId === null ? null : await store.segments.byId(segmentId);
  const nobody =
    (tags.any.length > 0 && anyTags.length === 0) || !allThere || (segmentId !== null && !segment);
  const rules: RuleTerm[] = [];
  for (const rule of [segment?.rule, filter]) if (rule) rules.push(await resolveRule(store, rule));
  return {
    nobody,
    anyTags,
    allTags,
    noTags,
    rules,
    subscriberIds: subscriberIds.length === 0 ? null : subscriberIds,
  };
}

/** The same for one rule alone. */
export async function resolveRuleAlone(store: OrganizationStore, rule: Rule): Promise<AudienceTerms> {
  return { ...noTerms, rules: [await resolveRule(store, rule)] };
}

async function tagKeys(store: OrganizationStore, ids: readonly string[]): Promise<number[]> {
  return ids.length === 0 ? [] : await store.tags.keysOf(ids);
}

async function resolveRule(store: OrganizationStore, rule: Rule): Promise<RuleTerm> {
  if ('and' in rule) return { and: await resolveRules(store, rule.and) };
  if ('or' in rule) return { or: await resolveRules(store, rule.or) };
  return { ...rule, keys: await keysIn(store, rule) };
}

async function resolveRules(store: OrganizationStore, rules: readonly Rule[]): Promise<RuleTerm[]> {
  const terms: RuleTerm[] = [];
  for (const rule of rules) terms.push(await resolveRule(store, rule));
  return terms;
}

/** The keys of the tags or campaigns that a comparison names; undefined where it names none. */
async function keysIn(
  store: OrganizationStore,
  { field, operator, value }: Comparison,
): Promise<number[] | undefined> {
  const kind = readRuleField(field)?.kind;
  const names = (Array.isArray(value) ? value : [value]).map(String);
  if (kind === 'tags' && value !== undefined) return await store.tags.keysOf(names);
  if (kind !== 'reaction' || !(operator === 'eq' || operator === 'neq' || operator === 'in'))
    return undefined;
  const keys = await Promise.all(names.map((id) => store.campaigns.keyOf(id)));
  return keys.filter((key) => key !== undefined);
}
