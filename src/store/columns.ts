import type { Value } from './database.ts';

type Row = Readonly<Record<string, unknown>>;

/** Maps one property of a record to one or several columns. */
export type Column<Field> = {
  names: readonly string[];
  read(row: Row): Field;
  write(field: Field): readonly Value[];
  /** `once`: INSERT only. `never`: the database sets it. Undefined: INSERT and UPDATE. */
  written?: 'once' | 'never';
};

export function plain<Field extends Value>(name: string): Column<Field> {
  return { names: [name], read: (row) => row[name] as Field, write: (field) => [field] };
}

export function flag(name: string): Column<boolean> {
  return { names: [name], read: (row) => row[name] === 1, write: (field) => [field ? 1 : 0] };
}

/** Stores a value as JSON; null becomes NULL. */
export function json<Field>(name: string): Column<Field> {
  return {
    names: [name],
    read: (row) => (row[name] === null ? null : JSON.parse(row[name] as string)) as Field,
    write: (field) => [field === null ? null : JSON.stringify(field)],
  };
}

/** A missing property is stored as NULL. */
export function optional<Field extends Value>(name: string): Column<Field | undefined> {
  return {
    names: [name],
    read: (row) => (row[name] ?? undefined) as Field | undefined,
    write: (field) => [field ?? null],
  };
}

export function fixed<Field>(column: Column<Field>): Column<Field> {
  return { ...column, written: 'once' };
}

export function generated(name: string): Column<number> {
  return { ...plain<number>(name), written: 'never' };
}

type Unfinished<Stored> = { readonly [Field in keyof Stored]?: Stored[Field] | undefined };

/** Columns computed from other properties, for queries. Records do not contain them. */
type Derived<Stored> = Readonly<Record<string, (record: Stored) => Value>>;

/** The columns of a table. Names each column once, so that a new column is one line. */
export class Columns<Stored extends object> {
  readonly names: string;
  /** Column names for INSERT, in the order of `values`. */
  readonly inserted: string;
  readonly changing: readonly string[];
  readonly #columns: readonly (readonly [field: string, column: Column<unknown>])[];
  readonly #derived: Derived<Stored>;

  constructor(
    columns: { readonly [Field in keyof Stored]-?: Column<Stored[Field]> },
    derived: Derived<Stored> = {},
  ) {
    this.#columns = Object.entries(columns) as [string, Column<unknown>][];
    this.#derived = derived;
    this.names = this.#columns.flatMap(([, { names }]) => names).join(', ');
    this.inserted = this.#columns
      .flatMap(([, { names, written }]) => (written === 'never' ? [] : names))
      .join(', ');
    this.changing = [
      ...this.#columns.flatMap(([, { names, written }]) => (written === undefined ? names : [])),
      ...Object.keys(derived),
    ];
  }

  /** Prefixes each name with the table, for a JOIN. */
  of(table: string): string {
    return this.names.replaceAll(/\w+/g, (name) => `${table}.${name}`);
  }

  /** Omits properties that read as undefined. */
  read(row: object): Stored {
    const record: Record<string, unknown> = {};
    for (const [field, { read }] of this.#columns) {
      const value = read(row as Row);
      if (value !== undefined) record[field] = value;
    }
    return record as Stored;
  }

  readIf(row: object | undefined): Stored | undefined {
    return row && this.read(row);
  }

  values(record: Unfinished<Stored>): Value[] {
    const values: Value[] = [];
    for (const [field, { written, write }] of this.#columns) {
      if (written !== 'never') values.push(...write(record[field as keyof Stored]));
    }
    return values;
  }

  added(record: Unfinished<Stored>): Record<string, Value> {
    return this.#written(
      record,
      ([field, { written }]) => written !== 'never' && record[field as keyof Stored] !== undefined,
    );
  }

  changed(record: Stored): Record<string, Value> {
    return this.#written(record, ([, { written }]) => written === undefined);
  }

  #written(
    record: Unfinished<Stored>,
    isWritten: (column: readonly [string, Column<unknown>]) => boolean,
  ): Record<string, Value> {
    const written: Record<string, Value> = {};
    for (const each of this.#columns) {
      if (!isWritten(each)) continue;
      const [field, { names, write }] = each;
      const values = write(record[field as keyof Stored]);
      names.forEach((name, index) => {
        written[name] = values[index] ?? null;
      });
    }
    for (const [name, value] of Object.entries(this.#derived)) written[name] = value(record as Stored);
    return written;
  }
}

/** Writes `name = $3, plan = $4` for an UPDATE, with parameters from `first` on. */
export function assignments(written: Readonly<Record<string, Value>>, first: number): string {
  return Object.keys(written)
    .map((name, index) => `${name} = $${index + first}`)
    .join(', ');
}
