/** Fields and comparisons of segment rules in words, and rules as sentences. */
import type { Comparison, Rule, RuleOperator } from '../../../../model/segment/rule.ts';
import { ruleLimits } from '../../../../model/segment/rule.ts';
import { operatorsByKind, type RuleFieldKind, readRuleField } from '../../../../model/segment/rule-field.ts';
import { namedObjectKind } from '../../../../model/segment/rule-names.ts';
import type { SubscriberSource, SubscriberStatus } from '../../../../model/subscriber/subscriber.ts';
import { subscriberStates } from './subscriber-states.ts';

/**
 * A field in the segment builder. A reaction to an email appears twice: by its time and by its campaign.
 * The prefix `campaign:` marks the second.
 */
export type BuilderField = string;

const campaignPrefix = 'campaign:';

export const fieldTitles: Readonly<Record<BuilderField, string>> = {
  tags: 'Tag',
  status: 'State',
  email: 'Address',
  firstName: 'First name',
  lastName: 'Last name',
  createdAt: 'Joined',
  lastActivityAt: 'Last activity',
  updatedAt: 'Last change',
  source: 'Added by',
  locale: 'Language',
  timezone: 'Time zone',
  externalId: 'Your ID',
  email_opened: 'Opened an email',
  email_clicked: 'Clicked a link',
  'campaign:email_opened': 'Opened a campaign',
  'campaign:email_clicked': 'Clicked in a campaign',
  'campaign:email_reached': 'Received a campaign',
};

export function fieldTitle(field: BuilderField): string {
  const read = readRuleField(field);
  if (read?.kind === 'attribute') return read.name;
  if (read?.kind === 'event') return `Event ${read.name}`;
  return fieldTitles[field] ?? field;
}

export function ruleFieldIn(field: BuilderField): string {
  return field.startsWith(campaignPrefix) ? field.slice(campaignPrefix.length) : field;
}

export function isCampaignField(field: BuilderField): boolean {
  return field.startsWith(campaignPrefix);
}

export function builderFieldFor(comparison: Comparison): BuilderField {
  return namedObjectKind(comparison) === 'campaign'
    ? `${campaignPrefix}${comparison.field}`
    : comparison.field;
}

type Words = Partial<Record<RuleOperator, string>>;

const textWords: Words = {
  eq: 'is',
  neq: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  in: 'is one of',
  exists: 'is known',
  is_empty: 'is not known',
};

const timeWords: Words = {
  within: 'in the last',
  longer_ago: 'more than … ago',
  gt: 'after',
  gte: 'on or after',
  lt: 'before',
  lte: 'on or before',
  exists: 'is known',
  is_empty: 'is not known',
};

const countWords: Words = { count_gte: 'at least … times', count_lt: 'fewer than … times' };

const wordsByKind: Readonly<Record<RuleFieldKind, Words>> = {
  text: textWords,
  id: textWords,
  status: { eq: 'is', neq: 'is not' },
  source: { eq: 'is', neq: 'is not' },
  time: timeWords,
  attribute: {
    ...textWords,
    gt: 'is more than',
    gte: 'is at least',
    lt: 'is less than',
    lte: 'is at most',
    within: 'is a date in the last',
    longer_ago: 'is a date more than … ago',
  },
  tags: { eq: 'is', neq: 'is not', in: 'is one of', exists: 'is set', is_empty: 'is not set' },
  event: { exists: 'ever', is_empty: 'never', ...countWords, ...timeWords },
  reaction: { exists: 'ever', is_empty: 'never', ...countWords, ...timeWords },
  reach: { eq: 'is', neq: 'is not' },
};

const happened: Words = { exists: 'ever', is_empty: 'never' };
const campaignWords: Words = { eq: 'is', neq: 'is not' };

/** Comparisons that the builder offers for a field, in order. */
export function comparisonWords(field: BuilderField): readonly (readonly [RuleOperator, string])[] {
  const kind = readRuleField(ruleFieldIn(field))?.kind;
  if (kind === undefined) return [];
  const isHappening = kind === 'event' || kind === 'reaction';
  const words = isCampaignField(field)
    ? campaignWords
    : { ...wordsByKind[kind], ...(isHappening && happened) };
  const entries = Object.entries(words) as [RuleOperator, string][];
  return entries.filter(([operator]) => operatorsByKind[kind].includes(operator));
}

export const statusTitles = Object.fromEntries(
  Object.entries(subscriberStates).map(([status, { text }]) => [status, text]),
) as Readonly<Record<SubscriberStatus, string>>;

export const sourceTitles: Readonly<Record<SubscriberSource, string>> = {
  API: 'the API',
  IMPORT: 'an import',
  FORM: 'a sign-up form',
  INTEGRATION: 'an integration',
  SMTP: 'SMTP',
  EVENT: 'an event',
};

/** Names of tags and campaigns by id. */
export type RuleNames = ReadonlyMap<string, string>;

/** A rule as a sentence, for parts that the builder does not edit. */
export function describeRule(rule: Rule, names: RuleNames, levels: number = ruleLimits.depthMax): string {
  if (levels < 0) return '…';
  if ('and' in rule || 'or' in rule) {
    const [parts, joint] = 'and' in rule ? [rule.and, ' and '] : [rule.or, ' or '];
    const described = parts.map((part, index) => {
      const words = describeRule(part, names, levels - 1);
      if ('and' in part || 'or' in part) return `(${words})`;
      const isOurs = Object.hasOwn(fieldTitles, part.field);
      return index > 0 && isOurs ? words.charAt(0).toLowerCase() + words.slice(1) : words;
    });
    return described.join(joint);
  }
  return describeComparison(rule, names);
}

function describeComparison(comparison: Comparison, names: RuleNames): string {
  const field = builderFieldFor(comparison);
  const { operator, value, within } = comparison;
  const found = comparisonWords(field).find(([one]) => one === operator)?.[1];
  const words = found ?? operator.replaceAll('_', ' ');
  if (value === undefined) return `${fieldTitle(field)} ${words}`;
  const said = [value]
    .flat()
    .map((one) => valueTitle(field, String(one), names))
    .join(' or ');
  const span = within === undefined ? '' : ` in the last ${within}`;
  const compared = words.includes('…') ? words.replace('…', said) : `${words} ${said}`;
  return `${fieldTitle(field)} ${compared}${span}`;
}

function valueTitle(field: BuilderField, value: string, names: RuleNames): string {
  const titles: Readonly<Record<string, string>> =
    field === 'status' ? statusTitles : field === 'source' ? sourceTitles : {};
  return (Object.hasOwn(titles, value) ? titles[value] : undefined) ?? names.get(value) ?? `“${value}”`;
}
