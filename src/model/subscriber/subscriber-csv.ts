import { CsvRows } from '../import/csv-rows.ts';
import { csvLine } from '../text/csv.ts';
import { guardFormula, unguardFormula, withoutNul } from '../text/formula-cell.ts';
import type { Attributes, AttributeValue, Subscriber } from './subscriber.ts';

/** The cells of a file of subscribers, written so that an import reads back exactly what was exported. */

/** Names a column of one attribute: `attributes.plan`. */
export const attributePrefix = 'attributes.';
/** Attributes with a column of their own. Those beyond are together in `otherAttributesColumn`, as JSON. */
export const attributeColumnsMax = 500;
export const otherAttributesColumn = 'attributes';

/**
 * A text that would be read as something else: as nothing, a truth value or a number. It is marked by a leading
 * apostrophe, as spreadsheets do, so that the postcode 01234 and the text 42 stay texts.
 */
const readAsOther = /^'*(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)?$/;

/** The cell of an attribute; an empty one where there is none. */
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

/** Names of tags in one cell: a row of CSV within the cell, since a name may hold a comma. */
export function tagsCell(names: readonly string[]): string {
  return guardFormula(csvLine(names).slice(0, -lineEnd.length));
}

/** No subscriber has so many tags: a longer cell is no row of them, and to read it as one may take long. */
const tagsCellCharactersMax = 32 * 1024;

/** Reverses `tagsCell`, once the cell is unguarded; a cell that is no row of CSV is one name. */
export function readTagsCell(cell: string): string[] {
  if (cell.length > tagsCellCharactersMax) return [cell];
  // A semicolon elsewhere in the cell must not be taken for the separator.
  const csv = new CsvRows(',');
  const [row] = [...csv.push(cell), ...csv.end()].flat();
  const names = row === undefined || 'cells' in row ? (row?.cells ?? []) : [cell];
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

const lineEnd = '\r\n';

type Exported = ReturnType<typeof Subscriber.parse>;

/** The columns that every file of subscribers has, by name. An import knows them by these names. */
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

/** The attributes that have no column, as a cell of JSON; empty where there are none. */
export function otherAttributesCell(attributes: Attributes, inColumns: ReadonlySet<string>): string {
  const others = Object.entries(attributes).filter(([name]) => !inColumns.has(name));
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
}
