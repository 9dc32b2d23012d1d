import { oneLine } from '../../../model/text/quoted.ts';
import { posthouse } from '../../../world/command-line.ts';
import { formatRows, type Row } from '../output/help.ts';

type Counts = {
  rows: number;
  reasons: Readonly<Record<string, number>>;
  left_out: Readonly<Record<string, number>>;
} & Readonly<Record<(typeof countLabels)[number][0], number>>;

export type Imported = {
  id: string;
  status: string;
  file_name: string | null;
  columns: readonly { header: string; field: string; guessed: boolean }[];
  rows_done: number;
  rows_total: number | null;
  preview: Counts | null;
  result: Counts | null;
  warnings: string[];
  error: string | null;
};

const countLabels = [
  ['created', 'new subscribers'],
  ['updated', 'existing subscribers updated'],
  ['unchanged', 'existing subscribers without a change'],
  ['skipped', 'existing subscribers skipped'],
  ['duplicates', 'rows that repeat an earlier address'],
  ['invalid', 'invalid rows'],
  ['refused', 'refused rows'],
  ['pending', 'new subscribers who must confirm first'],
  ['suppressed', 'subscribers with a suppressed address, who get no mail'],
  ['stopped', 'subscribers that the file unsubscribes, or marks as bounced or complained'],
  ['inactive', 'subscribers who stay unsubscribed, bounced or complained'],
] as const;

/** Formats the counts and columns of a preview for a terminal. */
export function describePreview({ file_name, columns, preview }: Imported): string {
  const lines = [`Preview of ${nameFile(file_name)}:`, ...describeCounts(preview)];
  if (columns.length > 0) {
    const fields = columns.map(
      ({ header, field, guessed }): Row => [
        oneLine(header, headerCharactersMax),
        `${oneLine(field)}${guessed ? ' (guessed)' : ''}`,
      ],
    );
    lines.push('Fields of the columns:', formatRows(fields));
  }
  return `${lines.join('\n')}\n`;
}

const headerCharactersMax = 28;

/** Formats the state or the result of an import, with the next command. */
export function describeImport(imported: Imported): string {
  const { id, status, file_name, result, error } = imported;
  const file = nameFile(file_name);
  if (status === 'previewed') {
    return `${describePreview(imported)}Nothing was imported.\nTo import it: ${posthouse} import --import ${id}\n`;
  }
  if (status === 'uploading') {
    return `The upload of ${file} is incomplete, and nothing was imported.\nTo start again: ${posthouse} import FILE\n`;
  }
  const sentences: Readonly<Record<string, string>> = {
    completed: `The import of ${file} is complete:`,
    cancelled: `The import of ${file} was cancelled. Imported rows are kept:`,
    failed: `The import of ${file} failed: ${oneLine(error ?? 'unknown error', errorCharactersMax)}`,
  };
  const lines = [sentences[status] ?? `The import of ${file} is ${status}:`, ...describeCounts(result)];
  if (result !== null && result.invalid + result.refused > 0) {
    lines.push(`To see the invalid and refused rows: ${posthouse} tools run get_import_errors ${id}`);
  }
  if (status === 'failed') lines.push(`Correct the file, and import it again: ${posthouse} import FILE`);
  return `${lines.join('\n')}\n`;
}

const errorCharactersMax = 500;

function describeCounts(counts: Counts | null): string[] {
  if (counts === null) return [];
  const shown = [
    [counts.rows, counts.rows === 1 ? 'row' : 'rows'] as const,
    ...countLabels.map(([field, label]) => [counts[field], label] as const).filter(([count]) => count > 0),
  ].map(([count, label]) => [count.toLocaleString('en'), label] as const);
  const width = Math.max(...shown.map(([count]) => count.length));
  return [
    ...shown.map(([count, label]) => `  ${count.padStart(width)}  ${label}`),
    ...listAmounts('Reasons', counts.reasons),
    ...listAmounts('Omitted values', counts.left_out),
  ];
}

function listAmounts(label: string, amounts: Readonly<Record<string, number>>): string[] {
  const listed = Object.entries(amounts).map(
    ([name, count]) => `${oneLine(name)} ${count.toLocaleString('en')}`,
  );
  return listed.length === 0 ? [] : [`  ${label}: ${listed.join(', ')}`];
}

function nameFile(name: string | null): string {
  return name === null ? 'the file' : oneLine(name);
}
