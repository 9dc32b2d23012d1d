import { describe, expect, test } from 'vitest';
import { manners } from '../../evals/client.ts';
import { checkUntouched, runScript } from '../../evals/scripted.ts';
import { groups } from '../../evals/task.ts';
import { tasks } from '../../evals/tasks/index.ts';

/** Minimum number of tasks for a meaningful measurement. */
const tasksLeast = 120;

test('there are enough tasks with unique names, in every group', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(tasksLeast);
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
  expect(new Set(tasks.map(({ group }) => group))).toEqual(new Set(groups));
});

describe.each(tasks.map((task, index) => ({ task, index, id: task.id })))('$id', ({ task, index }) => {
  const manner = manners[index % manners.length]!;

  // Four manners and two sights: their pairs all occur.
  const sight = index % 8 < 4 ? 'all' : 'catalogue';

  test(`can be solved with ${sight} tools, as a client of the ${manner.era} era ${manner.elicits ? 'with' : 'without'} forms`, async () => {
    const { fault, transcript } = await runScript(task, manner, 'script', sight);
    expect(fault).toBeNull();
    expect(transcript.calls.length).toBeLessThanOrEqual(task.callsMax);
  });

  test('is not passed by a wrong solution', async () => {
    if (!task.wrong) return expect(await checkUntouched(task)).toEqual(expect.any(String));
    const { fault } = await runScript(task, manner, 'wrong');
    expect(fault).toEqual(expect.any(String));
  });
});
