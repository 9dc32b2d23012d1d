import { expect, test } from 'vitest';
import { arrangeSteps, type Chain } from '../../../src/model/workflow/outline/arrange-steps.ts';

/** Prints a chain as nested keys: `a c(condition_met: b) >d`, where `>` names the next step. */
function print({ steps, next }: Chain): string {
  const parts = steps.map(({ key, ways }) => {
    const inside = ways.map(({ type, chain }) => `${type}: ${print(chain)}`);
    return inside.length === 0 ? key : `${key}(${inside.join(', ')})`;
  });
  return [...parts, ...(next === null ? [] : [`${next.joins ? '>' : '^'}${next.key}`])].join(' ');
}

const step = (key: string, type = 'delay', config = {}) => ({ key, type, config });
const way = (from: string, to: string, type = 'default') => ({ from, to, type });

test('the ways of a condition end at the step that both reach', () => {
  const steps = [step('a'), step('c', 'condition'), step('yes'), step('no'), step('z')];
  const connections = [
    way('a', 'c'),
    way('c', 'yes', 'condition_met'),
    way('c', 'no', 'condition_not_met'),
    way('yes', 'z'),
    way('no', 'z'),
  ];
  expect(print(arrangeSteps(steps, connections))).toBe(
    'a c(condition_met: yes >z, condition_not_met: no >z) z',
  );
});

test('a way without steps continues below, and a way without a target ends the run', () => {
  const steps = [step('c', 'condition'), step('yes'), step('z')];
  const below = [way('c', 'yes', 'condition_met'), way('c', 'z', 'condition_not_met'), way('yes', 'z')];
  expect(print(arrangeSteps(steps, below))).toBe('c(condition_met: yes >z, condition_not_met: >z) z');
  const ends = [way('c', 'yes', 'condition_met'), way('yes', 'z')];
  expect(print(arrangeSteps(steps, ends))).toBe('c(condition_met: yes z, condition_not_met: )');
});

test('branching steps nest, and an inner way may join the outer step', () => {
  const steps = [step('c', 'condition'), step('w', 'wait_for_event'), step('in'), step('z')];
  const connections = [
    way('c', 'w', 'condition_met'),
    way('c', 'z', 'condition_not_met'),
    way('w', 'in', 'event_received'),
    way('w', 'z', 'timeout'),
    way('in', 'z'),
  ];
  expect(print(arrangeSteps(steps, connections))).toBe(
    'c(condition_met: w(event_received: in >z, timeout: >z) >z, condition_not_met: >z) z',
  );
});

test('a loop names the step it goes back to, and every step is shown once', () => {
  const steps = [step('a'), step('c', 'condition'), step('b')];
  const connections = [way('a', 'c'), way('c', 'a', 'condition_met'), way('c', 'b', 'condition_not_met')];
  expect(print(arrangeSteps(steps, connections))).toBe('a c(condition_met: ^a, condition_not_met: b)');
});
