import { type FieldFault, invalidField, invalidFields } from '../failure.ts';
import {
  type ColumnTarget,
  fieldNamed,
  guessType,
  plainHeader,
  readTarget,
  targetText,
} from './column-fields.ts';
import { CsvRows } from './csv-rows.ts';
import { findSeparator, headCharacters } from './csv-separator.ts';
import type { Encoding } from './encoding.ts';
import type { Reading } from './import.ts';
import { importLimits } from './limits.ts';
import { trimCell, withoutSmartQuotes } from './padding.ts';
import { readPastedAddress } from './pasted-address.ts';
import { detectPreset, type Preset, targetOfPreset } from './presets.ts';

const sampleRows = 5;
const sampleCellCharacters = 100;
const guessedRows = 200;
const headerCharactersMax = 200;
/** Minimum share of addresses in a column that becomes the address without a matching header. */
const partOfAddressesMin = 0.8;

/**
 * Detects separator, header, exporting program, and column targets. `asked` has targets by header or column
 * number from 1, `existing` has attribute names. @throws validation_error if a column is missing
 */
export function findReading(
  head: string,
  encoding: Encoding,
  asked: Readonly<Record<string, string>>,
  existing: readonly string[],
): Reading {
  const { separator, skip } = findSeparator(head);
  const csv = new CsvRows(separator);
  const read = [...csv.push(head.slice(skip))].flat();
  // The last row of a truncated head is incomplete.
  const all = head.length < headCharacters || read.length === 0 ? [...read, ...[...csv.end()].flat()] : read;
  const rows = all.flatMap((row) => ('cells' in row ? [row.cells.map(trimCell)] : []));
  const [first] = rows;
  if (!first) throw invalidField('csv', 'has no readable row');
  const hasHeader = !first.some(isAddress);
  if (first.filter(isAddress).length > 1 && !Object.values(asked).includes('email')) {
    throw invalidField(
      'csv',
      'has several addresses in its first row: give each person a row, or name the one column that is email in columns',
    );
  }
  const headers = hasHeader ? headersOf(first) : first.map((_, index) => String(index + 1));
  if (headers.length > importLimits.columnsMax) {
    throw invalidField(
      'csv',
      `has ${headers.length} columns; at most ${importLimits.columnsMax} are allowed`,
    );
  }
  const body = (hasHeader ? rows.slice(1) : rows).slice(0, guessedRows);
  const preset = hasHeader ? detectPreset(headers) : null;
  const names = new AttributeNames(existing, headers);
  const columns = targetsOf(headers, body, preset, asked, names);
  if (!columns.some(({ target }) => target === 'email')) {
    throw invalidField('columns', `must say which column is email; the file has ${shortList(headers)}`);
  }
  return {
    encoding,
    separator,
    skip,
    hasHeader,
    preset: preset?.name ?? null,
    columns,
    warnings: names.warnings(columns),
    sample: body
      .slice(0, sampleRows)
      .map((cells) => headers.map((_, index) => (cells[index] ?? '').slice(0, sampleCellCharacters))),
  };
}

function isAddress(cell: string): boolean {
  return readPastedAddress(cell).ok;
}

/** Returns distinct, non-empty headers. Empty headers at the end belong to no column. */
function headersOf(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  const seen = new Map<string, number>();
  return cells.slice(0, last + 1).map((cell, index) => {
    const header = withoutSmartQuotes(cell).slice(0, headerCharactersMax) || `column ${index + 1}`;
    const times = (seen.get(header) ?? 0) + 1;
    seen.set(header, times);
    return times === 1 ? header : `${header} (${times})`;
  });
}

function targetsOf(
  headers: readonly string[],
  body: readonly (readonly string[])[],
  preset: Preset | null,
  asked: Readonly<Record<string, string>>,
  names: AttributeNames,
): Reading['columns'] {
  const given = askedTargets(headers, asked);
  const taken = new Set([...given.values()].map(targetText));
  const texts = (index: number): string[] => body.map((cells) => cells[index] ?? '');
  const columns = headers.map((header, index) => {
    const said = given.get(index);
    if (said) return { header, target: targetText(said), guessed: false };
    const guessed = names.asExisting(guess(header, texts(index), preset), index);
    const target = targetText(guessed);
    // A field is not filled twice, except by a preset, which knows which column comes first.
    const isTaken = target !== 'ignore' && taken.has(target) && (!preset || target === 'email');
    taken.add(target);
    return { header, target: isTaken ? 'ignore' : target, guessed: true };
  });
  if (columns.some(({ target }) => target === 'email')) return columns;
  const place = headers.findIndex((_, index) => !given.has(index) && holdsAddresses(texts(index)));
  return columns.map((column, index) => (index === place ? { ...column, target: 'email' } : column));
}

function holdsAddresses(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.filter(isAddress).length / texts.length >= partOfAddressesMin;
}

function guess(header: string, texts: readonly string[], preset: Preset | null): ColumnTarget {
  if (header === 'attributes') return { field: 'attributes' };
  const known = preset && targetOfPreset(preset, header);
  if (known) return known;
  const field = /^\d+$/.test(header) ? undefined : fieldNamed(header);
  if (field) return { field };
  const own = readTarget(header);
  if (own?.field === 'consent.at') return own;
  if (/^\d+$/.test(header) || plainHeader(header) === '') return { field: 'ignore' };
  if (own?.field === 'attribute') return { ...own, type: guessType(texts), guessed: true };
  const name = attributeName(header);
  return name === ''
    ? { field: 'ignore' }
    : { field: 'attribute', name, type: guessType(texts), guessed: true };
}

function askedTargets(
  headers: readonly string[],
  asked: Readonly<Record<string, string>>,
): Map<number, ColumnTarget> {
  const targets = new Map<number, ColumnTarget>();
  const faults: FieldFault[] = [];
  for (const [name, text] of Object.entries(asked)) {
    const exact = headers.indexOf(name);
    const alike =
      exact >= 0 ? exact : headers.findIndex((header) => plainHeader(header) === plainHeader(name));
    const target = readTarget(text);
    if (alike < 0 || target === null) {
      faults.push({
        path: `columns.${name}`,
        code: 'invalid',
        message: `is not a column of the file, which has ${shortList(headers)}`,
      });
    } else targets.set(alike, target);
  }
  if (faults.length > 0) throw invalidFields(faults);
  return targets;
}

const listedMax = 20;

/** Headers are untrusted, so the message names only plain words. */
function shortList(headers: readonly string[]): string {
  const plain = headers.filter((header) => /^[\p{L}\p{N} _.-]{1,40}$/u.test(header)).slice(0, listedMax);
  return `${headers.length} ${headers.length === 1 ? 'column' : 'columns'}${plain.length > 0 ? `: ${plain.join(', ')}` : ''}`;
}

const attributeCharactersMax = 60;

/** Derives an attribute name from a header. Empty if the header has no letters or digits. */
export function attributeName(header: string): string {
  const name = header
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, attributeCharactersMax);
  return name === '__proto__' || name === 'proto'
    ? ''
    : name.toLowerCase() === name.toUpperCase()
      ? `_${name}`
      : name;
}

class AttributeNames {
  readonly #existing: ReadonlySet<string>;
  readonly #byLowerCase: ReadonlyMap<string, string>;
  readonly #ofFile: ReadonlySet<string>;
  readonly #renamed = new Set<number>();

  constructor(existing: readonly string[], headers: readonly string[]) {
    this.#existing = new Set(existing);
    this.#byLowerCase = new Map(existing.map((name) => [name.toLowerCase(), name]));
    this.#ofFile = new Set(headers.map(attributeName));
  }

  /** Renames a guessed attribute to an existing one that differs only in case, unless the file has a column of that name too. */
  asExisting(target: ColumnTarget, index: number): ColumnTarget {
    if (target.field !== 'attribute') return target;
    const name = this.#alike(target.name);
    if (name === undefined || this.#ofFile.has(name)) return target;
    this.#renamed.add(index);
    return { ...target, name };
  }

  /** Warnings leave out the names, because headers and attributes are untrusted text. */
  warnings(columns: Reading['columns']): string[] {
    return columns.flatMap(({ target: text }, index) => {
      const target = readTarget(text);
      if (target?.field !== 'attribute') return [];
      if (this.#renamed.has(index)) {
        return [
          `Column ${index + 1}: mapped to an existing attribute whose name differs only in case. To keep both, map it to attributes.X in columns`,
        ];
      }
      return this.#alike(target.name) === undefined
        ? []
        : [`Column ${index + 1}: a new attribute, although an existing name differs only in case`];
    });
  }

  #alike(name: string): string | undefined {
    return this.#existing.has(name) ? undefined : this.#byLowerCase.get(name.toLowerCase());
  }
}
