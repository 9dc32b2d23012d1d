import type { Connection, ConnectionType, StepType } from '../definition.ts';

export type ArrangedStep = {
  key: string;
  /** Empty for a step with one outgoing connection. */
  ways: readonly { type: ConnectionType; chain: Chain }[];
};

/** Steps one below the other. `next` is null where the run ends. */
export type Chain = {
  steps: readonly ArrangedStep[];
  /** The step that follows, shown elsewhere. `joins`: it is the step below the ways of the branching step. */
  next: { key: string; joins: boolean } | null;
};

type GivenStep = { key: string; type: string; config: Readonly<Record<string, unknown>> };

/** Nests the steps of a definition below the branching steps that lead to them. The first step comes first. */
export function arrangeSteps(
  steps: readonly GivenStep[],
  connections: readonly { from: string; to: string; type: string }[],
): Chain {
  const graph = readGraph(steps, connections);
  return chainFrom(graph, steps[0]?.key, new Set());
}

type Graph = {
  steps: ReadonlyMap<string, GivenStep>;
  targets: ReadonlyMap<string, ReadonlyMap<string, string>>;
  order: ReadonlyMap<string, number>;
  shown: Set<string>;
};

function readGraph(
  steps: readonly GivenStep[],
  connections: readonly Readonly<Record<keyof Connection, string>>[],
): Graph {
  const targets = new Map<string, Map<string, string>>();
  for (const { from, to, type } of connections) {
    const ways = targets.get(from) ?? new Map<string, string>();
    targets.set(from, ways.set(type, to));
  }
  return {
    steps: new Map(steps.map((step) => [step.key, step])),
    targets,
    order: new Map(steps.map(({ key }, index) => [key, index])),
    shown: new Set(),
  };
}

/** @param joins steps below the branching steps around this chain */
function chainFrom(graph: Graph, start: string | undefined, joins: ReadonlySet<string>): Chain {
  const steps: ArrangedStep[] = [];
  let key = start;
  for (;;) {
    const step = key === undefined ? undefined : graph.steps.get(key);
    if (step === undefined) return { steps, next: null };
    if (joins.has(step.key)) return { steps, next: { key: step.key, joins: true } };
    if (graph.shown.has(step.key)) return { steps, next: { key: step.key, joins: false } };
    graph.shown.add(step.key);
    const types = listWaysOut(step);
    const targetOf = (type: string): string | undefined => graph.targets.get(step.key)?.get(type);
    if (types.length < 2) {
      steps.push({ key: step.key, ways: [] });
      key = types[0] === undefined ? undefined : targetOf(types[0]);
      continue;
    }
    const join = joinOf(graph, step.key, types.map(targetOf));
    const inside = join === undefined ? joins : new Set([...joins, join]);
    const ways = types.map((type) => ({ type, chain: chainFrom(graph, targetOf(type), inside) }));
    steps.push({ key: step.key, ways });
    key = join;
  }
}

/** Returns the earliest step that every way reaches. A way on which the run ends at once reaches none. */
function joinOf(graph: Graph, from: string, targets: readonly (string | undefined)[]): string | undefined {
  const given = targets.filter((target) => target !== undefined);
  if (given.length < 2) return undefined;
  const [first = new Set<string>(), ...others] = given.map((target) => reachableFrom(graph, from, target));
  return [...first]
    .filter((key) => others.every((reached) => reached.has(key)) && !graph.shown.has(key))
    .sort((a, b) => graph.order.get(a)! - graph.order.get(b)!)[0];
}

function reachableFrom({ steps, targets }: Graph, without: string, start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (key === without || reached.has(key) || !steps.has(key)) continue;
    reached.add(key);
    waiting.push(...(targets.get(key)?.values() ?? []));
  }
  return reached;
}

/** Like `waysOut`, for a definition as it is returned. */
function listWaysOut({ type, config }: Pick<GivenStep, 'type' | 'config'>): ConnectionType[] {
  const numbered = (list: unknown): ConnectionType[] =>
    Array.isArray(list) ? list.map((_, index): ConnectionType => `case:${index + 1}`) : [];
  switch (type as StepType) {
    case 'condition':
      return ['condition_met', 'condition_not_met'];
    case 'wait_for_event':
      return ['event_received', 'timeout'];
    case 'branch':
      return [...numbered(config.cases), 'default'];
    case 'ab_split':
      return numbered(config.percent);
    case 'exit':
      return [];
    default:
      return ['default'];
  }
}
