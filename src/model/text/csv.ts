/** Writes comma-separated values (RFC 4180) that are safe in spreadsheets. `model/import/csv-rows.ts` reads them. */
import { guardFormula } from './formula-cell.ts';

export function csvRow(cells: readonly string[]): string {
  return csvLine(cells.map(guardFormula));
}

/** Expects cells that are guarded already. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quotedIfNeeded).join(',')}\r\n`;
}

function quotedIfNeeded(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
