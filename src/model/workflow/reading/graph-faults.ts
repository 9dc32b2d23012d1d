import type { Comparison, Rule } from '../../segment/rule.ts';
import { namedObjectKind } from '../../segment/rule-names.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { type Connection, type Definition, type Step, workflowLimits } from '../definition.ts';
import type { FaultList, Keyed, Path } from './faults.ts';
import type { RuleRead } from './given-fields.ts';
import { readDurationMs } from './times.ts';

export type Written = ReadonlyMap<string, { path: Path; step: Keyed }>;

/** Reports unreachable steps and loops without a sufficient delay. */
export function addGraphFaults(faults: FaultList, definition: Definition, written: Written): void {
  const { steps, connections, start } = definition;
  const next = neighbours(connections, 'from', 'to');
  const reached = start === null ? new Set<string>() : reachedFrom([start], next);
  for (const { key } of steps) {
    if (reached.has(key)) continue;
    const { path, step } = written.get(key)!;
    faults.add(
      path,
      'is never reached: no way leads to it from the first step; connect it, move it before the exit or goto above it, or leave it out',
      step,
    );
  }
  const loop = quickLoop(steps, connections);
  if (loop === null) return;
  const { path, step } = written.get(loop[0]!)!;
  faults.add(
    path,
    `goes round without a delay (${loop.slice(0, loopShownMax).join(' → ')} …): put a delay of at least 1 hour into the loop`,
    step,
  );
}

const loopShownMax = 5;

/** Reports rules about mails that no run can have sent before the rule is evaluated. */
export function addMailFaults(
  faults: FaultList,
  { steps, connections }: Definition,
  rules: readonly RuleRead[],
): void {
  const mails = steps.filter(({ type }) => type === 'send_email').map(({ key }) => key);
  const kinds = new Map(steps.map(({ key, type }) => [key, type]));
  const previous = neighbours(connections, 'to', 'from');
  const before = new Map<string, ReadonlySet<string>>();
  for (const { rule, place, path, step } of rules) {
    for (const { mail, at } of mailsAsked(rule)) {
      const fault = (message: string): void => faults.add([...path, ...at], message, step);
      if (place === 'trigger') {
        fault(
          'names a mail of this workflow, and none is sent before it starts; use a segment, or the trigger EMAIL_CLICKED',
        );
        continue;
      }
      const type = kinds.get(mail);
      if (type !== 'send_email') {
        fault(noMail(mail, type !== undefined, mails));
        continue;
      }
      if (step === null) continue;
      const key = step.key;
      const earlier = before.get(key) ?? reachedFrom(previous.get(key) ?? [], previous);
      before.set(key, earlier);
      if (!earlier.has(mail)) fault('names a mail that is never sent before this step');
    }
  }
}

function noMail(mail: string, isStep: boolean, mails: readonly string[]): string {
  if (isStep) return 'is the key of a step that sends no mail; name a send_email step';
  const meant = didYouMean(mail, mails);
  const repair = meant === undefined ? '' : `; did you mean ${meant}?`;
  const there = mails.length === 0 ? ', and this workflow has none' : repair;
  return mail.startsWith('cmp_')
    ? `must be the key of a send_email step of this workflow, not a campaign${there}`
    : `must be the key of a send_email step of this workflow${there}`;
}

export function mailsAsked(rule: Rule): { mail: string; at: Path }[] {
  if ('and' in rule) return rule.and.flatMap((part, index) => below(mailsAsked(part), 'and', index));
  if ('or' in rule) return rule.or.flatMap((part, index) => below(mailsAsked(part), 'or', index));
  if (!asksOfMail(rule)) return [];
  const { value } = rule;
  if (!Array.isArray(value)) return [{ mail: String(value), at: ['value'] }];
  return value.map((mail, index) => ({ mail: String(mail), at: ['value', index] }));
}

function below(found: { mail: string; at: Path }[], ...before: Path): { mail: string; at: Path }[] {
  return found.map(({ mail, at }) => ({ mail, at: [...before, ...at] }));
}

function asksOfMail(comparison: Comparison): boolean {
  return namedObjectKind(comparison) === 'campaign';
}

function neighbours(
  connections: readonly Connection[],
  from: 'from' | 'to',
  to: 'from' | 'to',
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const connection of connections) {
    const known = found.get(connection[from]);
    if (known) known.push(connection[to]);
    else found.set(connection[from], [connection[to]]);
  }
  return found;
}

function reachedFrom(starts: readonly string[], next: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(starts);
  for (const key of reached) for (const neighbour of next.get(key) ?? []) reached.add(neighbour);
  return reached;
}

/** Returns the steps of a loop that a run could complete faster than `cycleDelayMinMs`; null if there is none. */
function quickLoop(steps: readonly Step[], connections: readonly Connection[]): string[] | null {
  const slow = new Set(steps.flatMap((step) => slowWays(step).map((type) => `${step.key} ${type}`)));
  const quick = connections.filter(({ from, type }) => !slow.has(`${from} ${type}`));
  const next = neighbours(quick, 'from', 'to');
  const arrivals = new Map<string, number>();
  for (const { to } of quick) arrivals.set(to, (arrivals.get(to) ?? 0) + 1);
  // Removes steps without predecessors until only loops and their successors remain.
  const free = steps.map(({ key }) => key).filter((key) => !arrivals.has(key));
  const left = new Set(steps.map(({ key }) => key));
  for (const key of free) {
    left.delete(key);
    for (const to of next.get(key) ?? []) {
      const others = arrivals.get(to)! - 1;
      arrivals.set(to, others);
      if (others === 0) free.push(to);
    }
  }
  if (left.size === 0) return null;
  // Every remaining step has a remaining predecessor, so walking backwards ends in a loop.
  const previous = neighbours(
    quick.filter(({ from, to }) => left.has(from) && left.has(to)),
    'to',
    'from',
  );
  const trail: string[] = [];
  let key = left.values().next().value!;
  while (!trail.includes(key)) {
    trail.push(key);
    key = previous.get(key)![0]!;
  }
  const loop = trail.slice(trail.indexOf(key)).reverse();
  // Starts at the earliest step, so that the message for a loop is stable.
  const first = steps.find((step) => loop.includes(step.key))!.key;
  return [...loop.slice(loop.indexOf(first)), ...loop.slice(0, loop.indexOf(first))];
}

/** Returns the ways out that guarantee the minimum delay. A time of day or an event may be due at once. */
function slowWays(step: Step): string[] {
  const isLong = (duration: string | null): boolean =>
    duration !== null && (readDurationMs(duration) ?? 0) >= workflowLimits.cycleDelayMinMs;
  if (step.type === 'delay') return isLong(step.config.duration) ? ['default'] : [];
  if (step.type === 'wait_for_event') return isLong(step.config.timeout) ? ['timeout'] : [];
  return [];
}
