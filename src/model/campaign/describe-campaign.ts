import { type Comparison, type Rule, type RuleOperator, ruleLimits } from '../segment/rule.ts';
import { quoted } from '../text/quoted.ts';
import { stripInvisible } from '../text/strip-invisible.ts';
import { cutAtCodeUnits } from '../text/text.ts';
import type { AbTest, Audience } from './campaign.ts';

const namedMax = 5;
const nameCharactersMax = 60;
const ruleCharactersMax = 300;

/** In capitals, because omitting all conditions selects this audience. */
export const allActiveText = 'ALL subscribers who are ACTIVE';

/** @param nameOf name of a tag, segment or campaign by id; undefined if it was deleted */
export function describeAudience(
  { tags, segmentId, filter, subscriberIds, notReachedBy }: Audience,
  nameOf: (id: string) => string | undefined,
): string {
  const named = (ids: readonly string[], joint: string): string =>
    listed(
      ids.map((id) => asName(nameOf(id) ?? id)),
      joint,
    );
  const conditions = [
    tags.any.length === 0 ? '' : `with ${tagWord(tags.any)} ${named(tags.any, 'or')}`,
    tags.all.length === 0 ? '' : `with ${tagWord(tags.all)} ${named(tags.all, 'and')}`,
    tags.none.length === 0 ? '' : `without ${tagWord(tags.none)} ${named(tags.none, 'or')}`,
    segmentId === null ? '' : `in segment ${asName(nameOf(segmentId) ?? segmentId)}`,
    filter === null ? '' : `where ${describeAudienceRule(filter, nameOf)}`,
    subscriberIds.length === 0 ? '' : `among ${subscriberIds.length.toLocaleString('en')} chosen one by one`,
    notReachedBy === undefined
      ? ''
      : `not reached by campaign ${asName(nameOf(notReachedBy) ?? notReachedBy)}`,
  ].filter((condition) => condition !== '');
  return conditions.length === 0 ? allActiveText : `ACTIVE subscribers ${conditions.join(', ')}`;
}

function tagWord(ids: readonly string[]): string {
  return ids.length === 1 ? 'tag' : 'tags';
}

const operatorWords: Readonly<Record<RuleOperator, string>> = {
  eq: 'is',
  neq: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'is there',
  is_empty: 'is empty',
  in: 'is one of',
  within: 'is within the last',
  longer_ago: 'is longer ago than',
  count_gte: 'counts at least',
  count_lt: 'counts less than',
};

export function describeAudienceRule(rule: Rule, nameOf: (id: string) => string | undefined): string {
  const words = stripInvisible(describePart(rule, nameOf, ruleLimits.depthMax));
  const shown = cutAtCodeUnits(words, ruleCharactersMax);
  return shown.length < words.length ? `${shown}…` : shown;
}

function describePart(rule: Rule, nameOf: (id: string) => string | undefined, levels: number): string {
  if (levels < 0) return '…';
  if ('and' in rule || 'or' in rule) {
    const [parts, joint] = 'and' in rule ? [rule.and, ' and '] : [rule.or, ' or '];
    return parts.map((part) => withinBrackets(part, nameOf, levels - 1)).join(joint);
  }
  return describeComparison(rule, nameOf);
}

function withinBrackets(part: Rule, nameOf: (id: string) => string | undefined, levels: number): string {
  const words = describePart(part, nameOf, levels);
  return 'and' in part || 'or' in part ? `(${words})` : words;
}

function describeComparison(
  { field, operator, value, within }: Comparison,
  nameOf: (id: string) => string | undefined,
): string {
  const compared = operatorWords[operator];
  if (value === undefined) return `${field} ${compared}`;
  const values = [value].flat().map((each) => asName(nameOf(String(each)) ?? String(each)));
  const span = within === undefined ? '' : ` within the last ${asName(within)}`;
  return `${field} ${compared} ${listed(values, 'or')}${span}`;
}

export function describeAbTest({ variants, percent, metric, waitMinutes, winner }: AbTest): string {
  if (winner !== null)
    return `The A/B test is over: ${asName(variants[winner]?.name ?? '')} goes to the rest`;
  const names = listed(
    variants.map(({ name }) => asName(name)),
    'and',
  );
  const tried = `${variants.length} variants (${names}) go to ${percent} % of them in equal parts`;
  if (percent === 100) return tried;
  return `${tried}; after ${describeDuration(waitMinutes)} the one with most ${metric} goes to the rest`;
}

const minutesOfHour = 60;

export function describeDuration(minutes: number): string {
  const hours = minutes / minutesOfHour;
  const [amount, unit] = Number.isInteger(hours) && hours > 0 ? [hours, 'hour'] : [minutes, 'minute'];
  return `${amount.toLocaleString('en')} ${unit}${amount === 1 ? '' : 's'}`;
}

export function formatLocalTime(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  // ICU versions join the parts differently.
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const [weekday, day, month, year, hour, minute] = (
    ['weekday', 'day', 'month', 'year', 'hour', 'minute'] as const
  ).map((type) => parts.get(type));
  return `${weekday} ${day} ${month} ${year} at ${hour}:${minute} (${timeZone})`;
}

function listed(texts: readonly string[], joint: string): string {
  const shown = texts.slice(0, namedMax);
  if (texts.length > namedMax) return `${shown.join(', ')} ${joint} ${texts.length - namedMax} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${joint} ${shown.at(-1)}`;
}

function asName(name: string): string {
  return quoted(name, nameCharactersMax);
}
