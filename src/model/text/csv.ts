/**
 * What is written as comma-separated values (RFC 4180), safe in a spreadsheet. Reading them: `model/import/csv-rows.ts`.
 */

/** Spreadsheets evaluate cells that begin so; a leading apostrophe makes them text. */
const formula = /^'*[=+\-@\t\r\n]/;

/** A row as text, with its line end; no cell of it is evaluated as a formula. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string): string {
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reverses what `csvRow` does to a cell. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
