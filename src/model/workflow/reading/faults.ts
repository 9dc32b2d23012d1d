import type { FieldFault } from '../../failure.ts';

export type Path = readonly (string | number)[];

/** What is wrong with a definition: where, at which step (its key), and in a sentence how to repair it. */
export type DefinitionFault = FieldFault & { step: string | null };

/** A step while its definition is read: its key may be made after a fault of it was found. */
export type Keyed = { key: string };

/** More are not listed: enough to correct a request. */
const faultsMax = 50;
/** Of a name that came from outside, in a path. */
const nameShownMax = 64;

/** The faults of one definition, in the order they were found. */
export class FaultList {
  readonly #faults: { path: Path; step: Keyed | null; code: FieldFault['code']; message: string }[] = [];

  add(path: Path, message: string, step: Keyed | null = null, code: FieldFault['code'] = 'invalid'): void {
    if (this.#faults.length < faultsMax) this.#faults.push({ path, step, code, message });
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  list(): DefinitionFault[] {
    return this.#faults.map(({ path, step, code, message }) => ({
      path: pathText(path),
      step: step?.key || null,
      code,
      message,
    }));
  }
}

/** `steps[2].no[0].duration` */
export function pathText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const name = part.length > nameShownMax ? `${part.slice(0, nameShownMax)}…` : part;
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}
