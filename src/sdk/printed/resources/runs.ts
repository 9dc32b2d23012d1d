// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { WorkflowCancellation, WorkflowRun, WorkflowRunStatus, WorkflowRunSummary, WorkflowRunSummaryList } from '../records.ts';

export type ListWorkflowRunsInput = PageInput & {
  /** Id or email */
  subscriber?: string | undefined;
  status?: WorkflowRunStatus | undefined;
};

export type CancelWorkflowRunsInput = {
  runId?: string | undefined;
  all?: boolean | undefined;
};

export type RetryWorkflowRunsInput = {
  runId?: string | undefined;
  limit?: number | undefined;
};

/** Methods of `posthouse.runs`. */
export type RunsMethods = {
  /**
   * List who is or was in a workflow, or where a subscriber stands in all.
   * @example
   * await posthouse.runs.list('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  list(workflowId: string, input?: ListWorkflowRunsInput, options?: CallOptions): List<WorkflowRunSummary, CallFailure | 'not_found'>;
  /**
   * Explain one run: past steps with reasons, current wait, next step.
   * @example
   * await posthouse.runs.get('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', 'run_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  get(workflowId: string, runId: string, options?: CallOptions): Call<WorkflowRun, CallFailure | 'not_found'>;
  /**
   * End one run for good, or with all: true every open run of a workflow.
   * @example
   * await posthouse.runs.cancel('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { all: true })
   */
  cancel(workflowId: string, input?: CancelWorkflowRunsInput, options?: CallOptions): Call<WorkflowCancellation, WriteFailure | 'not_found'>;
  /**
   * Let FAILED runs go on at the step they failed at: one, or the oldest 100.
   * @example
   * await posthouse.runs.retry('wfl_01kaa0xq5v8m3c2n7r4t6w9yzm', { runId: 'run_01kaa0xq5v8m3c2n7r4t6w9yzk' })
   */
  retry(workflowId: string, input?: RetryWorkflowRunsInput, options?: CallOptions): Call<WorkflowRunSummaryList, WriteFailure | 'conflict' | 'not_found'>;
};
