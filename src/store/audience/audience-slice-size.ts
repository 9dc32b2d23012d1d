import { type Comparison, isCount } from '../../model/segment/rule.ts';
import { readRuleField } from '../../model/segment/rule-field.ts';
import type { AudienceTerms, RuleTerm } from './audience-sql.ts';

/** A slice of a table for a single statement. It takes only milliseconds, because SQLite blocks everything else meanwhile. */
export type SliceSize = {
  rows: number;
  /** The slice ends with the row that exceeds this size of attributes. Null for no limit. */
  octets: number | null;
};

const stretchRowsMax = 5_000;
/** Time budget of one statement, in the microseconds below. */
const stretchUs = 5_000;

/** Microseconds to compare one row on a slow machine, at worst with 16 KiB in a single string. */
const columnUs = 1;
const attributeUs = 4;
/** One index look-up per listed tag or campaign. */
const keyUs = 2;
/** One index entry passed while counting. */
const countedUs = 0.2;
/** Also looks up the subscriber's mail, and sometimes the campaign. */
const reachedUs = 6;
/** Microseconds per octet of a substring search, which compares at every position. */
const soughtUsPerOctet = 0.02;
/** Matches the limit in `attributeLimits`. */
const attributesOctetsMax = 16 * 1024;

/** Returns the slice size for a walk that knows the length of each row's attributes. */
export function calculateSliceSize({ rules }: AudienceTerms): SliceSize {
  const { us, sought } = weightOf(rules);
  return {
    rows: rowsIn(us),
    octets: sought === 0 ? null : Math.ceil(stretchUs / (sought * soughtUsPerOctet)),
  };
}

/** Returns the rows per slice for a walk that does not know the length of the attributes. */
export function calculateSliceRows({ rules }: AudienceTerms): number {
  const { us, sought } = weightOf(rules);
  return rowsIn(us + sought * soughtUsPerOctet * attributesOctetsMax);
}

function rowsIn(usPerRow: number): number {
  return Math.max(1, Math.min(stretchRowsMax, Math.floor(stretchUs / usPerRow)));
}

/** @property sought the number of substring searches in attributes */
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

/** Returns the statement for the last key of a slice; no row after the end. `lengths` selects the keys. */
export function findSliceEnd(lengths: string, order: string, { rows, octets }: SliceSize): string {
  if (octets === null) return `${lengths} ORDER BY key ${order} LIMIT 1 OFFSET ${rows - 1}`;
  return `SELECT key FROM (
      SELECT key, row_number() OVER (ORDER BY key ${order}) AS nth, sum(octets) OVER (ORDER BY key ${order}) AS so_far
      FROM (${lengths} ORDER BY key ${order} LIMIT ${rows}) AS lengths) AS weighed
    WHERE nth >= ${rows} OR so_far >= ${octets} ORDER BY key ${order} LIMIT 1`;
}
