import { oneLine } from '../../../model/text/quoted.ts';

type Fields = Readonly<Record<string, unknown>>;

const cellCharactersMax = 40;
const valueCharactersMax = 2_000;
const gap = 2;
const errorField = 'error';

/** Formats a result for a person at a terminal: a list as a table, anything else as one field per line. */
export function formatResult(output: unknown, columns: number): string {
  if (!isFields(output)) return `${formatValue(output, valueCharactersMax)}\n`;
  if (!isList(output.data)) return formatFields(output);
  const { data, has_more: hasMore, ...others } = output;
  const rest = formatFields(
    Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('next_'))),
  );
  const below = rest === '' ? '' : `\n${rest}`;
  if (data.length === 0) return `Nothing found.\n${below}`;
  const count = `${data.length} ${data.length === 1 ? 'row' : 'rows'}`;
  const next = output.next_after ?? data.at(-1)?.id;
  const more =
    hasMore === true && typeof next === 'string'
      ? `\nNext page: --after ${oneLine(next, valueCharactersMax)}`
      : '';
  return `${formatTable(data, columns)}\n${count}${more}\n${below}`;
}

/** Formats an error of a tool for a person at a terminal: its message, then its other fields on indented lines. */
export function formatRefusal({ name: _name, message, code: _code, ...fields }: Fields): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    const label = `  ${oneLine(name)}:`;
    if (!Array.isArray(value) || !isNested(value))
      return [`${label} ${formatValue(value, valueCharactersMax)}`];
    return [label, ...value.map((entry) => `    ${formatValue(describeFault(entry), valueCharactersMax)}`)];
  });
  return [`posthouse: ${formatValue(message, valueCharactersMax)}`, ...lines, ''].join('\n');
}

/** Turns an invalid field into a sentence; returns other details unchanged. */
function describeFault(entry: unknown): unknown {
  if (!isFields(entry) || typeof entry.path !== 'string' || typeof entry.message !== 'string') return entry;
  return `${entry.path}: ${entry.message}`;
}

/** Shows the columns that fit, nested ones last, and each error in full below its row. JSON has all fields. */
function formatTable(rows: readonly Fields[], columns: number): string {
  const isNestedColumn = (name: string) => rows.some((row) => isNested(row[name]));
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'object');
  const nested = all.filter(isNestedColumn);
  const names = [
    ...all.filter((name) => !nested.includes(name)),
    ...nested.filter((name) => name !== errorField),
  ];
  const cells = (name: string) => rows.map((row) => formatValue(row[name] ?? null, cellCharactersMax));
  const shown: { width: number; texts: string[] }[] = [];
  let room = columns;
  for (const name of names) {
    const texts = [oneLine(name, cellCharactersMax).toUpperCase(), ...cells(name)];
    const width = Math.max(...texts.map((text) => text.length));
    if (shown.length > 0 && width > room) continue;
    shown.push({ width, texts });
    room -= width + gap;
  }
  const lines = [{}, ...rows].flatMap((row: Fields, line) => {
    const padded = shown.map(({ width, texts }) => texts[line]!.padEnd(width + gap));
    const error = nested.includes(errorField) ? (row[errorField] ?? null) : null;
    return [
      padded.join('').trimEnd(),
      ...(error === null ? [] : [`  ${errorField}: ${formatValue(error, valueCharactersMax)}`]),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function formatFields(fields: Fields): string {
  const shown = Object.entries(fields)
    .filter(([name]) => name !== 'object')
    .map(([name, value]) => [oneLine(name), value] as const);
  const width = Math.max(0, ...shown.map(([name]) => name.length)) + gap;
  return shown
    .map(([name, value]) => `${name.padEnd(width)}${formatValue(value, valueCharactersMax)}\n`)
    .join('');
}

/** Removes invisible characters and line breaks, because a mail can contain text that controls a terminal. */
function formatValue(value: unknown, charactersMax: number): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.length === 0 ? '-' : oneLine(value.join(', '), charactersMax);
  }
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value), charactersMax);
}

function isNested(value: unknown): boolean {
  return isFields(value) || (Array.isArray(value) && value.some((one) => typeof one === 'object'));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.every(isFields);
}
