import { didYouMean } from '../../text/did-you-mean.ts';
import { isFields } from '../../text/fields.ts';
import { type Connection, type ConnectionType, workflowLimits } from '../definition.ts';
import { type DraftStep, listsOfType, readDraft } from './draft-step.ts';
import type { Path } from './faults.ts';
import { GivenFields, type Reading } from './given-fields.ts';

const nestedMax = 20;

export type DraftGraph = {
  steps: DraftStep[];
  connections: Connection[];
  /** False if a step or connection was unreadable; the graph is then not checked. */
  whole: boolean;
};

type Jump = { path: Path; key: string; from: DraftStep | null };
type Node = { step: DraftStep; jump: Jump | null; lists: [ConnectionType, Node[]][] } | { jump: Jump };

/** The end of a list continues after its step, and `goto` jumps elsewhere. The connections are unordered. */
export function readNestedSteps(reading: Reading, given: readonly unknown[]): DraftGraph {
  return new NestedSteps(reading).read(given);
}

class NestedSteps {
  readonly #reading: Reading;
  readonly #steps: DraftStep[] = [];
  readonly #connections: { from: DraftStep; to: DraftStep; type: ConnectionType }[] = [];
  readonly #byKey = new Map<string, DraftStep>();
  #whole = true;
  #full = false;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  read(given: readonly unknown[]): DraftGraph {
    const nodes = this.#list(given, ['steps'], 1);
    nameSteps(this.#steps);
    for (const step of this.#steps) this.#byKey.set(step.key, step);
    const [first] = nodes;
    if (first && !('step' in first)) {
      this.#refuse(first.jump.path, 'cannot come first: a run begins at the first step; move that step up');
    }
    this.#link(nodes, null);
    return {
      steps: this.#steps,
      connections: this.#connections.map(({ from, to, type }) => ({ from: from.key, to: to.key, type })),
      whole: this.#whole,
    };
  }

  #list(given: unknown, path: Path, depth: number): Node[] {
    if (!Array.isArray(given)) return this.#refuse(path, 'must be a list of steps');
    if (depth > nestedMax) {
      return this.#refuse(
        path,
        `must not be inside more than ${nestedMax} lists; use goto, or a second workflow`,
      );
    }
    const nodes: Node[] = [];
    for (const [index, one] of given.entries()) {
      if (this.#full) break;
      const node = this.#node(one, [...path, index], depth);
      if (node !== null) nodes.push(node);
    }
    return nodes;
  }

  #node(given: unknown, path: Path, depth: number): Node | null {
    if (isFields(given) && Object.hasOwn(given, 'goto') && given.type == null)
      return this.#jumpAlone(given, path);
    if (this.#steps.length >= workflowLimits.stepsMax) {
      this.#full = true;
      this.#refuse(path, `is one step too many: a workflow has at most ${workflowLimits.stepsMax}`);
      return null;
    }
    const step = readDraft(this.#reading, given, path, true);
    if (step === null) {
      this.#whole = false;
      return null;
    }
    this.#steps.push(step);
    if (step.type === null) {
      this.#whole = false;
      return { step, jump: null, lists: [] };
    }
    const lists = this.#listsOf(step, depth);
    return { step, jump: step.type === 'exit' ? null : this.#jump(step.given, step), lists };
  }

  #jumpAlone(given: Record<string, unknown>, path: Path): Node | null {
    const fields = new GivenFields(this.#reading, given, path);
    fields.only(['goto'], 'a goto without a step');
    if (!fields.required('goto', 'the key of a step')) this.#whole = false;
    const jump = this.#jump(fields, null);
    return jump && { jump };
  }

  #jump(fields: GivenFields, from: DraftStep | null): Jump | null {
    const key = fields.value('goto');
    if (key === undefined) return null;
    if (typeof key === 'string') return { path: [...fields.path, 'goto'], key, from };
    fields.fault('goto', 'must be the key of a step');
    this.#whole = false;
    return null;
  }

  #listsOf(step: DraftStep, depth: number): [ConnectionType, Node[]][] {
    const lists: [ConnectionType, Node[]][] = [];
    const read = (given: unknown, path: Path, type: ConnectionType): void => {
      lists.push([type, given == null ? [] : this.#list(given, [...step.path, ...path], depth + 1)]);
    };
    if (step.type === 'branch') {
      const cases = step.config.value('cases');
      const before = step.config === step.given ? [] : ['config'];
      for (const [index, one] of (Array.isArray(cases) ? cases : [])
        .slice(0, workflowLimits.casesMax)
        .entries()) {
        read(isFields(one) ? one.steps : null, [...before, 'cases', index, 'steps'], `case:${index + 1}`);
      }
    }
    const percent = step.config.value('percent');
    const shares = Array.isArray(percent) ? percent.length : 0;
    for (const [index, [name, type]] of Object.entries(listsOfType[step.type!] ?? {}).entries()) {
      if (step.type === 'ab_split' && index >= shares) {
        if (step.given.has(name) && shares > 0) {
          step.given.fault(name, `has no share: percent names ${shares}; add one, or leave the list out`);
        }
        continue;
      }
      read(step.given.value(name), [name], type);
    }
    return lists;
  }

  /** Connects from last to first, because each step needs its successor. */
  #link(nodes: readonly Node[], after: DraftStep | null): DraftStep | null {
    let next = after;
    for (const node of nodes.toReversed()) {
      const follows = node.jump === null ? next : this.#target(node.jump);
      if (!('step' in node)) {
        next = follows;
        continue;
      }
      const { step, lists } = node;
      next = step;
      if (step.type === 'exit' || step.type === null) continue;
      const ways = lists.length > 0 ? lists : ([['default', []]] as [ConnectionType, Node[]][]);
      for (const [type, list] of ways) {
        const to = this.#link(list, follows);
        if (to !== null) this.#connections.push({ from: step, to, type });
      }
    }
    return next;
  }

  #target({ path, key, from }: Jump): DraftStep | null {
    const found = this.#byKey.get(key);
    if (found) return found;
    const meant = didYouMean(key, this.#byKey.keys());
    this.#whole = false;
    this.#reading.faults.add(
      path,
      `is not the key of a step${meant ? `; did you mean ${meant}?` : ''}`,
      from,
    );
    return null;
  }

  #refuse(path: Path, message: string): Node[] {
    this.#whole = false;
    this.#reading.faults.add(path, message);
    return [];
  }
}

/** Generates missing keys: `delay`, `delay_2`. */
export function nameSteps(steps: readonly DraftStep[]): void {
  const taken = new Set(steps.map(({ key }) => key));
  const counts = new Map<string, number>();
  for (const step of steps) {
    if (step.key !== '') continue;
    const type = step.type ?? 'step';
    let key: string;
    do {
      const count = (counts.get(type) ?? 0) + 1;
      counts.set(type, count);
      key = count === 1 ? type : `${type}_${count}`;
    } while (taken.has(key));
    taken.add(key);
    step.key = key;
  }
}
