import { globSync, readFileSync } from 'node:fs';

const folder = `${import.meta.dirname}/../`;
const reference = /^records\/(\w+)\.json$/;

export function readPin(file: string): unknown {
  return JSON.parse(readFileSync(folder + file, 'utf8'));
}

/** Returns the pins of a folder by name. */
export function readPins(name: string): Map<string, unknown> {
  const files = globSync(`${name}/*.json`, { cwd: folder }).sort();
  return new Map(files.map((file) => [file.slice(name.length + 1, -'.json'.length), readPin(file)]));
}

/** A current schema where promises refer to a record, and the promises with that schema. */
export type RecordForm = { schema: unknown; owners: string[] };

/**
 * Compares promises with pins that refer to records. The schema of a record is compared once, whichever promises contain it.
 */
export class RecordForms {
  readonly forms: ReadonlyMap<string, RecordForm[]>;
  private readonly records: ReadonlyMap<string, unknown>;

  constructor(records: ReadonlyMap<string, unknown>) {
    this.records = records;
    this.forms = new Map([...records.keys()].map((name) => [name, []]));
  }

  /** Returns a promise with references where its pin has them, and keeps the schemas that they replace. */
  refer(promise: unknown, pin: unknown, owner: string): unknown {
    return this.replace(JSON.parse(JSON.stringify(promise)), pin, owner);
  }

  private replace(value: unknown, pin: unknown, owner: string): unknown {
    const { $ref } = (pin ?? {}) as { $ref?: unknown };
    const name = typeof $ref === 'string' ? reference.exec($ref)?.[1] : undefined;
    if (name !== undefined) {
      this.keep(name, value, owner);
      return pin;
    }
    if (typeof value !== 'object' || value === null || typeof pin !== 'object' || pin === null) return value;
    const inside = pin as Record<string, unknown>;
    if (Array.isArray(value)) return value.map((each, index) => this.replace(each, inside[index], owner));
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.replace(each, inside[key], owner)]),
    );
  }

  private keep(name: string, value: unknown, owner: string): void {
    const forms = this.forms.get(name);
    if (forms === undefined)
      throw new Error(`${owner} refers to ${name}, which has no file in test/pins/records`);
    const schema = this.replace(value, this.records.get(name), owner);
    const text = JSON.stringify(schema);
    const form = forms.find((known) => JSON.stringify(known.schema) === text);
    if (form) form.owners.push(owner);
    else forms.push({ schema, owners: [owner] });
  }
}
