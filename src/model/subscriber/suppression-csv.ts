import type { z } from 'zod';
import { Failure } from '../failure.ts';
import { type CsvRow, rowsOfText } from '../import/csv-rows.ts';
import { trimCell } from '../import/padding.ts';
import { readPastedAddress } from '../import/pasted-address.ts';
import { InstantInput, isoInstant, isoInstantOrNull } from '../instant.ts';
import { csvRow } from '../text/csv.ts';
import { unguardFormula } from '../text/formula-cell.ts';
import {
  MailboxKey,
  type NewSuppression,
  newSuppressionFields,
  type SuppressionOrigin,
  type SuppressionRecord,
  scopeOfOrigin,
  startsAtOnce,
} from './suppression.ts';

const importRowsMax = 10_000;
const stretchRows = 250;
export const importCharactersMax = 1024 * 1024;

/** Export columns. An import reads the first four, also under the names below. */
const columns = ['email', 'origin', 'scope', 'expires_at', 'source_id', 'created_at'] as const;
type Column = (typeof columns)[number];

const namesOf: Readonly<Partial<Record<Column, readonly string[]>>> = {
  email: ['e-mail', 'email address', 'email_address', 'address', 'recipient'],
  origin: ['reason', 'type', 'suppression_reason'],
};
/** Other systems' names for our origins. A complaint under another origin would be mailed again. */
const originsElsewhere: Readonly<Record<string, SuppressionOrigin>> = {
  'hard bounce': 'bounce',
  hard_bounce: 'bounce',
  hardbounce: 'bounce',
  bounced: 'bounce',
  invalid: 'bounce',
  'invalid email': 'bounce',
  complained: 'complaint',
  spam: 'complaint',
  'spam complaint': 'complaint',
  spamcomplaint: 'complaint',
  'spam report': 'complaint',
  unsubscribed: 'unsubscribe',
  manualsuppression: 'manual',
};

type LineFault = { line: number; message: string };

export type SuppressionsRead =
  | {
      ok: true;
      /** Distinct per address and scope: the longer-lasting one, or the first of equal ones. */
      wanted: Omit<NewSuppression, 'id'>[];
      duplicates: number;
      faults: LineFault[];
    }
  | ({ ok: false } & LineFault);

/** Each unreadable row is a fault. A generator, so that the caller can yield to other work. @param now epoch ms */
export function* readSuppressionCsv(text: string, now: number): Generator<void, SuppressionsRead> {
  const read = yield* readRows(text);
  if ('message' in read) return { ok: false, ...read };
  const { broken } = read;
  const [first] = read.rows;
  if (first === undefined) return { ok: false, line: 1, message: 'is empty' };
  const header = headerOf(first.cells);
  if (header === null && first.cells.length > 1) {
    return {
      ok: false,
      line: first.line,
      message: 'names no column email; only a bare list needs no header',
    };
  }
  const rows = header === null ? read.rows : read.rows.slice(1);
  if (rows.length > importRowsMax) {
    return {
      ok: false,
      line: rows.at(-1)!.line,
      message: `is beyond ${importRowsMax.toLocaleString('en')} rows`,
    };
  }
  const places: ReadonlyMap<Column, number> = header ?? new Map([['email', 0]]);
  const wanted = new Map<string, Omit<NewSuppression, 'id'>>();
  const faults: LineFault[] = [...broken];
  let duplicates = 0;
  for (const [index, { line, cells }] of rows.entries()) {
    if (index % stretchRows === 0) yield;
    const row = readRow((column) => unguardFormula(trimCell(cells[places.get(column) ?? -1] ?? '')), now);
    if ('fault' in row) {
      faults.push({ line, message: row.fault });
      continue;
    }
    const name = `${row.scope} ${row.email}`;
    const other = wanted.get(name);
    if (other) duplicates += 1;
    if (!other || lastsLonger(row, other)) wanted.set(name, row);
  }
  faults.sort((a, b) => a.line - b.line);
  return { ok: true, wanted: [...wanted.values()], duplicates, faults };
}

type Row = Extract<CsvRow, { cells: string[] }>;

function* readRows(text: string): Generator<void, { rows: Row[]; broken: LineFault[] } | LineFault> {
  const rows: Row[] = [];
  const broken: LineFault[] = [];
  const reading = rowsOfText(text);
  for (;;) {
    let next: IteratorResult<CsvRow[]>;
    try {
      next = reading.next();
    } catch (error) {
      if (error instanceof Failure)
        return { line: 1, message: 'and those below have quotes that never close' };
      throw error;
    }
    if (next.done) return { rows, broken };
    for (const row of next.value) {
      if ('cells' in row) rows.push(row);
      else broken.push({ line: row.line, message: sentences[row.fault] });
      if (rows.length > importRowsMax + 1) {
        return { line: row.line, message: `is beyond ${importRowsMax.toLocaleString('en')} rows` };
      }
    }
    yield;
  }
}

const sentences = {
  row_too_long: 'is too long',
  quote_not_closed: 'has a quoted cell that does not end',
} as const;

function headerOf(cells: readonly string[]): Map<Column, number> | null {
  const names = cells.map((cell) => trimCell(cell).toLowerCase());
  const places = new Map<Column, number>();
  for (const [index, name] of names.entries()) {
    const column = columns.find((each) => each === name || namesOf[each]?.includes(name));
    if (column !== undefined && !places.has(column)) places.set(column, index);
  }
  return places.has('email') ? places : null;
}

function readRow(
  cell: (column: Column) => string,
  now: number,
): Omit<NewSuppression, 'id'> | { fault: string } {
  const pasted = readPastedAddress(cell('email'));
  const email = MailboxKey.safeParse(pasted.ok ? pasted.mailbox.address : cell('email'));
  if (!email.success) return { fault: `email ${messageOf(email.error)}` };
  const said = cell('origin').toLowerCase();
  const origin = newSuppressionFields.origin.safeParse((originsElsewhere[said] ?? said) || undefined);
  if (!origin.success) return { fault: 'origin must be bounce, complaint, manual or unsubscribe' };
  const scope = newSuppressionFields.scope.safeParse(cell('scope').toLowerCase() || undefined);
  if (!scope.success) return { fault: 'scope must be all or marketing' };
  const expires = cell('expires_at');
  if (expires !== '' && !InstantInput.safeParse(expires).success) {
    return { fault: 'expires_at must be an ISO 8601 date and time with Z or an offset' };
  }
  const expiresAt = expires === '' ? null : Date.parse(expires);
  if (expiresAt !== null && expiresAt <= now) return { fault: 'expires_at must be in the future' };
  return {
    email: email.data,
    origin: origin.data,
    sourceId: null,
    scope: scope.data ?? scopeOfOrigin(origin.data),
    startsAt: startsAtOnce,
    expiresAt,
  };
}

function messageOf(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'is not one address';
}

function lastsLonger(one: { expiresAt: number | null }, other: { expiresAt: number | null }): boolean {
  return (one.expiresAt ?? Number.POSITIVE_INFINITY) > (other.expiresAt ?? Number.POSITIVE_INFINITY);
}

export function suppressionCsvHeader(): string {
  return csvRow(columns);
}

export function suppressionCsvRow(suppression: SuppressionRecord): string {
  return csvRow([
    suppression.email,
    suppression.origin,
    suppression.scope,
    isoInstantOrNull(suppression.expiresAt) ?? '',
    suppression.sourceId ?? '',
    isoInstant(suppression.createdAt),
  ]);
}
