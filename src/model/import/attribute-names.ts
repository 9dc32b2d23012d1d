import { type ColumnTarget, readTarget } from './column-fields.ts';
import type { Reading } from './import.ts';

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

export class AttributeNames {
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
