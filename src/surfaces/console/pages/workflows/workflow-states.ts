import type { RunStatus } from '../../../../model/workflow/runs/run.ts';
import type { WorkflowStatus } from '../../../../model/workflow/workflow.ts';
import type { Html } from '../../../public/html.ts';
import { type StateWords, stateBadge } from '../../look/parts.ts';

/** The state of a workflow, as every list and page shows it. */
export const workflowStates: Readonly<Record<WorkflowStatus, StateWords>> = {
  DRAFT: { state: 'still', text: 'Draft', picture: 'draft' },
  ACTIVE: { state: 'ok', text: 'On', picture: 'play' },
  PAUSED: { state: 'warn', text: 'Paused', picture: 'pause' },
  ARCHIVED: { state: 'still', text: 'Archived', picture: 'archive' },
};

/** The state of one person’s way through a workflow. */
export const runStates: Readonly<Record<RunStatus, StateWords>> = {
  RUNNING: { state: 'info', text: 'Running', picture: 'play' },
  WAITING: { state: 'info', text: 'Waiting', picture: 'clock' },
  COMPLETED: { state: 'ok', text: 'Finished', picture: 'ok' },
  EXITED: { state: 'still', text: 'Left early', picture: 'signOut' },
  FAILED: { state: 'bad', text: 'Failed', picture: 'bad' },
  CANCELLED: { state: 'still', text: 'Cancelled', picture: 'stop' },
};

export function workflowBadge(status: WorkflowStatus): Html {
  return stateBadge(workflowStates[status]);
}

export function runBadge(status: RunStatus): Html {
  return stateBadge(runStates[status]);
}
