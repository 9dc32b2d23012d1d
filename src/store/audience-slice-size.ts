import { type Comparison, isCount } from '../model/segment/rule.ts';
import { readRuleField } from '../model/segment/rule-field.ts';
import type { AudienceTerms, RuleTerm } from './audience-sql.ts';

/**
 * How much of a table one statement with an audience's condition may look at. On SQLite nothing else runs meanwhile, so
 * it is some milliseconds' worth whatever the rule asks and whatever stands in the rows.
 */
export type Stretch = {
  /** Rows at most. */
  rows: number;
  /** Octets of attributes after which it ends with the row it is at; null where they do not matter. */
  octets: number | null;
};

const stretchRowsMax = 5_000;
/** What one statement may take, in the microseconds below. */
const stretchUs = 5_000;

/*
 * The time of one comparison with one row on a slow machine, in microseconds, of the worst row that can be written:
 * attributes of 16 KiB, which are all one text.
 */
const columnUs = 1;
const attributeUs = 4;
/** Each tag or campaign of a list is a look into an index. */
const keyUs = 2;
/** Each entry of an index that a count passes. */
const countedUs = 0.2;
/** For a campaign that reached a subscriber their mail is looked up too, and sometimes the campaign. */
const reachedUs = 6;
/** A part is looked for at each place of a text, which may be as long as all attributes. Microseconds per octet. */
const soughtUsPerOctet = 0.02;
/** No attributes are longer; `attributeLimits` says so of what is given. */
const attributesOctetsMax = 16 * 1024;

/** The stretch of a walk over subscribers that can tell how long their attributes are. */
export function stretchOf({ rules }: AudienceTerms): Stretch {
  const { us, sought } = weightOf(rules);
  return {
    rows: rowsIn(us),
    octets: sought === 0 ? null : Math.ceil(stretchUs / (sought * soughtUsPerOctet)),
  };
}

/** How many subscribers a statement may look at whatever their attributes are. */
export function sliceRowsOf({ rules }: AudienceTerms): number {
  const { us, sought } = weightOf(rules);
  return rowsIn(us + sought * soughtUsPerOctet * attributesOctetsMax);
}

function rowsIn(usPerRow: number): number {
  return Math.max(1, Math.min(stretchRowsMax, Math.floor(stretchUs / usPerRow)));
}

/** @property sought how often a part is looked for in attributes */
type Weight = { us: number; sought: number };

function weightOf(rules: readonly RuleTerm[]): Weight {
  const weight = { us: columnUs, sought: 0 };
  for (const rule of rules) {
    const parts = 'and' in rule ? rule.and : 'or' in rule ? rule.or : null;
    const { us, sought } = parts === null ? comparisonWeight(rule as Asked) : weightOf(parts);
    weight.us += us;
    weight.sought += sought;
  }
  return weight;
}

type Asked = Comparison & { keys?: readonly number[] | undefined };

function comparisonWeight({ field, operator, value, keys }: Asked): Weight {
  const kind = readRuleField(field)?.kind;
  const isAttribute = kind === 'attribute';
  const lookUpUs = kind === 'reach' ? reachedUs : keyUs;
  if (isCount(operator)) return { us: columnUs + keyUs + countedUs * Number(value), sought: 0 };
  return {
    us: isAttribute ? attributeUs : columnUs + lookUpUs * (keys?.length ?? 0),
    sought: isAttribute && operator === 'contains' ? 1 : 0,
  };
}

/**
 * A statement for the key a stretch ends with; no row where it would end behind the last one.
 *
 * @param lengths a SELECT of `key`, and of `octets` where they matter: the rows to go through, in `order`
 * @param stretch to be in the statement as numbers
 */
export function stretchEnd(lengths: string, order: string, { rows, octets }: Stretch): string {
  if (octets === null) return `${lengths} ORDER BY key ${order} LIMIT 1 OFFSET ${rows - 1}`;
  return `SELECT key FROM (
      SELECT key, row_number() OVER (ORDER BY key ${order}) AS nth, sum(octets) OVER (ORDER BY key ${order}) AS so_far
      FROM (${lengths} ORDER BY key ${order} LIMIT ${rows}) AS lengths) AS weighed
    WHERE nth >= ${rows} OR so_far >= ${octets} ORDER BY key ${order} LIMIT 1`;
}
