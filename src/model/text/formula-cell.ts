/**
 * Spreadsheets evaluate cells that begin with these signs (East Asian Excel also full-width signs), so text
 * could run a command. A leading apostrophe prevents this; guarded cells get another.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Returns a cell that no spreadsheet evaluates. Numbers need no guard. */
export function guardFormula(text: string): string {
  const cell = withoutNul(text);
  return formula.test(cell) ? `'${cell}` : cell;
}

/** At a NUL, spreadsheets end the cell or the file, or skip it and evaluate the rest. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Reverses `guardFormula`. Keeps cells that were never guarded. */
export function unguardFormula(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
