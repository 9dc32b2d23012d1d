/**
 * What is written as comma-separated values (RFC 4180), safe in a spreadsheet. Reading them: `model/import/csv-rows.ts`.
 */
import { guardFormula } from './formula-cell.ts';

/** A row as text, with its line end; no cell of it is evaluated as a formula. */
export function csvRow(cells: readonly string[]): string {
  return csvLine(cells.map(guardFormula));
}

/** A row as text, with its line end. The cells are written as they are: a text among them is to be guarded before. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quotedIfNeeded).join(',')}\r\n`;
}

function quotedIfNeeded(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
