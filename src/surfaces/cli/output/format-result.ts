import { oneLine } from '../../../model/text/quoted.ts';

type Fields = Readonly<Record<string, unknown>>;

const cellCharactersMax = 40;
const valueCharactersMax = 2_000;
const gap = 2;

/** Formats a result for a person at a terminal: a list as a table, anything else as one field per line. */
export function formatResult(output: unknown, columns: number): string {
  if (!isFields(output)) return `${formatValue(output, valueCharactersMax)}\n`;
  if (!isList(output.data)) return formatFields(output);
  const { data, has_more: hasMore } = output;
  if (data.length === 0) return 'Nothing found.\n';
  const count = `${data.length} ${data.length === 1 ? 'row' : 'rows'}`;
  const next = output.next_after ?? data.at(-1)?.id;
  const more = hasMore === true && typeof next === 'string' ? `\nNext page: --after ${next}` : '';
  return `${formatTable(data, columns)}\n${count}${more}\n`;
}

/** Shows the fields that fit, in their order. JSON has all of them. */
function formatTable(rows: readonly Fields[], columns: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => name !== 'object' && rows.every((row) => !isNested(row[name])),
  );
  const cells = (name: string) => rows.map((row) => formatValue(row[name] ?? null, cellCharactersMax));
  const shown: { width: number; texts: string[] }[] = [];
  let room = columns;
  for (const name of names) {
    const texts = [name.toUpperCase(), ...cells(name)];
    const width = Math.max(...texts.map((text) => text.length));
    if (shown.length > 0 && width > room) continue;
    shown.push({ width, texts });
    room -= width + gap;
  }
  const lines = ['', ...rows].map((_, line) =>
    shown
      .map(({ width, texts }) => texts[line]!.padEnd(width + gap))
      .join('')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function formatFields(fields: Fields): string {
  const shown = Object.entries(fields).filter(([name]) => name !== 'object');
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
