import type { EvalTask } from '../../task.ts';
import { buildTasks } from './build.ts';
import { explainTasks } from './explain.ts';
import { hostileTasks } from './hostile.ts';
import { repairTasks } from './repair.ts';

/** Building, explaining and repairing workflows, and hostile texts in them. */
export const workflowTasks: readonly EvalTask[] = [
  ...buildTasks,
  ...explainTasks,
  ...repairTasks,
  ...hostileTasks,
];
