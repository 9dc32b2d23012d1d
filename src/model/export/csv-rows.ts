import {
  attributeCell,
  attributePrefix,
  otherAttributesCell,
  otherAttributesColumn,
  subscriberCells,
} from '../subscriber/subscriber-csv.ts';
import { csvLine } from '../text/csv.ts';
import { emailCells, eventCells, recipientCells, suppressionCells } from './export-kind.ts';

/** Excel recognizes UTF-8 by this mark. */
export const byteOrderMark = '\uFEFF';

type CellsOf<Row> = (row: Row) => string;

function writerOf<Row>(
  columns: readonly string[],
  cellOf: (column: string) => CellsOf<Row> | undefined,
): (rows: readonly Row[]) => string {
  const cells = columns.map((column) => cellOf(column) ?? (() => ''));
  return (rows) => rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('');
}

/** @param columns a name for every attribute */
export function subscriberLines(
  columns: readonly string[],
): (subscribers: readonly Parameters<(typeof subscriberCells)[string]>[0][]) => string {
  const inColumns = new Set(columns.map(attributeOf).filter((name) => name !== null));
  return writerOf(columns, (column) => {
    if (column === otherAttributesColumn) {
      return ({ attributes }) => otherAttributesCell(attributes, inColumns);
    }
    const attribute = attributeOf(column);
    if (attribute === null) return subscriberCells[column];
    return ({ attributes }) =>
      attributeCell(Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined);
  });
}

function attributeOf(column: string): string | null {
  return column.startsWith(attributePrefix) ? column.slice(attributePrefix.length) : null;
}

export const emailLines = (columns: readonly string[]) => writerOf(columns, (column) => emailCells[column]);
export const eventLines = (columns: readonly string[]) => writerOf(columns, (column) => eventCells[column]);
export const suppressionLines = (columns: readonly string[]) =>
  writerOf(columns, (column) => suppressionCells[column]);
export const recipientLines = (columns: readonly string[]) =>
  writerOf(columns, (column) => recipientCells[column]);
