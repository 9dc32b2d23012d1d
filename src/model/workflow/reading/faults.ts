import type { FieldFault } from '../../failure.ts';

export type Path = readonly (string | number)[];

/** `step` is the key of the step; the message includes the fix. */
export type DefinitionFault = FieldFault & { step: string | null };

/** A step being read. Its key may be generated after a fault of it was recorded. */
export type Keyed = { key: string };

const faultsMax = 50;
/** Bounds untrusted names in paths. */
const nameShownMax = 64;

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
