import type { EvalTask } from '../../task.ts';
import { buildTasks } from './build.ts';
import { explainTasks } from './explain.ts';
import { hostileTasks } from './hostile.ts';
import { repairTasks } from './repair.ts';

/** From one sentence to a workflow, why it did what it did, what is wrong with it, and texts that give orders. */
export const workflowTasks: readonly EvalTask[] = [
  ...buildTasks,
  ...explainTasks,
  ...repairTasks,
  ...hostileTasks,
];
