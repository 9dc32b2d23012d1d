/**
 * Spreadsheets evaluate a cell that begins with one of these signs, so a cell of untrusted text could run a command on
 * the reader's machine. A leading apostrophe makes it text. Cells that are guarded already get another one, because
 * otherwise `unguardFormula` could not tell them from those that began with an apostrophe. Full-width signs count as well: an
 * Excel of East Asia reads them as the others.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** The text as a cell that no spreadsheet evaluates. Numbers are not text and are written without it. */
export function guardFormula(text: string): string {
  const cell = withoutNul(text);
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Spreadsheets end a cell, and some the whole file, at a NUL, or pass it over and evaluate what follows. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Reverses `guardFormula`. A cell that was never guarded is returned as it is. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
