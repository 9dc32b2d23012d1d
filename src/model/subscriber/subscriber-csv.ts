import { CsvRows } from '../import/csv-rows.ts';
import { csvLine } from '../text/csv.ts';
import { guardFormula, unguardFormula, withoutNul } from '../text/formula-cell.ts';
import type { Attributes, AttributeValue, Subscriber } from './subscriber.ts';

/** Prefix of attribute columns: `attributes.plan`. */
export const attributePrefix = 'attributes.';
/** Attributes with their own column. The others share `otherAttributesColumn` as JSON. */
export const attributeColumnsMax = 500;
export const otherAttributesColumn = 'attributes';

/** A leading apostrophe marks such text, as in spreadsheets, so that the postcode 01234 stays text. */
const readAsOther = /^'*(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)?$/;

export function attributeCell(value: AttributeValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = withoutNul(value);
  return readAsOther.test(text) ? `'${text}` : guardFormula(text);
}

/** Reverses `attributeCell`; undefined for an empty cell. */
export function readAttributeCell(cell: string): AttributeValue | undefined {
  if (cell === '') return undefined;
  if (cell === 'true' || cell === 'false') return cell === 'true';
  if (!readAsOther.test(cell)) return unguardFormula(cell);
  return cell.startsWith("'") ? cell.slice(1) : Number(cell);
}

/** Writes a CSV row inside the cell, because tag names may contain commas. */
export function tagsCell(names: readonly string[]): string {
  return guardFormula(csvLine(names).slice(0, -lineEnd.length));
}

/** No subscriber has this many tags, and parsing a longer cell may take long. */
const tagsCellCharactersMax = 32 * 1024;

/** Reverses `tagsCell` for an unguarded cell. A cell that is not a CSV row is a single name. */
export function readTagsCell(cell: string): string[] {
  if (cell.length > tagsCellCharactersMax) return [cell];
  // Fixes the separator, because a name may contain a semicolon.
  const csv = new CsvRows(',');
  const [row] = [...csv.push(cell), ...csv.end()].flat();
  const names = row === undefined || 'cells' in row ? (row?.cells ?? []) : [cell];
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

const lineEnd = '\r\n';

type Exported = ReturnType<typeof Subscriber.parse>;

export const subscriberCells: Readonly<Record<string, (subscriber: Exported) => string>> = {
  id: ({ id }) => id,
  email: ({ email }) => guardFormula(email),
  firstName: ({ firstName }) => guardFormula(firstName ?? ''),
  lastName: ({ lastName }) => guardFormula(lastName ?? ''),
  status: ({ status }) => status,
  tags: ({ tags }) => tagsCell(tags.map(({ name }) => name)),
  externalId: ({ externalId }) => guardFormula(externalId ?? ''),
  timezone: ({ timezone }) => timezone ?? '',
  locale: ({ locale }) => guardFormula(locale ?? ''),
  consentAt: ({ consent }) => consent?.at ?? '',
  consentIp: ({ consent }) => guardFormula(consent?.ip ?? ''),
  consentSource: ({ consent }) => guardFormula(consent?.source ?? ''),
  source: ({ source }) => source,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  unsubscribedAt: ({ unsubscribedAt }) => unsubscribedAt ?? '',
  unsubscribeReason: ({ unsubscribeReason }) => guardFormula(unsubscribeReason ?? ''),
  unsubscribeTopic: ({ unsubscribeTopic }) => guardFormula(unsubscribeTopic ?? ''),
  lastActivityAt: ({ lastActivityAt }) => lastActivityAt ?? '',
};

export function otherAttributesCell(attributes: Attributes, inColumns: ReadonlySet<string>): string {
  const others = Object.entries(attributes).filter(([name]) => !inColumns.has(name));
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
}
